import fs from 'node:fs';
import type { ObjectType } from '../hash.js';
import { LooseObjects } from '../objects/loose-objects.js';
import { MissingObjectError, type ObjectReader } from '../objects/object.js';
import { PackedObjects } from '../objects/packed-objects.js';
import { ShallowCommits } from '../objects/shallow.js';
import { asObjectId, type ObjectId } from '../types.js';

type Isomorphic = typeof import('isomorphic-git');

/** Trees and commits that were read lately; files are too large to keep. Number of objects. */
const KEPT = 4000;
/** Larger objects are not kept. Bytes. */
const KEPT_SIZE = 64 * 1024;

/** Reads objects: the plain cases ourselves, in a tenth of the time; all others through isomorphic-git (loaded at the first one). */
export class IsomorphicObjects implements ObjectReader {
  readonly shallow: ShallowCommits;
  readonly #gitdir: string;
  readonly #loose: LooseObjects;
  readonly #packed: PackedObjects;
  #library: Promise<Isomorphic> | undefined;
  /** isomorphic-git keeps the pack indexes that it read in here. */
  #cache: object = {};
  readonly #kept = new Map<string, Awaited<ReturnType<ObjectReader['readObject']>>>();

  constructor(commonDir: string) {
    this.#gitdir = commonDir;
    this.#loose = new LooseObjects(commonDir);
    this.#packed = new PackedObjects(commonDir);
    this.shallow = new ShallowCommits(commonDir);
  }

  async readObject(id: ObjectId): ReturnType<ObjectReader['readObject']> {
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    const object = this.#loose.find(id) ?? this.#packed.find(id) ?? (await this.#read(id, true));
    if (object.type !== 'blob' && object.content.length <= KEPT_SIZE) {
      const oldest = this.#kept.size >= KEPT ? this.#kept.keys().next().value : undefined;
      if (oldest !== undefined) this.#kept.delete(oldest);
      this.#kept.set(id, object);
    }
    return object;
  }

  async #read(id: ObjectId, again: boolean): ReturnType<ObjectReader['readObject']> {
    const { readObject } = await this.#git();
    try {
      const options = { fs, gitdir: this.#gitdir, oid: id, format: 'content' as const, cache: this.#cache };
      const { type, object } = await readObject(options);
      if (!isObjectType(type) || !(object instanceof Uint8Array)) throw new MissingObjectError(id);
      return { type, content: Buffer.from(object) };
    } catch (error) {
      // A `git gc` in another process may have put the object in a new pack and removed the ones that we know.
      this.#cache = {};
      if (again) return this.#read(id, false);
      if (codeOf(error) === 'NotFoundError') throw new MissingObjectError(id);
      throw error;
    }
  }

  /** Objects whose id begins with `digits` (4 to 40 hex digits). */
  async expand(digits: string): Promise<ObjectId[]> {
    const { expandOid } = await this.#git();
    try {
      return [asObjectId(await expandOid({ fs, gitdir: this.#gitdir, oid: digits, cache: this.#cache }))];
    } catch (error) {
      const code = codeOf(error);
      if (code === 'NotFoundError') return [];
      if (code === 'AmbiguousError') return matchesOf(error).map(asObjectId);
      throw error;
    }
  }

  close(): void {
    this.#packed.close();
    this.#cache = {};
    this.#kept.clear();
  }

  #git(): Promise<Isomorphic> {
    this.#library ??= import('isomorphic-git');
    return this.#library;
  }
}

function isObjectType(type: string): type is ObjectType {
  return type === 'blob' || type === 'tree' || type === 'commit' || type === 'tag';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** isomorphic-git lists the candidates in the error's data. */
function matchesOf(error: unknown): string[] {
  if (!(error instanceof Error) || !('data' in error)) return [];
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('matches' in data) || !Array.isArray(data.matches)) return [];
  return data.matches.filter((match): match is string => typeof match === 'string');
}
