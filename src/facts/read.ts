import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { readIfExists } from '../base/files.js';
import type { Logger } from '../base/runtime.js';
import type { FileEntry, ObjectId } from '../git/types.js';
import { type ConfirmedEntity, parseEntitiesFile } from '../palace/entities-file.js';
import type { DamagedLine } from '../palace/events.js';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { Aliases } from './aliases.js';
import { Facts } from './facts.js';
import { foldWorkTree, readKept, type WorkTreeFold } from './fold-store.js';
import { MemoryGroups } from './groups.js';
import { readLogs } from './logs.js';
import { knownUntil } from './query.js';
import { singleValuedRelations } from './relations.js';

/** What was read, and what could not be. */
export interface OpenedFacts {
  facts: Facts;
  /** Lines that do not count, by file and line. */
  damaged: DamagedLine[];
  /** The moment that "now" is for these facts: the end of the date of `knownAt`, else the clock's. Milliseconds. */
  now: number;
}

export interface OpenFactsRequest {
  /** A date: only events up to its end; a revision: the facts that its tree holds. Default all of the work tree. */
  knownAt?: string;
}

/**
 * The facts of the work tree (unsaved lines included), or what was known at an earlier time.
 * @throws PalaceError `unknown-revision` (exit 4) when `knownAt` is neither a date nor a revision.
 */
export async function openFacts(palace: Palace, { knownAt }: OpenFactsRequest = {}): Promise<OpenedFacts> {
  const { runtime, settings } = palace;
  const clock = runtime.now();
  const until = knownAt === undefined ? undefined : knownUntil(knownAt, clock);
  const past = knownAt === undefined || until !== undefined ? undefined : await logsOf(palace, knownAt);
  const { groups, damaged } = past?.fold ?? (await foldWorkTree(palace));
  const entities = past?.entities ?? (await readIfExists(join(palace.root, PATHS.entities)))?.toString('utf8') ?? '';
  const aliases = new Aliases(confirmedEntities(entities, runtime.logger));
  for (const { alias, names } of aliases.disputed)
    runtime.logger.warn(
      `${PATHS.entities}: "${alias}" is a name of both ${names[0]} and ${names[1]}; taken for ${names[0]}`,
    );
  reportDamage(damaged, runtime.logger);
  const singleValued = singleValuedRelations(settings);
  const facts = new Facts(groups, { aliases, singleValued, ...(until !== undefined && { until }) });
  return { facts, damaged, now: until ?? past?.at ?? clock.getTime() };
}

/** The facts of a tree. */
interface PastFacts {
  fold: WorkTreeFold;
  /** Text of entities.yaml. */
  entities: string;
  /** When the tree was committed, in milliseconds. */
  at: number;
}

async function logsOf(palace: Palace, revision: string): Promise<PastFacts> {
  const { git } = palace;
  const id = await git.resolveCommit(revision.trim());
  if (id === undefined)
    throw new PalaceError('unknown-revision', `"${revision}" is neither a revision of this palace nor a date`, {
      exit: EXIT.notFound,
      next: ['palace log', '--known-at 2026-03-04, or a commit id, a branch, HEAD~3'],
    });
  const { tree, committer } = await git.readCommit(id);
  const files = (await git.listFiles(tree, PATHS.facts)).filter(
    ({ path, mode }) => path.endsWith('.jsonl') && mode.startsWith('100'),
  );
  const entities = await git.blobAt(tree, PATHS.entities);
  return {
    fold: await foldOf(palace, files),
    entities: entities === undefined ? '' : (await git.readBlob(entities.id)).toString('utf8'),
    at: committer.at.getTime(),
  };
}

/** The kept fold where it was made of exactly these blobs; else they are folded, and not kept: the past is asked for seldom. */
async function foldOf(palace: Palace, files: readonly FileEntry[]): Promise<WorkTreeFold> {
  const kept = readKept(palace);
  const blobs = new Set(kept?.manifest.files.map(({ path, blob }) => `${path}\0${blob}`));
  if (kept !== undefined && blobs.size === files.length && files.every(({ path, id }) => blobs.has(`${path}\0${id}`)))
    return { groups: kept, damaged: kept.manifest.damaged };
  const texts = new Map<ObjectId, string>();
  for await (const { id, content } of palace.git.readBlobs(new Set(files.map((file) => file.id))))
    texts.set(id, content.toString('utf8'));
  const { events, damaged } = readLogs(files.map((file) => ({ path: file.path, text: texts.get(file.id) ?? '' })));
  return { groups: new MemoryGroups(events), damaged };
}

/** What entities.yaml says; a broken file costs the aliases and one line. */
function confirmedEntities(text: string, logger: Logger): ConfirmedEntity[] {
  try {
    return parseEntitiesFile(text);
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    logger.warn(`${error.message}; its names and aliases are not used`);
    return [];
  }
}

const MOST_LINES = 5;

function reportDamage(damaged: readonly DamagedLine[], logger: Logger): void {
  for (const { file, line, message } of damaged.slice(0, MOST_LINES))
    logger.warn(`${file}:${line}: ${message}; the line does not count`);
  if (damaged.length > MOST_LINES)
    logger.warn(`${damaged.length - MOST_LINES} more damaged lines: palace doctor names all`);
}
