import { sha1 } from '../base/hash.js';
import { asObjectId, type ObjectId } from './types.js';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** Id that git gives to an object of this type and content. */
export function hashObject(type: ObjectType, content: Buffer): ObjectId {
  return asObjectId(sha1(`${type} ${content.length}\0`, content));
}

/** Id of a file's content as git stores it (no conversion). */
export function hashBlob(content: Buffer): ObjectId {
  return hashObject('blob', content);
}

/** The tree without entries: git knows it without storing it. */
export const EMPTY_TREE = asObjectId('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
