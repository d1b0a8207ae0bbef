import { PalaceError } from '../../base/errors.js';
import { sha1 } from '../../base/hash.js';
import { asObjectId, type ObjectId } from '../types.js';

/** One entry of git's index, kept as the bytes it was read from. `key` is the path, a character a byte (latin1). */
export interface IndexEntry {
  key: string;
  /** 0, or 1-3 of an unmerged path. */
  stage: number;
  /** Whole entry with its padding; independent of its place in the file. */
  raw: Buffer;
}

export interface IndexFile {
  version: 2 | 3;
  /** Sorted by key, then stage. */
  entries: IndexEntry[];
  /** Payload of the TREE extension (ids of folders that stand in the index unchanged). */
  trees?: Buffer;
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

const HEADER = 12;
const TRAILER = 20;
const ID = 40;
const FLAGS = 60;
const EXTENDED = 0x4000;

/**
 * @throws {UnsupportedIndexError} for version 4, a split index and a sparse index.
 * @throws {Error} on a damaged file.
 */
export function decodeIndex(file: Buffer): IndexFile {
  const body = checked(file);
  const version = body.readUInt32BE(4);
  if (version === 4) throw new UnsupportedIndexError('version 4 (path compression)');
  if (version !== 2 && version !== 3) throw new UnsupportedIndexError(`version ${version}`);
  const entries: IndexEntry[] = [];
  let at = HEADER;
  for (let left = body.readUInt32BE(8); left > 0; left--) {
    const entry = decodeEntry(body, at);
    entries.push(entry);
    at += entry.raw.length;
  }
  const index: IndexFile = { version, entries };
  while (at + 8 <= body.length) {
    const name = body.toString('latin1', at, at + 4);
    const end = at + 8 + body.readUInt32BE(at + 4);
    if (name === 'link') throw new UnsupportedIndexError('a split index');
    if (name === 'sdir') throw new UnsupportedIndexError('a sparse index');
    // Git passes over optional extensions (capital first letter) that it does not know; a small one must be understood.
    if (name.charCodeAt(0) >= 0x61) throw new UnsupportedIndexError(`the extension "${name}"`);
    if (name === 'TREE') index.trees = body.subarray(at + 8, end);
    at = end;
  }
  return index;
}

/** Git's index can be made anew from HEAD; only what was staged is lost with it. */
export function damagedIndex(what: string): PalaceError {
  return new PalaceError('damaged-index', `git's index is damaged: ${what}`, {
    next: ['rm .git/index && git reset (in the palace; no file is touched)'],
  });
}

function checked(file: Buffer): Buffer {
  if (file.length < HEADER + TRAILER || file.toString('latin1', 0, 4) !== 'DIRC') throw damagedIndex('no header');
  const body = file.subarray(0, file.length - TRAILER);
  const sum = file.toString('hex', file.length - TRAILER);
  // `index.skipHash` writes zeros.
  if (!/^0{40}$/.test(sum) && sha1(body) !== sum) throw damagedIndex('its checksum does not match');
  return body;
}

function decodeEntry(body: Buffer, at: number): IndexEntry {
  if (at + FLAGS + 2 > body.length) throw damagedIndex('it ends within an entry');
  const flags = body.readUInt16BE(at + FLAGS);
  const start = at + FLAGS + ((flags & EXTENDED) !== 0 ? 4 : 2);
  const nameEnd = body.indexOf(0, start);
  if (nameEnd < 0) throw damagedIndex('a path does not end');
  const length = padded(nameEnd - at);
  if (at + length > body.length) throw damagedIndex('it ends within an entry');
  return {
    key: body.toString('latin1', start, nameEnd),
    stage: (flags >> 12) & 3,
    raw: body.subarray(at, at + length),
  };
}

/** One to eight NULs follow the path, up to a multiple of eight bytes from the entry's begin. */
function padded(length: number): number {
  return (length + 8) & ~7;
}

export function encodeIndex(index: IndexFile): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('DIRC', 0, 'latin1');
  header.writeUInt32BE(index.entries.some(isExtended) ? 3 : 2, 4);
  header.writeUInt32BE(index.entries.length, 8);
  const parts = [header, ...index.entries.map((entry) => entry.raw)];
  if (index.trees !== undefined) {
    const head = Buffer.from('TREE\0\0\0\0', 'latin1');
    head.writeUInt32BE(index.trees.length, 4);
    parts.push(head, index.trees);
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, Buffer.from(sha1(body), 'hex')]);
}

function isExtended(entry: IndexEntry): boolean {
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
  raw.writeUInt16BE(Math.min(name.length, 0xfff), FLAGS);
  name.copy(raw, FLAGS + 2);
  return { key, stage: 0, raw };
}
