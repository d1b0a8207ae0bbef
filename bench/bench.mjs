// Speed of the built program as ratios against git and `node -e 0`, measured in the same run.
//   npm run bench                  1,000, 10,000 and 50,000 drawers of about 1 kB
//   npm run bench -- 1000 10000    other sizes;  --json prints one JSON value
//   --claude-code 200              instead: reading 200 MB of sessions of Claude Code (bench/claude-code.mjs)
//   --mcp 10000                instead: the server of agents (bench/mcp.mjs)
//   --vectors                      also the search by words and meaning (embeds everything first: minutes at 10,000)
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sessions = process.argv.indexOf('--claude-code');
if (sessions !== -1) {
  const { benchClaudeCode } = await import('./claude-code.mjs');
  benchClaudeCode(Number(process.argv[sessions + 1] ?? 200));
  process.exit();
}

if (process.argv.includes('--mcp')) {
  const { benchMcp } = await import('./mcp.mjs');
  const count = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000);
  await benchMcp({ count, json: process.argv.includes('--json'), quick: process.argv.includes('--quick') });
  process.exit();
}

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const bin = join(packageRoot, 'bin', 'run.js');
const sizes = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
if (sizes.length === 0) sizes.push(1000, 10_000, 50_000);
/** What the issue asks for, at 10,000 drawers. */
const BARS = { mine: 2, again: 3, add: 3, search: 5, status: 5, hybrid: 9 };
const vectors = process.argv.includes('--vectors');

/** A process that lists a folder and all below it, with the stat of each file: what looking for changes costs at least. */
const LOOK = `const { readdirSync, lstatSync } = require('node:fs'), { join } = require('node:path');
const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else lstatSync(path);
  }
};
walk(process.argv[1]);`;

const work = mkdtempSync(join(tmpdir(), 'palace-bench-'));
const home = join(work, 'home');
mkdirSync(home);
const env = {
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  // A collection that git starts in the background would slow whatever is measured next.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'gc.auto',
  GIT_CONFIG_VALUE_0: '0',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
  ...(process.env.PALACE_GIT === undefined ? {} : { PALACE_GIT: process.env.PALACE_GIT }),
};

