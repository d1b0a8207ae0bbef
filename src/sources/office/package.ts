import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { openSafely } from '../candidate.js';
import { SkipSource } from '../skip.js';
import type { Candidate } from '../types.js';
import { parseXml, type XmlHandler } from './xml.js';

/** A document with more parts is none. */
const MAX_PARTS = 100_000;
/** Largest part, and all that is read of a document, unpacked. Bytes. */
const MAX_PART = 512 * 1024 * 1024;
const MAX_TOTAL = 2 * MAX_PART;
/** What grows more often than this, and past this size, is a trap. */
const MAX_GROWTH = 200;
const GROWTH_MATTERS = 64 * 1024 * 1024;

/** First bytes of what Office before 2007 wrote, and of what it protects by a password today. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A document that is a zip archive of XML parts: docx, pptx, xlsx, epub. */
export class OfficePackage {
  /** Sentences about parts that are damaged. */
  readonly damage: string[] = [];
  private total = 0;

  private constructor(
    private readonly handle: FileHandle,
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws SkipSource `encrypted`, `damaged`, `unsafe-archive`, and what opening a file can meet. */
  static async open(candidate: Candidate, maxBytes: number): Promise<OfficePackage> {
    if (candidate.head.subarray(0, 8).equals(COMPOUND_FILE))
      throw new SkipSource('encrypted', 'it is protected by a password, or in the format of Office before 2007');
    const { fromFdPromise } = await import('yauzl');
    const handle = await openSafely(candidate, maxBytes);
    try {
      const zip = await fromFdPromise(handle.fd, { autoClose: false, decodeStrings: false });
      if (zip.entryCount > MAX_PARTS) throw new SkipSource('unsafe-archive', `it has ${zip.entryCount} parts`);
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '');
        // The first of a name counts, as for archives.
        if (!name.endsWith('/') && !parts.has(name)) parts.set(name, entry);
      }
      return new OfficePackage(handle, zip, parts);
    } catch (error) {
      await handle.close();
      if (error instanceof SkipSource) throw error;
      throw new SkipSource('damaged', `it is no whole document: ${messageOf(error)}`);
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** Names of the parts that `pattern` matches, with their unpacked sizes, sorted. */
  list(pattern: RegExp): { name: string; bytes: number }[] {
    return [...this.parts]
      .filter(([name]) => pattern.test(name))
      .map(([name, { uncompressedSize }]) => ({ name, bytes: uncompressedSize }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Reads a part; nothing when there is none. A part that is damaged in the middle is read up to there, and named in `damage`.
   * @throws SkipSource `unsafe-archive`, `encrypted`.
   */
  async parse(name: string, handler: XmlHandler, html = false): Promise<void> {
    const entry = this.parts.get(name);
    if (entry === undefined) return;
    this.admit(name, entry);
    try {
      await parseXml(this.bytesOf(name, entry), handler, html);
    } catch (error) {
      if (error instanceof SkipSource) throw error;
      this.damage.push(`${name} is damaged; what stands before the damage was read: ${messageOf(error)}`);
    }
  }

  private admit(name: string, entry: Entry): void {
    const { uncompressedSize: size, compressedSize } = entry;
    if (entry.isEncrypted()) throw new SkipSource('encrypted', `${name} is protected by a password`);
    this.total += size;
    if (size > MAX_PART || this.total > MAX_TOTAL || (size > GROWTH_MATTERS && size > compressedSize * MAX_GROWTH))
      throw new SkipSource('unsafe-archive', `${name} grows from ${compressedSize} to ${size} bytes`);
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
      throw new SkipSource('unreadable', `${name} is packed by method ${entry.compressionMethod}, which is not read`);
  }

  private async *bytesOf(name: string, entry: Entry): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) this.damage.push(`the checksum of ${name} does not fit; it was read as it is`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
