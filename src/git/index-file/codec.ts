import { PalaceError } from '../../base/errors.js';
import { asObjectId, type ObjectId } from '../types.js';

/** One entry of git's index, kept as the bytes it was read from. `key` is the path, a character a byte (latin1). */
export interface IndexEntry {
  key: string;
  /** 0, or 1-3 of an unmerged path. */
  stage: number;
  /** Whole entry with its padding; independent of its place in the file. */
  raw: Buffer;
}

/** Entries sorted by key, then stage. */
export interface EntryList {
  readonly length: number;
  at(index: number): IndexEntry | undefined;
}

/** What `lstat` said of the file when the entry was made; seconds, nanoseconds, all cut to 32 bits. All 0: not known. */
export interface IndexStat {
  ctime: number;
  ctimeNs: number;
  mtime: number;
  mtimeNs: number;
  dev: number;
  ino: number;
  uid: number;
  gid: number;
  size: number;
}

export interface EntryDetails {
  mode: string;
  id: ObjectId;
  stat: IndexStat;
  /** `git update-index --assume-unchanged`. */
  assumeValid: boolean;
  /** Outside of a sparse checkout. */
  skipWorktree: boolean;
  /** `git add --intent-to-add`: a name without content yet. */
  intentToAdd: boolean;
}

/** An index in a form that this codec does not write: only the git binary can. */
export class UnsupportedIndexError extends Error {
  constructor(readonly what: string) {
    super(`the index uses ${what}`);
    this.name = 'UnsupportedIndexError';
  }
}

const ID = 40;
const FLAGS = 60;
const EXTENDED = 0x4000;
/** The length of a path in the flags; one that is longer says this. */
const LONG_NAME = 0xfff;

/** Git's index can be made anew from HEAD; only what was staged is lost with it. */
export function damagedIndex(what: string): PalaceError {
  return new PalaceError('damaged-index', `git's index is damaged: ${what}`, {
    next: ['rm .git/index && git reset (in the palace; no file is touched)'],
  });
}

/** Where an entry ends and what its flags say, without making anything of its bytes. */
export interface EntrySpan {
  /** First byte of the path. */
  name: number;
  nameEnd: number;
  /** Behind the padding. */
  end: number;
  stage: number;
  extended: boolean;
}

/** The entry that begins at `at`. @throws PalaceError `damaged-index`. */
export function spanOf(body: Buffer, at: number): EntrySpan {
  if (at + FLAGS + 2 > body.length) throw damagedIndex('it ends within an entry');
  const flags = ((body[at + FLAGS] ?? 0) << 8) | (body[at + FLAGS + 1] ?? 0);
  const extended = (flags & EXTENDED) !== 0;
  const name = at + FLAGS + (extended ? 4 : 2);
  const length = flags & LONG_NAME;
  const nameEnd = length < LONG_NAME ? name + length : body.indexOf(0, name + length);
  if (nameEnd < name || body[nameEnd] !== 0) throw damagedIndex('a path does not end');
  const end = at + padded(nameEnd - at);
  if (end > body.length) throw damagedIndex('it ends within an entry');
  return { name, nameEnd, end, stage: (flags >> 12) & 3, extended };
}

/** The entry that begins at `at`, with its bytes as they lie in `body`. @throws PalaceError `damaged-index`. */
export function entryAt(body: Buffer, at: number): IndexEntry {
  const { name, nameEnd, end, stage } = spanOf(body, at);
  return { key: body.toString('latin1', name, nameEnd), stage, raw: body.subarray(at, end) };
}

/** One to eight NULs follow the path, up to a multiple of eight bytes from the entry's begin. */
function padded(length: number): number {
  return (length + 8) & ~7;
}

export function isExtended(entry: IndexEntry): boolean {
  return (entry.raw.readUInt16BE(FLAGS) & EXTENDED) !== 0;
}

export function entryDetails(entry: IndexEntry): EntryDetails {
  const { raw } = entry;
  const flags = raw.readUInt16BE(FLAGS);
  const more = (flags & EXTENDED) !== 0 ? raw.readUInt16BE(FLAGS + 2) : 0;
  const word = (at: number): number => raw.readUInt32BE(at);
  return {
    mode: word(24).toString(8),
    id: asObjectId(raw.toString('hex', ID, ID + 20)),
    stat: {
      ctime: word(0),
      ctimeNs: word(4),
      mtime: word(8),
      mtimeNs: word(12),
      dev: word(16),
      ino: word(20),
      uid: word(28),
      gid: word(32),
      size: word(36),
    },
    assumeValid: (flags & 0x8000) !== 0,
    skipWorktree: (more & 0x4000) !== 0,
    intentToAdd: (more & 0x2000) !== 0,
  };
}

/** An ordinary entry (stage 0, no flags). Without `stat` git compares the file's content at its next look. */
export function makeEntry(key: string, mode: string, id: ObjectId, stat?: IndexStat): IndexEntry {
  const name = Buffer.from(key, 'latin1');
  const raw = Buffer.alloc(padded(FLAGS + 2 + name.length));
  if (stat !== undefined) {
    raw.writeUInt32BE(stat.ctime, 0);
    raw.writeUInt32BE(stat.ctimeNs, 4);
    raw.writeUInt32BE(stat.mtime, 8);
    raw.writeUInt32BE(stat.mtimeNs, 12);
    raw.writeUInt32BE(stat.dev, 16);
    raw.writeUInt32BE(stat.ino, 20);
    raw.writeUInt32BE(stat.uid, 28);
    raw.writeUInt32BE(stat.gid, 32);
    raw.writeUInt32BE(stat.size, 36);
  }
  raw.writeUInt32BE(Number.parseInt(mode, 8), 24);
  raw.write(id, ID, 'hex');
  raw.writeUInt16BE(Math.min(name.length, LONG_NAME), FLAGS);
  name.copy(raw, FLAGS + 2);
  return { key, stage: 0, raw };
}