/** Milliseconds of one run; any failure ends the benchmark, since a figure of a failed command is worth nothing. */
function time(command, args, options = {}) {
  const start = performance.now();
  const run = spawnSync(command, args, { env, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  const took = performance.now() - start;
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${run.stdout}\n${run.stderr}`);
  return { took, rss: undefined, stdout: run.stdout };
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const repeat = (count, run) => median(Array.from({ length: count }, (_, round) => run(round)));
/** Median of the command and of `node -e 0` beside it, turn by turn: a machine's pace changes within minutes. */
function besideNode(count, run) {
  const pairs = Array.from({ length: count }, (_, round) => [run(round), time(process.execPath, ['-e', '0']).took]);
  return { took: median(pairs.map(([took]) => took)), node: median(pairs.map(([, node]) => node)) };
}
const palace = (args, options) => time(process.execPath, [bin, ...args], options);

// A seeded vocabulary with a Zipf-like tail, so that postings look like those of real text.
let state = 42;
const random = () => {
  // xorshift32
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
const syllables = [
  'ka',
  'ru',
  'mi',
  'ten',
  'vor',
  'sel',
  'an',
  'do',
  'pri',
  'lu',
  'gor',
  'ne',
  'fa',
  'sti',
  'ho',
  'be',
];
const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]).join(
    '',
  ),
);
const word = () => vocabulary[Math.min(vocabulary.length - 1, Math.floor(vocabulary.length * random() ** 3))];
function text(number) {
  let body = `# Note ${number}\n\nmarker${number} `;
  while (body.length < 1000) body += `${word()}${random() < 0.12 ? '.\n' : ' '}`;
  return `${body}\n`;
}

function project(folder, count) {
  for (let number = 0; number < count; number++) {
    const room = join(folder, `area-${String(number % 100).padStart(2, '0')}`);
    if (number < 100) mkdirSync(room, { recursive: true });
    writeFileSync(join(room, `note-${String(number).padStart(6, '0')}.md`), text(number));
  }
}

function measure(count) {
  const folder = join(work, `project-${count}`);
  const root = join(work, `palace-${count}`);
  project(folder, count);
  const rounds = count <= 10_000 ? 3 : 1;

  const reference = join(work, 'reference');
  const gitBulk = repeat(rounds, () => {
    rmSync(reference, { recursive: true, force: true });
    cpSync(folder, reference, { recursive: true });
    time('git', ['init', '-q', '-b', 'main'], { cwd: reference });
    return time('sh', ['-c', 'git add -A && git commit -qm all'], { cwd: reference }).took;
  });
  const mine = repeat(rounds, () => {
    rmSync(root, { recursive: true, force: true });
    palace(['init', '--palace', root]);
    return palace(['mine', folder, '--palace', root, '--wing', 'bench', '--no-embed', '--json']).took;
  });
  const pairs = Array.from({ length: 5 }, () => [
    palace(['mine', folder, '--palace', root, '--wing', 'bench', '--no-embed', '--json']).took,
    time(process.execPath, ['-e', LOOK, folder]).took,
  ]);
  const again = median(pairs.map(([took]) => took));
  const look = median(pairs.map(([, took]) => took));

  const gitOnes = [];
  const add = besideNode(9, (round) => {
    const name = `one-${round}.md`;
    writeFileSync(join(reference, 'area-00', name), text(count + round));
    gitOnes.push(
      time('git', ['add', '--', `area-00/${name}`], { cwd: reference }).took +
        time('git', ['commit', '-qm', 'one'], { cwd: reference }).took,
    );
    const words = text(count + 100 + round);
    return palace(['add', words, '--wing', 'bench', '--room', 'area-00', '--palace', root]).took;
  });
  const gitOne = median(gitOnes);
  const find = (words) => palace(['search', words, '--mode', 'keyword', '--palace', root]).took;
  find('marker7');
  const search = besideNode(11, (round) => find(`marker${(round * 37) % count} ${vocabulary[round * 11]}`));
  const common = besideNode(7, () => find(`${vocabulary[0]} ${vocabulary[1]} ${vocabulary[2]}`));
  const status = besideNode(11, () => palace(['status', '--palace', root]).took);
  const hit = JSON.parse(palace(['search', 'marker7', '--mode', 'keyword', '--palace', root, '--json']).stdout);
  if (hit.hits.length === 0) throw new Error('the planted word was not found: the figures would be worthless');
  const edited = join(root, hit.hits[0].path);
  if (!existsSync(edited)) throw new Error(`no file at ${edited}`);
  appendFileSync(edited, 'edited by hand\n');
  const afterEdit = palace(['search', 'marker7', '--mode', 'keyword', '--palace', root]).took;
  const meaning = vectors ? measureMeaning(root, count) : {};
  const fsck = time('git', ['fsck', '--connectivity-only', '--no-dangling'], { cwd: root });
  if (/error|missing/.test(fsck.stdout)) throw new Error(`git fsck: ${fsck.stdout}`);
  rmSync(reference, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  return {
    drawers: count,
    node_ms: search.node,
    git_bulk_ms: gitBulk,
    mine_ms: mine,
    mine_again_ms: again,
    look_ms: look,
    git_one_ms: gitOne,
    add_ms: add.took,
    search_ms: search.took,
    search_common_ms: common.took,
    search_after_edit_ms: afterEdit,
    status_ms: status.took,
    ...meaning.figures,
    ratios: {
      mine: mine / gitBulk,
      again: again / look,
      add: add.took / (gitOne + add.node),
      search: search.took / search.node,
      common: common.took / common.node,
      status: status.took / status.node,
      ...meaning.ratios,
    },
  };
}

/** A cold search by words and meaning: the model is loaded, the query embedded, every vector looked at. */
function measureMeaning(root, count) {
  const refresh = palace(['index', 'refresh', '--json', '--palace', root]);
  const { embedded, vectors: made } = JSON.parse(refresh.stdout).vectors;
  const find = (round) => {
    const words = `what did marker${(round * 37) % count} say about ${vocabulary[round * 11]}`;
    const { took, stdout } = palace(['search', words, '--json', '--palace', root]);
    if (JSON.parse(stdout).mode !== 'hybrid') throw new Error('the search went by words only');
    return took;
  };
  find(1);
  const hybrid = besideNode(11, find);
  return {
    figures: { embed_ms: refresh.took, embedded_count: embedded, vectors_count: made, hybrid_ms: hybrid.took },
    ratios: { hybrid: hybrid.took / hybrid.node },
  };
}

try {
  const rows = sizes.map((size) => {
    const row = measure(size);
    if (!process.argv.includes('--json')) console.error(`measured ${size}`);
    return row;
  });
  if (process.argv.includes('--json'))
    console.log(
      JSON.stringify({
        version: JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version,
        node: process.version,
        rows,
      }),
    );
  else {
    const number = (value) => value.toFixed(0).padStart(8);
    const ratio = (value) => value.toFixed(2).padStart(8);
    console.log(`${'drawers'.padEnd(34)}${rows.map((row) => String(row.drawers).padStart(9)).join('')}`);
    for (const key of Object.keys(rows[0]).filter((name) => /_(?:ms|count)$/.test(name)))
      console.log(
        `${key.replace('_ms', ' (ms)').replace('_count', '').padEnd(34)}${rows.map((row) => ` ${number(row[key])}`).join('')}`,
      );
    const of = {
      mine: 'mine / (git add -A && commit)',
      again: 'mine again / node listing, stat-ing',
      add: 'add / (git add + commit + node)',
      search: 'cold search / node -e 0',
      common: 'the same, three commonest words',
      status: 'status / node -e 0',
      ...(vectors && { hybrid: 'cold hybrid search / node -e 0' }),
    };
    for (const [key, label] of Object.entries(of))
      console.log(
        `${label.padEnd(34)}${rows.map((row) => ` ${ratio(row.ratios[key])}`).join('')}   ${BARS[key] === undefined ? '' : `bar at 10,000: ${BARS[key]}`}`,
      );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
