import { isUtf8 } from 'node:buffer';
import { createWriteStream, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { PalaceError, systemCode } from '../base/errors.js';
import { storageError } from '../palace/storage-error.js';
import { openSafely } from './candidate.js';
import { extensionOf, isExportName, judgeName } from './file-lists.js';
import { SkipSource } from './skip.js';
import type { Candidate, SkippedSource, SkipReason } from './types.js';

export interface UnpackOptions {
  /** Folder to unpack into; exists, and nobody else's. */
  into: string;
  mode: 'auto' | 'files' | 'chats';
  /** Largest archive. Bytes. */
  maxBytes: number;
  /** Largest file in it, unpacked. Bytes. */
  maxFile: number;
  /** All that is read of it, unpacked. Bytes. */
  maxTotal: number;
  /** Aborted when the person gives up. */
  signal?: AbortSignal | undefined;
}

/** An archive with more entries is no export. */
const MAX_ENTRIES = 1_000_000;
/** Text shrinks to a tenth, seldom to a fiftieth; what grows more than so many times, and past this size, is a trap. */
const MAX_GROWTH = 200;
const GROWTH_MATTERS = 64 * 1024 * 1024;

/** True for a file that is a zip archive by its name and its first bytes. */
export function isArchive({ relative, head }: Candidate): boolean {
  const isZip = head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
  return extensionOf(relative) === 'zip' && isZip;
}

/**
 * Unpacks what of a zip archive may be read, entry by entry, below `options.into`. What is left out is given back with its
 * reason, paths as they stand in the archive: pictures and the like by extension, protected entries, names that lead out of
 * the folder, links, entries that grow beyond measure. An entry that is damaged in the middle is kept up to there.
 * @throws SkipSource `damaged`, `unsafe-archive` for the archive as a whole. PalaceError `disk-full`.
 */
export async function unpackArchive(archive: Candidate, options: UnpackOptions): Promise<SkippedSource[]> {
  const { fromFdPromise } = await import('yauzl');
  const handle = await openSafely(archive, options.maxBytes);
  try {
    let zip: ZipFile;
    try {
      // Names are decoded here, so that a bad one costs its entry and not the archive.
      zip = await fromFdPromise(handle.fd, { autoClose: false, decodeStrings: false });
    } catch (error) {
      throw new SkipSource('damaged', `it is no whole zip archive: ${messageOf(error)}`);
    }
    if (zip.entryCount > MAX_ENTRIES) throw new SkipSource('unsafe-archive', `it has ${zip.entryCount} entries`);
    return await new Unpacking(zip, options).run();
  } finally {
    await handle.close();
  }
}

class Unpacking {
  readonly #skipped: SkippedSource[] = [];
  readonly #others = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly zip: ZipFile,
    private readonly options: UnpackOptions,
  ) {}

  async run(): Promise<SkippedSource[]> {
    try {
      for await (const entry of this.zip.eachEntry()) {
        if (this.options.signal?.aborted) break;
        await this.#entry(entry);
      }
    } catch (error) {
      if (error instanceof PalaceError) throw error;
      this.#skip('.', 'damaged', `its list of entries breaks off: ${messageOf(error)}`);
    }
    for (const [path, count] of [...this.#others].sort(([a], [b]) => (a < b ? -1 : 1)))
      this.#skipped.push({
        path,
        reason: 'extension',
        count,
        detail: `${count} files: not a text format that is read`,
      });
    return this.#skipped;
  }

  async #entry(entry: Entry): Promise<void> {
    const name = await nameOf(entry);
    if (name === undefined) return this.#skip('(entry)', 'unsafe-archive', 'its name leads out of the folder');
    if (name.endsWith('/')) return;
    if (/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)) return;
    const verdict = judgeName(name.slice(name.lastIndexOf('/') + 1), this.options.mode);
    if (verdict === 'extension' && !isExportName(name)) {
      const extension = extensionOf(name);
      const kind = extension === '' ? '(no extension)' : `*.${extension}`;
      this.#others.set(kind, (this.#others.get(kind) ?? 0) + 1);
      return;
    }
    if (verdict === 'secrets-file')
      return this.#skip(name, verdict, 'environment files hold passwords and are never read');
    const refused = this.#refusal(entry);
    if (refused !== undefined) return this.#skip(name, ...refused);
    this.#total += entry.uncompressedSize;
    await this.#unpack(entry, name);
  }

  #refusal(entry: Entry): [SkipReason, string] | undefined {
    const { uncompressedSize: size, compressedSize } = entry;
    const { maxFile, maxTotal } = this.options;
    if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000)
      return ['symlink', 'symbolic links are not followed'];
    if (entry.isEncrypted()) return ['encrypted', 'it is protected by a password: unpack it and mine the folder'];
    if (!entry.canDecodeFileData())
      return ['unreadable', `it is packed by method ${entry.compressionMethod}, which is not read`];
    if (size > GROWTH_MATTERS && size > compressedSize * MAX_GROWTH)
      return ['unsafe-archive', `it grows from ${compressedSize} to ${size} bytes`];
    if (size > maxFile) return ['too-large', `${size} bytes unpacked, the limit is ${maxFile}`];
    if (this.#total + size > maxTotal)
      return [
        'too-large',
        `more than ${maxTotal} bytes unpacked with those before it: unpack the archive and mine the folder`,
      ];
    return undefined;
  }

  async #unpack(entry: Entry, name: string): Promise<void> {
    const path = join(this.options.into, name);
    let sum = 0;
    const summing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sum = crc32(chunk, sum);
        done(null, chunk);
      },
    });
    try {
      mkdirSync(dirname(path), { recursive: true });
      // `wx`: a second entry of the same name, or one that differs in case only, replaces nothing.
      await pipeline(
        await this.zip.openReadStreamPromise(entry),
        summing,
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
      if (sum !== entry.crc32) this.#skip(name, 'damaged', 'its checksum does not fit; it was read as it is');
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOSPC' || code === 'EDQUOT') throw storageError(error, path);
      if (code === 'EEXIST')
        this.#skip(name, 'unsafe-archive', 'the archive has two entries of this name; the first was read');
      else if (code !== undefined && !code.startsWith('Z_')) this.#skip(name, 'unreadable', messageOf(error));
      else if (sizeOf(path) === 0) {
        rmSync(path, { force: true });
        this.#skip(name, 'damaged', messageOf(error));
      } else this.#skip(name, 'damaged', `what stands before the damage was read: ${messageOf(error)}`);
    }
    dated(path, entry);
  }

  #skip(path: string, reason: SkipReason, detail: string): void {
    this.#skipped.push({ path, reason, detail });
  }
}

/** The name with `/`, undefined when it leads out of the folder. Many programs write UTF-8 without saying so. */
async function nameOf(entry: Entry): Promise<string | undefined> {
  const { getFileNameLowLevel, validateFileName } = await import('yauzl');
  const raw = entry.fileNameRaw;
  const name = isUtf8(raw)
    ? raw.toString('utf8').replaceAll('\\', '/')
    : getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
  if (name === '' || name.includes('\0') || validateFileName(name) !== null) return undefined;
  return name.split('/').some((part) => part === '..' || part === '.') ? undefined : name;
}

/** The file's own time: notes without a date of their own take their day from it. Zip's clock has no zone; it is read as UTC. */
function dated(path: string, entry: Entry): void {
  try {
    const date = entry.getLastModDate({ timezone: 'UTC' });
    if (!Number.isNaN(date.getTime())) utimesSync(path, date, date);
  } catch {
    // Without a time it has the time of unpacking.
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
