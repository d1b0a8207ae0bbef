import { join } from 'node:path';
import { writeLoose } from './loose.js';
import type { PendingObject } from './object.js';
import { writePack } from './pack.js';

/** From this many objects on one pack is written instead of loose files. */
export const PACK_FROM = 100;
/** Loose files written at a time: each waits for the disk. */
const AT_ONCE = 16;

/** Makes all objects durable: when this returns, a crash of the machine does not lose them. */
export async function writeObjects(commonDir: string, objects: readonly PendingObject[]): Promise<void> {
  const objectsDir = join(commonDir, 'objects');
  const distinct = [...new Map(objects.map((object) => [object.id, object])).values()];
  if (distinct.length >= PACK_FROM) return writePack(objectsDir, distinct);
  for (let at = 0; at < distinct.length; at += AT_ONCE)
    await Promise.all(distinct.slice(at, at + AT_ONCE).map((object) => writeLoose(objectsDir, object)));
}
