import { posix } from 'node:path';

/** A text reduced to what comparing it takes: bytes per distinct line. */
export type Sketch = ReadonlyMap<number, number>;

/** A text that may be the old or the new name of another. */
export interface Renameable<T> {
  key: T;
  path: string;
  /** Of the body, whole. */
  hash: string;
  /** Undefined: only its exact content is compared. */
  sketch: Sketch | undefined;
}

/** Share of the larger text that both must have in common (git's own default). */
const SIMILAR = 0.5;
/** Below this a text is too short to be known by anything but all of it. Bytes. */
const SHORT = 64;
/** Comparisons of every vanished with every new text; beyond, only those of one file name are compared. */
const MOST_PAIRS = 200_000;

export function sketchOf(body: Buffer): Sketch {
  const sketch = new Map<number, number>();
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(0x0a, start);
    const end = newline === -1 ? body.length : newline + 1;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
    sketch.set(hash, (sketch.get(hash) ?? 0) + end - start);
    start = end;
  }
  return sketch;
}

/** Common bytes of two texts as a share of the larger one, 0 to 1. */
export function similarity(a: Sketch, b: Sketch): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  for (const [line, bytes] of small) common += Math.min(bytes, large.get(line) ?? 0);
  const size = Math.max(sizeOf(a), sizeOf(b));
  return size === 0 ? 0 : common / size;
}

function sizeOf(sketch: Sketch): number {
  let size = 0;
  for (const bytes of sketch.values()) size += bytes;
  return size;
}

/**
 * Which new source is which vanished one under another name: equal content first, then the most similar; of equals the one
 * with the same file name, then by path. By key of the new source.
 */
export function pairRenames<Old, New>(
  vanished: readonly Renameable<Old>[],
  fresh: readonly Renameable<New>[],
): Map<New, Old> {
  const renames = new Map<New, Old>();
  const candidates: { old: Renameable<Old>; now: Renameable<New>; score: number }[] = [];
  const byHash = new Map<string, Renameable<Old>[]>();
  for (const old of vanished) byHash.set(old.hash, [...(byHash.get(old.hash) ?? []), old]);
  const comparesAll = vanished.length * fresh.length <= MOST_PAIRS;
  for (const now of fresh) {
    for (const old of byHash.get(now.hash) ?? []) candidates.push({ old, now, score: 1 });
    for (const old of vanished) {
      if (old.hash === now.hash || !old.sketch || !now.sketch) continue;
      if (!comparesAll && nameOf(old.path) !== nameOf(now.path)) continue;
      if (Math.min(sizeOf(old.sketch), sizeOf(now.sketch)) < SHORT) continue;
      const score = similarity(old.sketch, now.sketch);
      if (score >= SIMILAR) candidates.push({ old, now, score });
    }
  }
  candidates.sort(
    (a, b) =>
      b.score - a.score ||
      Number(nameOf(b.old.path) === nameOf(b.now.path)) - Number(nameOf(a.old.path) === nameOf(a.now.path)) ||
      compare(a.now.path, b.now.path) ||
      compare(a.old.path, b.old.path),
  );
  const used = new Set<Old>();
  for (const { old, now } of candidates) {
    if (used.has(old.key) || renames.has(now.key)) continue;
    used.add(old.key);
    renames.set(now.key, old.key);
  }
  return renames;
}

function nameOf(path: string): string {
  return posix.basename(path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
