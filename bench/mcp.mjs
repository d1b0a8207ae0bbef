// Speed of the MCP server as ratios in one run: `npm run bench -- --mcp [PASSAGES]` (default 10,000); --json prints one JSON value, --quick
// makes few calls.
// Measured: `tools/list` from the start of the process beside `node -e 0`; a search of a server that runs beside one embedding of the query and a
// bare scan of as many vectors; the memory of the server before and after 1,000 calls.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensure, ROOT } from '../scripts/ensure.mjs';
import { loadProgram } from './retrieval/program.mjs';

const BIN = join(ROOT, 'bin', 'run.js');
const BARS = { list: 5, search_p50: 3, search_p95: 3, search_cpu: 3, memory: 1.1 };
const FULL = { queries: 100, calls: 1000 };
/** For a busy machine: figures of few calls. */
const QUICK = { queries: 20, calls: 100 };

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const median = (values) => quantile(values, 0.5);

// xorshift32: the same texts in every run.
let state = 11;
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
const WORDS =
  'graphql rest round trip latency harbour ferry ticket price session cookie token review migration index order customer record helsinki server keycloak clerk login passenger summer winter route boat crew radio engine budget invoice design colour font screen button test release branch merge rollback cache queue worker retry timeout error signal battery storm anchor captain deck cabin cargo dock fuel gate island jetty kitchen lamp market north ocean pilot quay river sail tide union valley wharf yard zone'.split(
    ' ',
  );
const sentence = (length) => Array.from({ length }, () => WORDS[Math.floor(WORDS.length * random() ** 1.5)]).join(' ');

const sum = (values) => values.reduce((total, value) => total + value, 0);
/** A number that stands in a file; 0 when the process has ended meanwhile. */
function readOr(file, pattern, group = 1) {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[group] ?? 0);
  } catch {
    return 0;
  }
}

/** A server as a child process, spoken to line by line. */
class Server {
  #next = 1;
  #waiting = new Map();

  constructor(env, args = []) {
    this.child = spawn(process.execPath, [BIN, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error || result?.isError) waiting?.reject(new Error(JSON.stringify(error ?? result.content)));
      else waiting?.resolve(result);
    });
  }

  request(method, params = {}) {
    const id = this.#next++;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  async initialize() {
    const clientInfo = { name: 'bench', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  call(name, args) {
    return this.request('tools/call', { name: `mempalace_${name}`, arguments: args });
  }

  /** The server and the processes of its own that live (its model); none where /proc does not tell. */
  #processes() {
    const { pid } = this.child;
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return [pid, ...children.filter((word) => word !== '')];
    } catch {
      return [];
    }
  }

  /** Resident memory of all of them, in MB. */
  memory() {
    const kilobytes = this.#processes().map((pid) => readOr(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m));
    return sum(kilobytes) / 1024;
  }

  /** Processor time of all of them and of those that have ended (git), in ms: what other programs do meanwhile does not count. */
  cpu() {
    // The 14th to 17th field: own and children's, in hundredths of a second.
    const fields = this.#processes().map((pid) =>
      sum([1, 2, 3, 4].map((at) => readOr(`/proc/${pid}/stat`, /\) \S(?: \S+){10} (\d+) (\d+) (\d+) (\d+)/, at))),
    );
    return sum(fields) * 10;
  }

  async end() {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    await ended;
  }
}

/** From the start of a process to the answer of `tools/list`, beside the start of a bare Node, turn by turn. */
async function benchList(env) {
  const [list, node] = [[], []];
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    const server = new Server(env);
    const initialized = server.initialize();
    const { tools } = await initialized.then(() => server.request('tools/list'));
    list.push(performance.now() - started);
    if (tools.length < 30) throw new Error('the list of tools is not whole');
    await server.end();
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - start);
  }
  // The first starts compile the program and keep the code.
  return { list_ms: median(list.slice(2)), node_ms: median(node.slice(2)) };
}

/** One embedding and a loop over all vectors: what a search by meaning takes at least. */
async function bareSearch(env, count) {
  const load = loadProgram({ build: false });
  const { resolveModel } = await load('index/embedding/resolve');
  const runtime = { env, home: env.HOME, cwd: env.HOME, platform: process.platform, logger: { warn() {}, debug() {} } };
  const source = await resolveModel(runtime, { model: 'bundled' });
  const model = await source.open();
  const { dimensions } = model;
  const matrix = Float32Array.from({ length: count * dimensions }, () => random() - 0.5);
  const scores = new Float64Array(count);
  return {
    async once(words) {
      const [{ vector: query }] = await model.embed([words]);
      for (let row = 0; row < count; row++) {
        const start = row * dimensions;
        let sum = 0;
        for (let at = 0; at < dimensions; at++) sum += query[at] * matrix[start + at];
        scores[row] = sum;
      }
      return scores;
    },
    close: () => model.close(),
  };
}

