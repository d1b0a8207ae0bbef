import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string | Buffer;
  content: string | Buffer;
  /** Default true. */
  deflate?: boolean;
  encrypted?: boolean;
  /** Unix mode with file type, for links. */
  mode?: number;
  /** Says another size than the content has. */
  claims?: number;
  /** Spoils the packed bytes from this place on. */
  spoilFrom?: number;
}

/** A zip archive as bytes: local headers and data, then the central directory. Written by hand, so that it may lie. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const method = entry.deflate === false ? 0 : 8;
    const data = method === 0 ? Buffer.from(content) : deflateRawSync(content);
    if (entry.spoilFrom !== undefined) data.fill(0xff, entry.spoilFrom);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(0x6000, 6);
    common.writeUInt16LE(0x5a4b, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(entry.claims ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, data);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, more, name);
    offset += 4 + common.length + name.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
