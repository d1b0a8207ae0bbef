// npm run bench:retrieval -- SET [PATH]: how well a search finds what a question is about. See HELP.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../scripts/ensure.mjs';
import { grepRankings } from './grep.mjs';
import { scoreAll } from './metrics.mjs';
import { ask, minedPalace } from './palace.mjs';
import { loadProgram } from './program.mjs';
import { latencies, madeLines, scoreLines } from './report.mjs';
import { openSet, SET_NAMES, UsageError } from './sets.mjs';

const HELP = `npm run bench:retrieval -- SET [PATH] [options]

SET is ${SET_NAMES.join(', ')}.
PATH: the file or folder of longmemeval and convomem; for synthetic a generated folder (default: 10,000 drawers, seed 1).

Mines the set into a palace as a user would with default settings, asks every question (50 hits) with the model loaded, and prints
recall and the like by category, a grep baseline, and what it took.

--mode hybrid|keyword|vector   default hybrid; several with commas
--policy JSON                  other weights than those of src/search/policy.ts
--flat, --wing                 search everywhere, or in the wing of the question (default; synthetic: --flat)
--captions                     LoCoMo with the captions of its photos (as the published figures and our bars have it)
--misses N                     show N questions of which nothing was found among 10
--limit-questions N            only the first N
--keep DIR                     keep the palace there, and take the one that is there
--rankings FILE                write the rankings of the one --mode, for the shared score.mjs
--shared PATH                  folder that holds bench/ (default ../shared)
--no-build                     measure what was compiled last`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'hybrid' },
    policy: { type: 'string' },
    flat: { type: 'boolean' },
    wing: { type: 'boolean' },
    captions: { type: 'boolean', default: false },
    misses: { type: 'string', default: '0' },
    'limit-questions': { type: 'string' },
    keep: { type: 'string' },
    rankings: { type: 'string' },
    shared: { type: 'string', default: resolve(ROOT, '../shared') },
    'no-build': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

try {
  if (values.help) console.log(HELP);
  else await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main() {
  const [name, path] = positionals;
  if (!SET_NAMES.includes(name)) throw new UsageError(name === undefined ? HELP : `no set ${name}\n\n${HELP}`);
  const modes = values.mode.split(',');
  for (const mode of modes)
    if (!['hybrid', 'keyword', 'vector'].includes(mode)) throw new UsageError(`--mode is no ${mode}`);
  if (values.rankings !== undefined && modes.length > 1) throw new UsageError('--rankings takes those of one --mode');
  const limit = countOf('limit-questions');
  const set = { path: path && resolve(path), shared: resolve(values.shared), captions: values.captions, limit };
  const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'palace-retrieval-')) : resolve(values.keep);
  try {
    mkdirSync(folder, { recursive: true });
    assertSameSet(folder, { name, ...set });
    await measure(openSet(name, folder, set), folder, modes);
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(set, folder, modes) {
  const load = loadProgram({ build: !values['no-build'] });
  const flat = values.flat ?? (values.wing ? false : set.name === 'synthetic');
  const policy = values.policy === undefined ? undefined : JSON.parse(values.policy);
  const { palace, made } = await minedPalace(load, folder, set, showProgress());
  try {
    const where = flat ? 'everywhere' : "in the question's wing";
    console.log(`${set.name}: ${set.documents.length} documents, ${set.questions.length} questions, searched ${where}`);
    for (const line of madeLines(made)) console.log(line);
    for (const mode of modes) {
      const { rankings, took, modes: used } = await ask(load, palace, set, { mode, policy, flat });
      print(mode, set, rankings);
      const really = [...used].map(([word, count]) => `${count} ${word}`).join(', ');
      console.log(`searches (${really}): ${latencies(took)}`);
      if (values.rankings !== undefined) writeRankings(rankings);
    }
    print('grep', set, grepRankings(set, flat));
  } finally {
    await palace.close();
  }
}

function print(title, set, rankings) {
  const { rows, misses } = scoreAll(set, rankings);
  console.log(`\n${scoreLines(title, rows).join('\n')}`);
  for (const { qid, category, question, evidence } of misses.slice(0, title === 'grep' ? 0 : countOf('misses')))
    console.log(`miss  ${qid}  [${category}]  ${question}  -> ${evidence.join(' ')}`);
}

/** A kept palace is of one set: another would be scored against its documents. */
function assertSameSet(folder, set) {
  const file = join(folder, 'set.json');
  const wanted = JSON.stringify({
    ...set,
    shared: undefined,
    limit: ['longmemeval', 'convomem'].includes(set.name) ? set.limit : undefined,
  });
  if (!existsSync(file)) writeFileSync(file, wanted);
  else if (readFileSync(file, 'utf8') !== wanted)
    throw new UsageError(`${folder} holds another set (${readFileSync(file, 'utf8')}): give another --keep`);
}

function writeRankings(rankings) {
  const lines = [...rankings].map(([qid, ranked]) => `${JSON.stringify({ qid, ranked })}\n`);
  writeFileSync(values.rankings, lines.join(''));
}

function countOf(option) {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`--${option} is no ${text}`);
  return Number(text);
}

function showProgress() {
  if (!process.stderr.isTTY) return undefined;
  return ({ phase, done, total }) => process.stderr.write(`\r${phase} ${done}${total ? `/${total}` : ''}   `);
}
