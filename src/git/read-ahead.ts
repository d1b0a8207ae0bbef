import type { ObjectId } from './types.js';

/** Blobs asked for ahead of the one being used. */
const AHEAD = 32;

/** Blobs in the order of `ids`, several being read while one is used, never more than a few in memory. */
export async function* readAhead(
  ids: Iterable<ObjectId>,
  read: (id: ObjectId) => Promise<Buffer>,
): AsyncGenerator<{ id: ObjectId; content: Buffer }> {
  const asked: { id: ObjectId; content: Promise<Buffer> }[] = [];
  for (const id of ids) {
    const content = read(id);
    content.catch(() => {}); // awaited in its turn; a reader that stops early leaves it
    asked.push({ id, content });
    const first = asked.length > AHEAD ? asked.shift() : undefined;
    if (first !== undefined) yield { id: first.id, content: await first.content };
  }
  for (const { id, content } of asked) yield { id, content: await content };
}
