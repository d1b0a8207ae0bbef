import { type BigIntStats, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { systemCode } from '../../base/errors.js';
import { hashBlob } from '../hash.js';
import type { FileMode, ObjectId } from '../types.js';
import type { IndexStat } from './codec.js';

/** `lstat` with nanoseconds; undefined when nothing stands there. Synchronous: a hundred thousand of them are needed at once. */
export function lstatIfExists(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The fields as git keeps them, each cut to 32 bits. */
export function indexStat(stat: BigIntStats): IndexStat {
  const word = (value: bigint): number => Number(BigInt.asUintN(32, value));
  return {
    ctime: word(stat.ctimeNs / 1_000_000_000n),
    ctimeNs: Number(stat.ctimeNs % 1_000_000_000n),
    mtime: word(stat.mtimeNs / 1_000_000_000n),
    mtimeNs: Number(stat.mtimeNs % 1_000_000_000n),
    dev: word(stat.dev),
    ino: word(stat.ino),
    uid: word(stat.uid),
    gid: word(stat.gid),
    size: word(stat.size),
  };
}

/** Mode that git gives to what stands there; undefined for folders, pipes, sockets and devices. */
export function modeOf(stat: BigIntStats): FileMode | undefined {
  if (stat.isSymbolicLink()) return '120000';
  if (!stat.isFile()) return undefined;
  return (stat.mode & 0o100n) !== 0n ? '100755' : '100644';
}

/** Bytes that git would store for a file or symbolic link. */
export function contentOf(path: string, stat: BigIntStats): Buffer {
  return stat.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path);
}

/**
 * The stat fields of a file whose content is `id` for certain: the content is hashed (or compared with `content`) between
 * two equal `lstat`s. Undefined when it holds something else, is gone or changes this very moment.
 */
export function statOfContent(path: string, id: ObjectId, content?: Buffer): IndexStat | undefined {
  const before = lstatIfExists(path);
  if (before === undefined || modeOf(before) === undefined) return undefined;
  let same: boolean;
  try {
    const bytes = contentOf(path, before);
    same = content === undefined ? hashBlob(bytes) === id : bytes.equals(content);
  } catch {
    return undefined; // unreadable or gone meanwhile: git decides at its next look
  }
  const after = lstatIfExists(path);
  if (!same || after === undefined) return undefined;
  const still = after.mtimeNs === before.mtimeNs && after.size === before.size && after.ino === before.ino;
  return still && after.ctimeNs === before.ctimeNs ? indexStat(after) : undefined;
}
