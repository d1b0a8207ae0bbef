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

/**
 * What `start` makes of the items, up to `most` of them begun before they are wanted, and half of these together: git is
 * woken up once for many questions.
 */
export async function* ahead<T, U>(
  items: AsyncIterable<T> | Iterable<T>,
  start: (item: T) => U,
  most = 128,
): AsyncGenerator<U> {
  const begun: U[] = [];
  for await (const item of items) {
    begun.push(start(item));
    if (begun.length === most) yield* begun.splice(0, Math.ceil(most / 2));
  }
  yield* begun;
}