async function benchSearch(env, count, bare, { queries, calls }) {
  const server = new Server(env);
  await server.initialize();
  const ask = async (words) => {
    const { structuredContent } = await server.call('search', { query: words, limit: 5 });
    if (structuredContent.mode !== 'hybrid' || structuredContent.results.length === 0)
      throw new Error(`the search was not by words and meaning: ${JSON.stringify(structuredContent.notes)}`);
  };
  const times = { search: [], bare: [] };
  const used = { search: 0, bare: 0 };
  const cpuOf = {
    search: () => server.cpu(),
    bare: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
  for (let round = 0; round < queries + 10; round++) {
    const words = `what did we say about ${sentence(3)}`;
    for (const [name, run] of [
      ['search', () => ask(words)],
      ['bare', () => bare.once(words)],
    ]) {
      const [start, before] = [performance.now(), cpuOf[name]()];
      await run();
      times[name].push(performance.now() - start);
      if (round >= 10) used[name] += cpuOf[name]() - before;
    }
  }
  const warm = (name, share) => quantile(times[name].slice(10), share);
  const figures = {
    search_p50_ms: warm('search', 0.5),
    search_p95_ms: warm('search', 0.95),
    bare_p50_ms: warm('bare', 0.5),
    bare_p95_ms: warm('bare', 0.95),
    search_cpu_ms: used.search / queries,
    bare_cpu_ms: used.bare / queries,
  };

  // Some calls in, what is kept in memory stands; then 1,000 more of several kinds.
  const some = async (calls) => {
    for (let n = 0; n < calls; n++) {
      if (n % 4 === 0) await server.call('list_drawers', { limit: 20, offset: n });
      else if (n % 4 === 1) await server.call('status', {});
      else await ask(sentence(2 + (n % 5)));
    }
  };
  await some(calls / 5);
  const before = server.memory();
  await some(calls);
  const after = server.memory();
  await server.end();
  return { ...figures, passages: count, memory_before_mb: before, memory_after_mb: after };
}

/** Prints figures and ratios. @throws when a call fails: a figure of a failed call is worth nothing. */
export async function benchMcp({ count = 10_000, json = false, quick = false } = {}) {
  if (!ensure()) throw new Error('the program could not be built: see above');
  const work = mkdtempSync(join(tmpdir(), 'palace-mcp-'));
  try {
    const home = join(work, 'home');
    const project = join(work, 'project');
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Bench\n\temail = bench@example.org\n[gc]\n\tauto = 0\n');
    const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', PALACE_PATH: join(work, 'palace') };
    for (let n = 0; n < count; n++) {
      const room = join(project, `area-${n % 50}`);
      mkdirSync(room, { recursive: true });
      writeFileSync(join(room, `note-${n}.md`), `${sentence(60)}.\n`);
    }
    for (const args of [['init'], ['mine', project, '--wing', 'bench', '--quiet'], ['index', 'refresh', '--quiet']]) {
      const ran = spawnSync(process.execPath, [BIN, ...args], { env, encoding: 'utf8', maxBuffer: 1 << 28 });
      if (ran.status !== 0) throw new Error(`${args.join(' ')} failed:\n${ran.stdout}\n${ran.stderr}`);
    }
    if (!json) console.error('mined');
    const started = await benchList(env);
    if (!json) console.error('measured tools/list');
    const bare = await bareSearch(env, count);
    if (!json) console.error('model loaded');
    const found = await benchSearch(env, count, bare, quick ? QUICK : FULL);
    await bare.close();
    const figures = { ...started, ...found };
    const ratios = {
      list: figures.list_ms / figures.node_ms,
      search_p50: figures.search_p50_ms / figures.bare_p50_ms,
      search_p95: figures.search_p95_ms / figures.bare_p95_ms,
      search_cpu: figures.search_cpu_ms / figures.bare_cpu_ms,
      memory: figures.memory_after_mb / figures.memory_before_mb,
    };
    if (json) console.log(JSON.stringify({ ...figures, ratios }));
    else {
      for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${value.toFixed(1)}`);
      for (const [name, value] of Object.entries(ratios))
        console.log(`${name.padEnd(20)} ${value.toFixed(2)}   bar: ${BARS[name]}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
