import type { TreeFile } from '../objects/build-tree.js';
import { fileMode } from '../objects/tree.js';
import { type EntryList, entryDetails, type IndexEntry, type IndexStat, makeEntry } from './codec.js';

/** What a commit did to one path, told to the index. */
export interface IndexUpdate {
  /** Byte key of the path. */
  key: string;
  /** Whether an entry (undefined: no entry) may be replaced: it is what stood there before, not something that a person staged. */
  replaces(entry: TreeFile | undefined): boolean;
  /** What HEAD holds now; undefined when nothing. */
  after?: TreeFile;
  /** Of the work-tree file, when its content is `after` for certain. */
  stat?: IndexStat;
}

/**
 * By key and in its order, the entry that is to stand there, or undefined where it is to go. Staged work of a person stays: an entry that is
 * neither the old nor the new content, an unmerged path, and whatever stands where a folder would have to be.
 */
export function planIndexEdits(
  entries: EntryList,
  updates: readonly IndexUpdate[],
): Map<string, IndexEntry | undefined> {
  const sorted = [...updates].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const planned = new Map<string, IndexEntry | undefined>();
  for (const update of sorted) {
    const next = planUpdate(entries, update);
    if (next !== 'keep') planned.set(update.key, next === 'remove' ? undefined : next);
  }
  for (const [key, entry] of planned) if (entry !== undefined && blocked(entries, key, planned)) planned.delete(key);
  return planned;
}

function planUpdate(entries: EntryList, update: IndexUpdate): IndexEntry | 'keep' | 'remove' {
  const found = entries.at(lowerBound(entries, update.key));
  const entry = found?.key === update.key ? found : undefined;
  if (entry !== undefined && entry.stage !== 0) return 'keep';
  const details = entry === undefined ? undefined : entryDetails(entry);
  const staged =
    details === undefined || details.intentToAdd ? undefined : { id: details.id, mode: fileMode(details.mode) };
  const isNew = staged?.id === update.after?.id && staged?.mode === update.after?.mode;
  if (!isNew && !update.replaces(staged)) return 'keep';
  if (update.after === undefined) return entry === undefined ? 'keep' : 'remove';
  if (details?.skipWorktree || details?.assumeValid) return relabel(entry, update.after);
  if (isNew && update.stat === undefined) return 'keep';
  return makeEntry(update.key, update.after.mode, update.after.id, update.stat);
}

/** Same entry with its flags (outside a sparse checkout, assumed unchanged), other content. */
function relabel(entry: IndexEntry | undefined, after: TreeFile): IndexEntry | 'keep' {
  if (entry === undefined) return 'keep';
  const raw = Buffer.from(entry.raw);
  raw.writeUInt32BE(Number.parseInt(after.mode, 8), 24);
  raw.write(after.id, 40, 'hex');
  return raw.equals(entry.raw) ? 'keep' : { ...entry, raw };
}

/** Whether another entry stands where this one needs a folder, or this one would stand where others need a folder. */
function blocked(entries: EntryList, key: string, planned: ReadonlyMap<string, IndexEntry | undefined>): boolean {
  const stays = (other: string): boolean => !(planned.has(other) && planned.get(other) === undefined);
  for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
    const parent = key.slice(0, slash);
    if (entries.at(lowerBound(entries, parent))?.key === parent && stays(parent)) return true;
  }
  const prefix = `${key}/`;
  for (let at = lowerBound(entries, prefix); ; at++) {
    const other = entries.at(at)?.key;
    if (other === undefined || !other.startsWith(prefix)) return false;
    if (stays(other)) return true;
  }
}

/** First place whose key is not below `key`. */
export function lowerBound(entries: EntryList, key: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries.at(middle)?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
