import { PalaceError } from '../../base/errors.js';
import type { ObjectType } from '../hash.js';
import type { ObjectId } from '../types.js';

/** An object with its id, ready to be written. */
export interface PendingObject {
  id: ObjectId;
  type: ObjectType;
  content: Buffer;
}

/** What both engines give to the shared code: one object, whole. */
export interface ObjectReader {
  /** @throws {MissingObjectError} when the repository does not hold it. */
  readObject(id: ObjectId): Promise<{ type: ObjectType; content: Buffer }>;
  /** Commits whose parents a shallow clone does not have. */
  readonly shallow: { has(commit: ObjectId): boolean };
}

/** What to do about a repository that lacks something. */
export const DAMAGED = ['palace doctor', 'git fsck', 'git fetch (a clone elsewhere may have what is missing)'];

/** The repository lacks an object that something names: a damaged repository. */
export class MissingObjectError extends PalaceError {
  constructor(readonly id: string) {
    super('damaged-repository', `object ${id} is missing from the repository`, { next: DAMAGED });
    this.name = 'MissingObjectError';
  }
}

/** Content of an object of the wanted type. @throws {MissingObjectError} when it is missing or of another type. */
export async function readTyped(reader: ObjectReader, id: ObjectId, type: ObjectType): Promise<Buffer> {
  const object = await reader.readObject(id);
  if (object.type !== type) throw new MissingObjectError(`${id} (wanted a ${type}, it is a ${object.type})`);
  return object.content;
}
