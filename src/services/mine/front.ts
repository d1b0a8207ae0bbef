import { isDeepStrictEqual } from 'node:util';
import type { ObjectId } from '../../git/types.js';
import { parseDrawer, withFront } from '../../palace/codec.js';
import type { BodyHash, FrontMatter, FrontMatterValue } from '../../palace/types.js';
import { ADAPTER_VERSION } from '../../sources/reader-version.js';
import type { FreshUnit } from './fresh.js';
import type { DrawerHistory, Version } from './history.js';

/** What the source itself says of one of its parts. `part` is absent for an undivided source. */
export interface PartFacts {
  unit: FreshUnit;
  /** Front-matter `unit`: absent for an undivided source. */
  unitKey: string | undefined;
  part: number | undefined;
  hash: BodyHash;
}

/** Front-matter of a new drawer, a function of the source alone. */
export function filedFront(id: FrontMatter['id'], { unit, unitKey, part, hash }: PartFacts): FrontMatter {
  const known: FrontMatter = {
    id,
    title: titleOf(unit),
    date: unit.date,
    source: unit.source,
    unit: unitKey,
    body: unit.format,
    encoding: unit.encoding,
    part,
    sha256: hash,
  };
  return { ...unit.facts, ...known };
}

/** A source without a title gives none. */
function titleOf(unit: FreshUnit): string | undefined {
  return unit.title === '' ? undefined : unit.title;
}

/** Keys that say what the body is; nobody sets them by hand. */
function bodyKeys({ unit, part, hash }: PartFacts): Partial<FrontMatter> {
  const reader = unit.facts?.[ADAPTER_VERSION];
  return { body: unit.format, encoding: unit.encoding, part, sha256: hash, [ADAPTER_VERSION]: reader };
}

/**
 * Changes of front-matter when a source changed. Of title, date and facts, those are brought up to date whose present value a
 * mine wrote; a value that a person set stays, and so does every key that the source knows nothing of.
 */
export async function updatedFront(
  history: DrawerHistory,
  readBlob: (id: ObjectId) => Promise<Buffer>,
  drawer: { path: string; front: FrontMatter },
  facts: PartFacts,
  keys: 'all' | 'title',
): Promise<Partial<FrontMatter>> {
  const { unit } = facts;
  const fresh: Record<string, FrontMatterValue | undefined> =
    keys === 'title' ? { title: titleOf(unit) } : { title: titleOf(unit), date: unit.date, ...unit.facts };
  const changes: Record<string, FrontMatterValue | undefined> = {};
  for (const [key, value] of Object.entries(fresh)) {
    if (key === ADAPTER_VERSION) continue;
    const present = drawer.front[key];
    if (isDeepStrictEqual(present, value)) continue;
    if (await isMined(history, readBlob, drawer.path, key, present)) changes[key] = value;
  }
  return keys === 'title' ? changes : { ...changes, ...bodyKeys(facts) };
}

/** Whether the present value of a key came from a mine: looks for the commit that brought it. */
async function isMined(
  history: DrawerHistory,
  readBlob: (id: ObjectId) => Promise<Buffer>,
  path: string,
  key: string,
  present: FrontMatterValue | undefined,
): Promise<boolean> {
  let origin: Version | undefined;
  for await (const version of history.versions(path)) {
    origin = version;
    // Where the file came from elsewhere, the next version tells.
    if (version.before === undefined) continue;
    const before = parseDrawer(await readBlob(version.before)).front[key];
    if (!isDeepStrictEqual(before, present)) break;
  }
  return origin?.op === 'mine';
}

/** A drawer file with other front-matter values and, where given, another body. Unknown keys and comments stay. */
export function rewrite(bytes: Buffer, changes: Partial<FrontMatter>, body?: Buffer): Buffer {
  const edited = withFront(bytes, changes);
  if (body === undefined) return edited;
  return Buffer.concat([edited.subarray(0, edited.length - parseDrawer(edited).body.length), body]);
}
