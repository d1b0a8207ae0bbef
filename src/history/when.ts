import { EXIT, PalaceError } from '../base/errors.js';
import type { Commit, ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { wingName } from '../palace/names.js';
import type { Palace } from '../palace/types.js';
import { type MemoryName, nameMemory } from './memory.js';
import { subjectOf } from './operations.js';
import { type MemoryChange, pairChanges } from './pairing.js';
import { countPhrase, foldPhrase, lineOfPhrase } from './phrase-count.js';
import { type Stretch, type Who, whoOf, withinStretch } from './stretch.js';
import { storedVersion } from './versions.js';

export interface WhenRequest extends Pick<Stretch, 'since' | 'before' | 'by'> {
  /** The phrase, compared without regard to letter case and line breaks. */
  text: string;
  wing?: string;
  /** Events at most, newest first; default 50, between 1 and 1,000. */
  limit?: number;
}

/** A memory in which the phrase came to stand more often, or less. */
export interface PhraseChange extends MemoryName {
  before: number;
  after: number;
  /** 1-based line of the words, and that line, where the phrase stands (or stood); of the first one. */
  line: number;
  text: string;
}

export interface WhenEvent extends Who {
  commit: ObjectId;
  subject: string;
  appears: PhraseChange[];
  disappears: PhraseChange[];
}

export interface WhenResult {
  text: string;
  events: WhenEvent[];
  total: number;
}

/**
 * The commits in which a phrase appears in a memory or disappears from one, newest first. A memory that only moved is none. A
 * merge counts only for what its people wrote themselves.
 * @throws PalaceError `bad-usage` for a phrase without a letter or digit, `bad-date`, `bad-name` (exit 2).
 */
export async function findWhen(palace: Palace, request: WhenRequest): Promise<WhenResult> {
  const phrase = foldPhrase(request.text);
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(phrase))
    throw new PalaceError('bad-usage', 'the phrase is empty', { exit: EXIT.usage, next: ['palace when "a phrase"'] });
  const under = request.wing === undefined ? PATHS.wings : `${PATHS.wings}/${wingName(request.wing)}`;
  const isWithin = await withinStretch(palace, request);
  const from = (await palace.git.head()).commit;
  if (from === undefined) return { text: request.text, events: [], total: 0 };

  const touched = await touchedDrawers(palace, from, under);
  const counts = await countAll(
    palace,
    touched.flatMap((each) => each.changes),
    phrase,
  );
  const countIn = (version: { blob: ObjectId } | undefined) => (version && counts.get(version.blob)) ?? 0;

  const events: WhenEvent[] = [];
  let total = 0;
  const limit = Math.min(1000, Math.max(1, Math.trunc(request.limit ?? 50)));
  for (const { id, changes } of touched) {
    const telling = changes.filter((change) => countIn(beforeOf(change)) !== countIn(afterOf(change)));
    if (telling.length === 0) continue;
    const commit = await palace.git.readCommit(id);
    if (!isWithin(commit)) continue;
    total++;
    if (events.length < limit) events.push(await toEvent(commit, telling, countIn, phrase));
  }
  return { text: request.text, events, total };
}

/** Changes of memories, commit by commit; nothing is read of the files. */
async function touchedDrawers(
  palace: Palace,
  from: ObjectId,
  under: string,
): Promise<{ id: ObjectId; changes: MemoryChange[] }[]> {
  const touched: { id: ObjectId; changes: MemoryChange[] }[] = [];
  for await (const { commit: id, changes } of palace.git.walkChanges(from, under)) {
    const files = changes.flatMap(({ path, before, after }) =>
      parseDrawerPath(path)
        ? [
            {
              path,
              ...(before && { before: storedVersion(palace.git, before.id) }),
              ...(after && { after: storedVersion(palace.git, after.id) }),
            },
          ]
        : [],
    );
    const { drawers } = await pairChanges(files, false);
    const changed = drawers.filter((change) => beforeOf(change)?.blob !== afterOf(change)?.blob);
    if (changed.length > 0) touched.push({ id, changes: changed });
  }
  return touched;
}

/** How often the phrase stands in each version; only those in which it does. */
async function countAll(
  palace: Palace,
  changes: readonly MemoryChange[],
  phrase: string,
): Promise<Map<ObjectId, number>> {
  const blobs = new Set<ObjectId>();
  for (const change of changes)
    for (const version of [beforeOf(change), afterOf(change)]) if (version) blobs.add(version.blob);
  const counts = new Map<ObjectId, number>();
  for await (const { id, content } of palace.git.readBlobs(blobs)) {
    const count = countPhrase(parseDrawer(content).body.toString('utf8'), phrase);
    if (count > 0) counts.set(id, count);
  }
  return counts;
}

async function toEvent(
  commit: Commit,
  changes: readonly MemoryChange[],
  countIn: (version: { blob: ObjectId } | undefined) => number,
  phrase: string,
): Promise<WhenEvent> {
  const event: WhenEvent = {
    commit: commit.id,
    ...whoOf(commit),
    subject: subjectOf(commit.message),
    appears: [],
    disappears: [],
  };
  for (const change of changes) {
    const before = countIn(beforeOf(change));
    const after = countIn(afterOf(change));
    const version = after > before ? afterOf(change) : beforeOf(change);
    if (!version) continue;
    const content = await version.content();
    const place = lineOfPhrase(parseDrawer(content).body.toString('utf8'), phrase) ?? { line: 1, text: '' };
    const path = change.kind === 'moved' && after < before ? change.from : change.path;
    (after > before ? event.appears : event.disappears).push({ ...nameMemory(path, content), before, after, ...place });
  }
  return event;
}

function beforeOf(change: MemoryChange) {
  return change.kind === 'added' ? undefined : change.before;
}

function afterOf(change: MemoryChange) {
  return change.kind === 'removed' ? undefined : change.after;
}
