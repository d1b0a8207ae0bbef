// Speed of the vector store as ratios against a bare Float32 scan in the same run, from the sources.
//   node bench/vectors.mjs                 10,000 and 100,000 vectors of 512 dimensions
//   node bench/vectors.mjs 10000 200000    other sizes;  --json prints one JSON value
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { vectraParts } from '../scripts/vectra-parts.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIMENSIONS = 512;
const ROUNDS = 40;

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let state = 7;
/** xorshift32: the same vectors in every run. */
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
function vector() {
  const made = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.sqrt(made.reduce((sum, number) => sum + number * number, 0));
  return made.map((number) => number / length);
}
const idOf = (at) => ((BigInt(at) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0');

/** What a loop over one matrix in memory takes: nothing that looks at every vector is expected to be much faster. */
function bareScan(matrix, query, scores) {
  for (let row = 0; row < scores.length; row++) {
    const start = row * DIMENSIONS;
    let sum = 0;
    for (let at = 0; at < DIMENSIONS; at++) sum += query[at] * matrix[start + at];
    scores[row] = sum;
  }
}

async function bundle(folder) {
  const program = await rolldown({
    input: { open: join(ROOT, 'src/index/vectors/store/open.ts') },
    platform: 'node',
    cwd: ROOT,
    resolve: { alias: vectraParts },
  });
  await program.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
  await program.close();
}

const runtime = {
  hostname: 'bench',
  bootId: '',
  pid: process.pid,
  now: () => new Date(),
  randomBytes: (size) => Buffer.alloc(size, process.pid & 255),
  logger: {
    debug() {},
    warn(text) {
      throw new Error(text);
    },
  },
};

/** One part in a process of its own, told by `--part`; prints one JSON value. */
async function part([name, code, folder]) {
  const { openVectorStore } = await import(pathToFileURL(join(code, 'open.mjs')).href);
  const open = () => openVectorStore(folder, { dimensions: DIMENSIONS, model: 'bench', runtime });
  const query = vector();
  if (name === 'cold') {
    // Loaded above; the figure is opening, reading and looking at every vector.
    const [wall, used] = [performance.now(), cpu()];
    const store = await open();
    await store.query(query, { count: 10 });
    console.log(JSON.stringify({ wall: performance.now() - wall, cpu: cpu() - used }));
  } else if (name === 'add') {
    const item = { id: idOf(10_000_000 + Number(process.argv.at(-1))), vector: query };
    const [wall, used] = [performance.now(), cpu()];
    const store = await open();
    await store.upsert([item]);
    console.log(JSON.stringify({ wall: performance.now() - wall, cpu: cpu() - used }));
  } else if (name === 'memory') {
    const store = await open();
    let most = 0;
    for (let round = 0; round < 30; round++) {
      await store.query(vector(), { count: 100 });
      // The system's own record of the peak begins with that of the process that started this one.
      most = Math.max(most, process.memoryUsage().rss);
    }
    console.log(JSON.stringify({ rss: most / 1e6 }));
  }
}

async function measure(size, code, work) {
  const folder = join(work, `store-${size}`);
  const { openVectorStore } = await import(pathToFileURL(join(code, 'open.mjs')).href);
  const store = await openVectorStore(folder, { dimensions: DIMENSIONS, model: 'bench', runtime });
  const matrix = new Float32Array(size * DIMENSIONS);
  const started = performance.now();
  for (let from = 0; from < size; from += 5000) {
    const items = Array.from({ length: Math.min(5000, size - from) }, (_, at) => ({
      id: idOf(from + at),
      vector: vector(),
    }));
    items.forEach((item, at) => {
      matrix.set(item.vector, (from + at) * DIMENSIONS);
    });
    await store.upsert(items);
  }
  const build = performance.now() - started;
  const scores = new Float64Array(size);
  const times = { bare: [], query: [], filtered: [] };
  const clock = async (name, run) => {
    const start = performance.now();
    await run();
    times[name].push(performance.now() - start);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const query = vector();
    // Turn by turn: a machine's pace changes within seconds.
    await clock('bare', () => bareScan(matrix, query, scores));
    await clock('query', () => store.query(query, { count: 10 }));
    await clock('filtered', () => store.query(query, { count: 10, accepts: (id) => id.endsWith('7') }));
  }
  const { shards, bytes } = store.health();
  store.close();
  const child = (name, round = 0) =>
    JSON.parse(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--part', name, code, folder, String(round)], {
        encoding: 'utf8',
      }),
    );
  // What starting a process takes at the same time, as a measure of the machine's pace.
  const node = [];
  const many = (name, count) =>
    Array.from({ length: count }, (_, round) => {
      const start = performance.now();
      execFileSync(process.execPath, ['-e', '0']);
      node.push(performance.now() - start);
      return child(name, round);
    });
  const [cold, add] = [many('cold', 7), many('add', 7)];
  const middle = (list, field) =>
    quantile(
      list.map((one) => one[field]),
      0.5,
    );
  const warm = (name) => ({ p50: quantile(times[name].slice(3), 0.5), p95: quantile(times[name].slice(3), 0.95) });
  return {
    vectors: size,
    shards,
    megabytes: bytes / 1e6,
    build_ms: build,
    bare: warm('bare'),
    query: warm('query'),
    filtered: warm('filtered'),
    cold: { wall: middle(cold, 'wall'), cpu: middle(cold, 'cpu') },
    add: { wall: middle(add, 'wall'), cpu: middle(add, 'cpu') },
    node_ms: quantile(node, 0.5),
    rss_mb: child('memory').rss,
  };
}

if (process.argv[2] === '--part') await part(process.argv.slice(3));
else {
  const words = process.argv.slice(2);
  const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
  if (sizes.length === 0) sizes.push(10_000, 100_000);
  if (!sizes.includes(1000)) sizes.unshift(1000);
  const work = mkdtempSync(join(tmpdir(), 'palace-vectors-'));
  try {
    const code = join(work, 'code');
    mkdirSync(code);
    writeFileSync(join(code, 'package.json'), '{ "type": "module" }\n');
    await bundle(code);
    const results = [];
    for (const size of sizes) results.push(await measure(size, code, work));
    if (words.includes('--json')) console.log(JSON.stringify({ dimensions: DIMENSIONS, results }, undefined, 2));
    else print(results);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function print(results) {
  const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  const small = results.find(({ vectors }) => vectors === 1000);
  for (const one of results) {
    console.log(
      `${one.vectors} vectors, ${one.shards} shards, ${one.megabytes.toFixed(1)} MB, built in ${ms(one.build_ms)}`,
    );
    console.log(`  bare scan        p50 ${ms(one.bare.p50)}  p95 ${ms(one.bare.p95)}`);
    for (const name of ['query', 'filtered'])
      console.log(
        `  ${name.padEnd(8)} warm    p50 ${ms(one[name].p50)}  p95 ${ms(one[name].p95)}   ${(one[name].p50 / one.bare.p50).toFixed(2)} x and ${(one[name].p95 / one.bare.p95).toFixed(2)} x the bare scan`,
      );
    console.log(
      `  open and query in a new process  ${ms(one.cold.wall)} (processor ${ms(one.cold.cpu)}), ${(one.cold.wall / one.node_ms).toFixed(2)} x node -e 0`,
    );
    console.log(
      `  open and add one in a new process  ${ms(one.add.wall)} (processor ${ms(one.add.cpu)}), ${(one.add.wall / small.add.wall).toFixed(2)} x that at 1,000`,
    );
    console.log(`  most memory of a process that only asks  ${one.rss_mb.toFixed(0)} MB`);
  }
}
