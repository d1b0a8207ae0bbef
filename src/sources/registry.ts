import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import type { Runtime } from '../base/runtime.js';
import { AGENTS } from './adapters/agents.js';
import { DOCUMENTS } from './adapters/documents.js';
import { note } from './adapters/note.js';
import { NOTES } from './adapters/notes.js';
import { PEOPLE } from './adapters/people.js';
import { projectFile } from './adapters/project-file.js';
import { quotedTranscript } from './adapters/quoted-transcript.js';
import { WEB_EXPORTS } from './adapters/web-exports.js';
import { ADAPTER_VERSION, readerMark } from './reader-version.js';
import { SkipSource } from './skip.js';
import type {
  BodyPiece,
  Candidate,
  ReadOptions,
  SkippedSource,
  SourceAdapter,
  SourceRoot,
  SourceUnit,
  StartOver,
} from './types.js';

/** Every adapter that is shipped, in the order in which equal confidences are settled. */
export const ADAPTERS: readonly SourceAdapter[] = [
  projectFile,
  ...AGENTS,
  ...WEB_EXPORTS,
  ...PEOPLE,
  ...NOTES,
  ...DOCUMENTS,
  quotedTranscript,
  note,
];

/**
 * The adapter that reads a candidate: the surest one that the mode permits, undefined when none wants the file.
 * `files` permits project files only, `chats` conversations and notes only. `wanted` names one adapter, which then gets
 * every file. @throws PalaceError `unknown-adapter` (exit 2) with near names.
 */
export function chooseAdapter(
  candidate: Candidate,
  wanted: string | undefined,
  mode: 'auto' | 'files' | 'chats',
  adapters: readonly SourceAdapter[] = ADAPTERS,
): SourceAdapter | undefined {
  if (wanted !== undefined) return adapterNamed(wanted, adapters);
  let best: SourceAdapter | undefined;
  let confidence = 0;
  for (const adapter of adapters) {
    if (mode !== 'auto' && (adapter.kind === 'file') !== (mode === 'files')) continue;
    const found = adapter.detect(candidate);
    if (found <= confidence) continue;
    best = adapter;
    confidence = found;
  }
  return best;
}

/** The adapter of this name. @throws PalaceError `unknown-adapter`. */
export function adapterNamed(name: string, adapters: readonly SourceAdapter[] = ADAPTERS): SourceAdapter {
  const found = adapters.find((adapter) => adapter.name === name);
  if (found !== undefined) return found;
  const names = adapters.map((adapter) => adapter.name);
  throw new PalaceError('unknown-adapter', `there is no source adapter ${JSON.stringify(name)}`, {
    exit: EXIT.usage,
    next: [didYouMean(name, names) || `the adapters are ${names.join(', ')}`],
    details: { adapters: names },
  });
}

/** Reads a candidate to the end: its units, or the line of the report that says why there are none. */
export async function readSource(
  adapter: SourceAdapter,
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  runtime: Runtime,
): Promise<{ units: SourceUnit[] } | { skipped: SkippedSource }> {
  const units: SourceUnit[] = [];
  for await (const one of found(adapter, candidate, () => adapter.read(candidate, root, options, runtime))) {
    if ('skipped' in one) return one;
    if ('unit' in one) units.push(one.unit);
  }
  return { units };
}

/** What reading a candidate gives: its units, and in the end perhaps the line of the report that says why there are no more. */
export type Found = { unit: SourceUnit } | { skipped: SkippedSource };

/**
 * Reads a candidate unit by unit, long bodies in pieces where the adapter can: none is held. Units of an adapter that learned something
 * since its first version carry the version as a fact.
 */
export function streamPieces(
  adapter: SourceAdapter,
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  runtime: Runtime,
): AsyncGenerator<Found | BodyPiece | StartOver> {
  const read = adapter.readLong ?? adapter.read;
  return found(adapter, candidate, () => read.call(adapter, candidate, root, options, runtime));
}

async function* found(
  adapter: SourceAdapter,
  candidate: Candidate,
  read: () => AsyncIterable<SourceUnit | BodyPiece | StartOver>,
): AsyncGenerator<Found | BodyPiece | StartOver> {
  const mark = readerMark(adapter);
  try {
    // Some say at once why they give nothing.
    for await (const one of read())
      if (!('body' in one)) yield one;
      else yield { unit: mark === undefined ? one : { ...one, facts: { ...one.facts, [ADAPTER_VERSION]: mark } } };
  } catch (error) {
    if (!(error instanceof SkipSource)) throw error;
    const { reason, detail, notKept } = error;
    yield { skipped: { path: candidate.relative, reason, detail, notKept } };
  }
}
