import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { ObjectType } from '../hash.js';
import type { ObjectId } from '../types.js';
import { MissingObjectError, type ObjectReader } from './object.js';
import { ShallowCommits } from './shallow.js';

/** Larger ones are left to git. Compressed bytes. */
const LARGEST = 256 * 1024;
/** After so many in vain it is asked which folders there are at all. */
const FEW_MISSES = 16;
const HEADER = /^(blob|tree|commit|tag) (\d+)\0/;

/**
 * Objects that lie as files of their own, as those of the last few commits do: reading one takes less than a tenth of starting a
 * git process. Whatever is packed, large, damaged or elsewhere is "missing" here.
 */
export class LooseObjects implements ObjectReader {
  readonly shallow: ShallowCommits;
  readonly #folder: string;
  #folders: ReadonlySet<string> | undefined;
  #misses = 0;

  constructor(commonDir: string) {
    this.shallow = new ShallowCommits(commonDir);
    this.#folder = join(commonDir, 'objects');
  }

  /** @throws {MissingObjectError} */
  async readObject(id: ObjectId): Promise<{ type: ObjectType; content: Buffer }> {
    const found = this.find(id);
    if (found === undefined) throw new MissingObjectError(id);
    return found;
  }

  find(id: ObjectId): { type: ObjectType; content: Buffer } | undefined {
    const folder = id.slice(0, 2);
    if (this.#misses > FEW_MISSES && !this.#mayHold(folder)) return undefined;
    const file = join(this.#folder, folder, id.slice(2));
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size === undefined) this.#misses += 1;
      if (size === undefined || size > LARGEST) return undefined;
      const bytes = inflateSync(readFileSync(file));
      const header = HEADER.exec(bytes.toString('latin1', 0, 32));
      if (header === null || bytes.length - header[0].length !== Number(header[2])) return undefined;
      return { type: header[1] as ObjectType, content: bytes.subarray(header[0].length) };
    } catch {
      // gone meanwhile (a gc packed it), or damaged: git looks further and says what is wrong
      return undefined;
    }
  }

  /** False for a folder that was not there: who misses much reads what is packed. What came meanwhile, git finds. */
  #mayHold(folder: string): boolean {
    this.#folders ??= this.#list();
    return this.#folders.has(folder);
  }

  #list(): Set<string> {
    try {
      return new Set(readdirSync(this.#folder));
    } catch {
      return new Set();
    }
  }
}
