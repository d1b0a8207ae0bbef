// The sets as folders of transcripts, one folder a wing, with questions and what would answer them.
//   { name, rule, documents: [{id, wing, text}], wings: [{wing, path}], questions: [{qid, wing, category, question, evidence}],
//     idOf: Map of "wing\0file" to document id }
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readConvomem } from './convomem.mjs';
import { readLongmemeval } from './longmemeval.mjs';

/** Sets that a user brings, and where they are to be had. */
const BROUGHT = {
  longmemeval: {
    read: readLongmemeval,
    from: 'longmemeval_s_cleaned.json of https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned',
  },
  convomem: {
    read: readConvomem,
    from: 'files or the folder core_benchmark/evidence_questions of https://huggingface.co/datasets/Salesforce/ConvoMem',
  },
};
/** Sets of the shared benchmark folder; a question without evidence counts as found in LoCoMo, as in the published script. */
const SHARED = { locomo: 'one', devmem: 'skip', lme20: 'skip', synthetic: 'skip' };

export const SET_NAMES = [...Object.keys(SHARED), ...Object.keys(BROUGHT)];

/** What the caller can put right by another argument. */
export class UsageError extends Error {}

/**
 * Writes the transcripts of a set below `folder` (once) and reads what belongs to it.
 * @param path of a brought set, or of a synthetic one that is made already.
 * @throws UsageError when the data are not there.
 */
export function openSet(name, folder, { path, shared, captions, limit }) {
  const corpus = join(folder, 'corpus');
  const done = join(folder, 'corpus.done');
  if (!existsSync(done)) {
    rmSync(corpus, { recursive: true, force: true });
    if (name in BROUGHT) writeBrought(name, corpus, path, limit);
    else writeShared(name, corpus, { path, shared, captions, folder });
    writeFileSync(done, '');
  }
  return readCorpus(name, corpus, limit);
}

function writeBrought(name, corpus, path, limit) {
  const { read, from } = BROUGHT[name];
  if (path === undefined) throw new UsageError(`${name} comes from those who have it: give its path (${from})`);
  if (!existsSync(path)) throw new UsageError(`there is no ${path}; ${name} is to be had as ${from}`);
  const { documents, questions } = read(path, limit);
  if (questions.length === 0) throw new UsageError(`${path} holds no questions; expected ${from}`);
  for (const { file, text } of documents) {
    mkdirSync(dirname(join(corpus, file)), { recursive: true });
    writeFileSync(join(corpus, file), text);
  }
  const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  mkdirSync(`${corpus}.meta`, { recursive: true });
  writeFileSync(join(`${corpus}.meta`, 'manifest.jsonl'), lines(documents.map(({ text: _, ...facts }) => facts)));
  writeFileSync(join(`${corpus}.meta`, 'questions.jsonl'), lines(questions.map(({ evidence: _, ...asked }) => asked)));
  writeFileSync(
    join(`${corpus}.meta`, 'qrels.jsonl'),
    lines(questions.map(({ qid, evidence }) => ({ qid, evidence }))),
  );
}

function writeShared(name, corpus, { path, shared, captions, folder }) {
  const bench = join(shared, 'bench');
  if (!existsSync(join(bench, 'corpus.mjs')))
    throw new UsageError(`${name} is read with the shared benchmark, which is not in ${bench}: give --shared PATH`);
  const run = (script, args) => execFileSync(process.execPath, [join(bench, script), ...args], { stdio: 'ignore' });
  const args = captions ? ['--captions'] : [];
  if (name === 'synthetic') {
    const made = path ?? join(folder, 'synthetic');
    const size = ['--drawers', '10000', '--wings', '20', '--rooms', '8', '--needles', '400', '--seed', '1'];
    if (!existsSync(join(made, 'info.json'))) run('generate.mjs', [made, ...size]);
    args.push('--data', made);
  } else if (path !== undefined) args.push('--data', path);
  run('corpus.mjs', [name, corpus, ...args]);
}

function readCorpus(name, corpus, limit) {
  const meta = (file) => jsonLines(join(`${corpus}.meta`, file));
  const documents = meta('manifest.jsonl').map(({ file, id, wing }) => ({
    id,
    wing,
    file: file.split(sep).join('/'),
    text: readFileSync(join(corpus, file), 'utf8'),
  }));
  const evidence = new Map(meta('qrels.jsonl').map((line) => [line.qid, line.evidence]));
  const questions = meta('questions.jsonl').slice(0, limit ?? Number.POSITIVE_INFINITY);
  const wings = [...new Map(documents.map(({ wing, file }) => [wing, file.slice(0, file.indexOf('/'))]))];
  return {
    name,
    rule: SHARED[name] ?? 'skip',
    documents,
    wings: wings.map(([wing, path]) => ({ wing, path: join(corpus, path) })),
    questions: questions.map((question) => ({ ...question, evidence: evidence.get(question.qid) ?? [] })),
    idOf: new Map(documents.map(({ id, file }) => [file, id])),
  };
}

function jsonLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
