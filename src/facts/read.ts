import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import { readIfExists } from '../base/files.js';
import type { Logger } from '../base/runtime.js';
import type { ObjectId } from '../git/types.js';
import { type ConfirmedEntity, parseEntitiesFile } from '../palace/entities-file.js';
import { type DamagedLine, type PalaceEvent, placeEvents } from '../palace/events.js';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { Aliases } from './aliases.js';
import { factProblem } from './events.js';
import { Facts } from './facts.js';
import { MemoryGroups } from './groups.js';
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
  const logs =
    knownAt === undefined || until !== undefined ? await logsOfWorkTree(palace) : await logsOf(palace, knownAt);
  const { events, damaged } = readLogs(logs.logs);
  const aliases = new Aliases(confirmedEntities(logs.entities, runtime.logger));
  for (const { alias, names } of aliases.disputed)
    runtime.logger.warn(
      `${PATHS.entities}: "${alias}" is a name of both ${names[0]} and ${names[1]}; taken for ${names[0]}`,
    );
  reportDamage(damaged, runtime.logger);
  const singleValued = singleValuedRelations(settings);
  const facts = new Facts(new MemoryGroups(events), { aliases, singleValued, ...(until !== undefined && { until }) });
  return { facts, damaged, now: until ?? logs.at ?? clock.getTime() };
}

interface Logs {
  logs: { path: string; text: string }[];
  /** Text of entities.yaml. */
  entities: string;
  /** When the tree was committed. */
  at?: number;
}

/** Events of some logs that can be taken at their word, and the lines that cannot. */
export function readLogs(logs: Iterable<{ path: string; text: string }>): {
  events: PalaceEvent[];
  damaged: DamagedLine[];
} {
  const events: PalaceEvent[] = [];
  const damaged: DamagedLine[] = [];
  for (const { path, text } of logs) {
    const reading = placeEvents(text, path);
    const wrong: DamagedLine[] = [...reading.damaged];
    for (const { event, line } of reading.placed) {
      const message = factProblem(event);
      if (message === undefined) events.push(event);
      else wrong.push({ file: path, line, message });
    }
    damaged.push(...wrong.sort((a, b) => a.line - b.line));
  }
  return { events, damaged };
}

/** Paths of the logs of facts that stand in the work tree, sorted. */
export async function factLogPaths(palace: Pick<Palace, 'root'>): Promise<string[]> {
  let entries: Dirent[];
  const folder = join(palace.root, PATHS.facts);
  try {
    entries = await readdir(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(palace.root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

async function logsOfWorkTree(palace: Palace): Promise<Logs> {
  const logs: Logs['logs'] = [];
  for (const path of await factLogPaths(palace)) {
    const bytes = await readIfExists(join(palace.root, path));
    if (bytes !== undefined) logs.push({ path, text: bytes.toString('utf8') });
  }
  const entities = await readIfExists(join(palace.root, PATHS.entities));
  return { logs, entities: entities?.toString('utf8') ?? '' };
}

async function logsOf({ git }: Palace, revision: string): Promise<Logs> {
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
  const texts = new Map<ObjectId, string>();
  for await (const { id: blob, content } of git.readBlobs(new Set(files.map((file) => file.id))))
    texts.set(blob, content.toString('utf8'));
  const entities = await git.blobAt(tree, PATHS.entities);
  return {
    logs: files.map((file) => ({ path: file.path, text: texts.get(file.id) ?? '' })),
    entities: entities === undefined ? '' : (await git.readBlob(entities.id)).toString('utf8'),
    at: committer.at.getTime(),
  };
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
