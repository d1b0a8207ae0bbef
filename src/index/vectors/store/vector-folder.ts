import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { systemCode } from '../../../base/errors.js';
import { sha256 } from '../../../base/hash.js';
import type { Runtime } from '../../../base/runtime.js';
import { tryCacheLock } from '../../cache-lock.js';
import { type ByteSource, DamagedCacheError, fileSource } from '../../container.js';
import { decodeManifest, encodeManifest, signsName, type VectorManifest } from './manifest.js';

const MANIFEST = 'manifest.bin';
const LOCK = 'lock';
/** Another process holds the lock for the writing of a few files. */
const LONGEST_WAIT_MS = 250;
const WAIT_MS = 10;

/** The manifest of the disk, or why there is none. */
export interface FoundManifest {
  /** Of the bytes on the disk, readable or not; '' when there are none. */
  generation: string;
  manifest?: VectorManifest;
  /** What is wrong with the file that is there. */
  damage?: string;
}

/** A folder of shards, signs, and the manifest that names those that count. Reading never changes it. */
export class VectorFolder {
  constructor(
    readonly path: string,
    private readonly runtime: Runtime,
  ) {}

  manifest(): FoundManifest {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.file(MANIFEST));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return { generation: '' };
      return { generation: '', damage: `its list cannot be read (${code})` };
    }
    const generation = sha256(bytes);
    try {
      return { generation, manifest: decodeManifest(bytes) };
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error;
      return { generation, damage: error.message };
    }
  }

  /** @throws DamagedCacheError when there is no such file. */
  source(name: string): ByteSource {
    return fileSource(this.file(name));
  }

  /** All bytes of a file. @throws DamagedCacheError */
  read(name: string): Buffer {
    const source = this.source(name);
    try {
      return source.read(0, source.size);
    } finally {
      source.close();
    }
  }

  /**
   * Does `work` as the only writer. Undefined when another process has been writing for a quarter of a second.
   * @throws system errors when the folder cannot be written.
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T | undefined> {
    mkdirSync(this.path, { recursive: true });
    let unlock = tryCacheLock(this.file(LOCK), this.runtime);
    for (let waited = 0; unlock === undefined && waited < LONGEST_WAIT_MS; waited += WAIT_MS) {
      await setTimeout(WAIT_MS);
      unlock = tryCacheLock(this.file(LOCK), this.runtime);
    }
    if (unlock === undefined) return undefined;
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  /** A file appears whole or not at all. Only under the lock. */
  write(name: string, bytes: Buffer): void {
    // One writer at a time, so a file of this name is a dead one's.
    const temporary = this.file(`tmp-${name}`);
    try {
      const descriptor = openSync(temporary, 'w');
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, this.file(name));
    } catch (error) {
      this.remove(`tmp-${name}`);
      throw error;
    }
  }

  /** The moment from which the files that it names count; all others are removed. Only under the lock. */
  publish(manifest: VectorManifest): string {
    const bytes = encodeManifest(manifest);
    this.write(MANIFEST, bytes);
    this.sweep(manifest);
    return sha256(bytes);
  }

  /** Whoever still reads an old file keeps it open. What is not ours stays. */
  private sweep({ shards, mean }: VectorManifest): void {
    const keep = new Set(shards.map(({ name }) => name));
    for (const { name, signed } of shards) if (signed && mean !== undefined) keep.add(signsName(name, mean.key));
    for (const name of readdirSync(this.path))
      if (/^(?:shard|signs|tmp)-/.test(name) && !keep.has(name)) this.remove(name);
  }

  private remove(name: string): void {
    try {
      unlinkSync(this.file(name));
    } catch {
      // Swept by the next writer (Windows keeps open files).
    }
  }

  private file(name: string): string {
    return join(this.path, name);
  }
}
