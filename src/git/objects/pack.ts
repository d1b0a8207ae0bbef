import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeNewFile } from '../../base/files.js';
import type { ObjectType } from '../hash.js';
import { deflated, publish } from './loose.js';
import type { PendingObject } from './object.js';

const TYPE_NUMBER: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const LARGE_OFFSET = 0x80000000;

/**
 * Writes many objects as one pack without deltas (few files, one wait for the disk) with its index, both named by the
 * pack's checksum. The index comes last: git sees a pack only by its index.
 */
export async function writePack(objectsDir: string, objects: readonly PendingObject[]): Promise<void> {
  const folder = join(objectsDir, 'pack');
  await mkdir(folder, { recursive: true });
  const pack = await renderPack(objects);
  const index = renderPackIndex(pack.entries, pack.checksum);
  const name = join(folder, `pack-${pack.checksum.toString('hex')}`);
  const options = { mode: 0o444, sync: true };
  await publish(await writeNewFile(folder, 'tmp_pack_', pack.parts, options), `${name}.pack`);
  await publish(await writeNewFile(folder, 'tmp_idx_', index, options), `${name}.idx`);
}

export interface PackEntry {
  /** 20 bytes. */
  id: Buffer;
  crc: number;
  offset: number;
}

/** A pack (version 2) in pieces, each object deflated whole. */
export async function renderPack(
  objects: readonly PendingObject[],
): Promise<{ parts: Buffer[]; entries: PackEntry[]; checksum: Buffer }> {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  const entries: PackEntry[] = [];
  const hash = createHash('sha1').update(header);
  let offset = header.length;
  for (const object of objects) {
    const bytes = Buffer.concat([objectHeader(object), await deflated(object.content)]);
    entries.push({ id: Buffer.from(object.id, 'hex'), crc: crc32(bytes), offset });
    parts.push(bytes);
    hash.update(bytes);
    offset += bytes.length;
  }
  const checksum = hash.digest();
  parts.push(checksum);
  return { parts, entries, checksum };
}

/** Type and size: 4 bits of size in the first byte, 7 in each further one, low bits first. */
function objectHeader(object: PendingObject): Buffer {
  let size = object.content.length;
  const bytes = [(TYPE_NUMBER[object.type] << 4) | (size % 16)];
  size = Math.floor(size / 16);
  while (size > 0) {
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) | 0x80;
    bytes.push(size % 128);
    size = Math.floor(size / 128);
  }
  return Buffer.from(bytes);
}

/** Pack index, version 2. */
export function renderPackIndex(unsorted: readonly PackEntry[], packChecksum: Buffer): Buffer {
  const entries = [...unsorted].sort((a, b) => Buffer.compare(a.id, b.id));
  const fanout = Buffer.alloc(256 * 4);
  const crcs = Buffer.alloc(entries.length * 4);
  const offsets = Buffer.alloc(entries.length * 4);
  const large: Buffer[] = [];
  const counts = new Array<number>(256).fill(0);
  entries.forEach((entry, at) => {
    const first = entry.id[0] ?? 0;
    counts[first] = (counts[first] ?? 0) + 1;
    crcs.writeUInt32BE(entry.crc, at * 4);
    if (entry.offset < LARGE_OFFSET) offsets.writeUInt32BE(entry.offset, at * 4);
    else {
      offsets.writeUInt32BE(LARGE_OFFSET + large.length, at * 4);
      const wide = Buffer.alloc(8);
      wide.writeBigUInt64BE(BigInt(entry.offset));
      large.push(wide);
    }
  });
  let sum = 0;
  counts.forEach((count, first) => {
    sum += count;
    fanout.writeUInt32BE(sum, first * 4);
  });
  const magic = Buffer.from('\xfftOc\0\0\0\x02', 'latin1');
  const ids = entries.map((entry) => entry.id);
  const body = Buffer.concat([magic, fanout, ...ids, crcs, offsets, ...large, packChecksum]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}
