import { lstatSync, type Stats } from 'node:fs';

/**
 * What a file system says of a file without its bytes: size, times of content and of the entry (milliseconds, with their
 * fractions) and number. Any write changes it, except one in the very tick of the clock in which the file was looked at:
 * {@link isSettled}. Numbers and no text: thousands are compared at once.
 */
export type StatKey = readonly [size: number, written: number, changed: number, number: number];

/** Nothing is there, or nothing that can be seen. */
export const ABSENT: StatKey = [-1, 0, 0, 0];

export function statKey({ size, mtimeMs, ctimeMs, ino }: Stats): StatKey {
  return [size, mtimeMs, ctimeMs, ino];
}

/** {@link statKey} of what stands at a path (of a link itself, not of its target). */
export function statKeyAt(path: string): StatKey {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? ABSENT : statKey(stat);
}

export function isSameStat(a: StatKey, b: StatKey): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

/** Kernels stamp files by a clock that ticks every few milliseconds; some file systems keep seconds, or two of them. */
const TICK_MS = 20;
const COARSE_TICK_MS = 2_001;

/**
 * Whether a later write would surely show in the key of a file that was looked at after `since` (time of the file system in
 * milliseconds): git's rule for "racily clean" entries.
 */
export function isSettled([, written, changed]: StatKey, since: number): boolean {
  const coarse = Number.isInteger(written / 1000) && Number.isInteger(changed / 1000);
  return Math.max(written, changed) + (coarse ? COARSE_TICK_MS : TICK_MS) < since;
}
