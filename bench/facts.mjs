// Speed of the knowledge graph as ratios in one run: `node bench/facts.mjs [EVENTS]` (default 100,000); --json prints one JSON value.
// The reference of the first fold is JSON.parse of the same lines, that of a cold query `node -e 0`, that of `kg add` an `add`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '../scripts/ensure.mjs';
import { loadProgram } from './retrieval/program.mjs';
import { BIN, benchEnvironment, interleaved, median, run } from './timing.mjs';

if (!ensure()) process.exit(1);
const EVENTS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
const ROUNDS = 7;
const BARS = { query: 8, fold: 4, add: 1 };

const work = mkdtempSync(join(tmpdir(), 'palace-facts-'));
const env = benchEnvironment(work, { PALACE_WRITER: 'bench' });
const root = join(work, 'palace');

const palace = (...args) => run(env, process.execPath, [BIN, ...args, '--palace', root]).took;
const node = () => run(env, process.execPath, ['-e', '0']).took;

/** Events of one writer over four years: nine of ten state a fact, the others end one. */
function writeEvents() {
  const relations = ['works_on', 'uses', 'leads', 'likes', 'reviewed'];
  const months = new Map();
  const open = [];
  for (let number = 0; number < EVENTS; number++) {
    const at = new Date(Date.UTC(2022, 0, 1) + number * Math.floor((4 * 365 * 86_400_000) / EVENTS)).toISOString();
    const event = `e${String(number).padStart(12, '0')}`;
    const ends = number % 10 === 9;
    const line = ends
      ? { event, at, by: 'bench', op: 'end', target: open[(number * 7) % open.length], to: at.slice(0, 10) }
      : {
          event,
          at,
          by: 'bench',
          op: 'add',
          subject: `Person ${number % 2_000}`,
          predicate: relations[number % relations.length],
          object: `Project ${(number * 13) % 3_000}`,
          from: at.slice(0, 10),
        };
    if (!ends) open.push(event);
    const month = at.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), JSON.stringify(line)]);
  }
  mkdirSync(join(root, 'facts', 'bench'), { recursive: true });
  const files = [];
  for (const [month, lines] of months) {
    const file = join(root, 'facts', 'bench', `${month}.jsonl`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    files.push(file);
  }
  return files;
}

function parseAll(files) {
  const start = performance.now();
  let count = 0;
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '' && JSON.parse(line).op) count += 1;
  if (count !== EVENTS) throw new Error(`${count} events`);
  return performance.now() - start;
}

try {
  palace('init');
  const files = writeEvents();
  palace('save', '-m', 'facts');
  const load = loadProgram({ build: false });
  const [{ openPalace }, { openFacts }] = await Promise.all([load('palace/open'), load('facts/read')]);
  const { runtimeIn } = await import('./retrieval/palace.mjs');
  const opened = await openPalace(root, { ...runtimeIn(work, () => {}), home: env.HOME, env });
  const folds = [];
  const parses = [];
  for (let round = 0; round < 5; round++) {
    rmSync(join(root, '.palace', 'cache', 'facts'), { recursive: true, force: true });
    parses.push(parseAll(files));
    const start = performance.now();
    await openFacts(opened);
    folds.push(performance.now() - start);
  }
  await opened.close();
  palace('kg', 'query', 'Person 7');
  const cold = interleaved(ROUNDS, { query: () => palace('kg', 'query', 'Person 8', '--json'), node });
  const adds = interleaved(ROUNDS, {
    kg: (round) => palace('kg', 'add', 'Kai', 'likes', `thing ${round}`),
    drawer: (round) => palace('add', `A memory of turn ${round}, with some words in it.`, '--wing', 'w', '--room', 'r'),
  });
  const ratios = { query: cold.query / cold.node, fold: median(folds) / median(parses), add: adds.kg / adds.drawer };
  const figures = {
    events: EVENTS,
    node_ms: cold.node,
    query_ms: cold.query,
    parse_ms: median(parses),
    fold_ms: median(folds),
    kg_add_ms: adds.kg,
    add_ms: adds.drawer,
  };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ ...figures, ratios })}\n`);
  else {
    for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(40)}${value.toFixed(0)}`);
    const label = {
      query: 'cold kg query / node -e 0',
      fold: 'first fold / JSON.parse of the lines',
      add: 'kg add / add',
    };
    for (const [name, value] of Object.entries(ratios))
      console.log(`${label[name].padEnd(40)}${value.toFixed(2)}   bar ${BARS[name]}`);
  }
} finally {
  if (!process.env.KEEP) rmSync(work, { recursive: true, force: true });
  else console.log(work);
}
