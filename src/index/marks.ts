import type { DrawerDocument } from './document.js';

/** What the index knows of a drawer's weight without a look at its words or its front-matter. */
export interface DrawerMarks {
  /** Stated, 1 to 5; 0 when nobody said. */
  importance: number;
  /** Tagged `pinned` (or `pin`). */
  pinned: boolean;
  /** Tagged as what no longer holds: `superseded`, `obsolete`, `outdated`, `retired`, `archived`, `deprecated`. */
  retired: boolean;
  /** An agent's diary entry by its stated hall. */
  diary: boolean;
  /** What it is about (bits of `labelBits`): of a long drawer, what a fifth of its passages are about. */
  labels: number;
  /** Days since 1970 of the memory's own date, else of its last message, else of its filing; undefined when it has none. */
  day: number | undefined;
}

/** Of a drawer about which nothing is known. */
export const NO_MARKS: DrawerMarks = {
  importance: 0,
  pinned: false,
  retired: false,
  diary: false,
  labels: 0,
  day: undefined,
};

/** Bytes of the marks of one drawer. */
export const MARKS_SIZE = 8;
const NO_DAY = -0x80000000;
const PINNED = 1;
const RETIRED = 2;
const DIARY = 4;
const RETIRED_TAGS: ReadonlySet<string> = new Set([
  'superseded',
  'obsolete',
  'outdated',
  'retired',
  'archived',
  'deprecated',
]);
/** In a drawer of more passages a label counts from this share on. */
const FEW_PASSAGES = 4;
const SHARE = 0.2;

export function marksOf({ meta, passages }: DrawerDocument): Buffer {
  const { importance, tags = [], hall, date, filed } = meta.front;
  const words = tags.map((tag) => String(tag).toLowerCase());
  const bytes = Buffer.alloc(MARKS_SIZE);
  bytes[0] = typeof importance === 'number' && importance >= 1 && importance <= 5 ? Math.round(importance) : 0;
  bytes[1] =
    (words.some((tag) => tag === 'pinned' || tag === 'pin') ? PINNED : 0) |
    (words.some((tag) => RETIRED_TAGS.has(tag)) ? RETIRED : 0) |
    (hall === 'diary' ? DIARY : 0);
  bytes[2] = commonLabels(passages.map(({ labels }) => labels));
  const last = passages.findLast(({ time }) => time !== undefined)?.time;
  bytes.writeInt32LE(dayOf(date) ?? dayOf(last) ?? dayOf(filed) ?? NO_DAY, 4);
  return bytes;
}

/** The marks of the drawer whose bytes begin at `at`. */
export function readMarks(bytes: Buffer, at: number): DrawerMarks {
  const flags = bytes[at + 1] ?? 0;
  const day = bytes.readInt32LE(at + 4);
  return {
    importance: bytes[at] ?? 0,
    pinned: (flags & PINNED) !== 0,
    retired: (flags & RETIRED) !== 0,
    diary: (flags & DIARY) !== 0,
    labels: bytes[at + 2] ?? 0,
    day: day === NO_DAY ? undefined : day,
  };
}

function commonLabels(bits: readonly number[]): number {
  const least = bits.length <= FEW_PASSAGES ? 1 : Math.ceil(bits.length * SHARE);
  let common = 0;
  for (let bit = 1; bit < 256; bit <<= 1) if (bits.filter((each) => (each & bit) !== 0).length >= least) common |= bit;
  return common;
}

function dayOf(text: string | undefined): number | undefined {
  const day = typeof text === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] : undefined;
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 86_400_000);
}
