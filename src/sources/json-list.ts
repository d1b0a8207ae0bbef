import { headText } from './head-text.js';
import { isObject, type JsonObject, parseJson } from './json.js';
import { jsonElements } from './json-stream.js';
import type { Tally } from './tally.js';
import type { Candidate } from './types.js';

/** How a list is read: `property` names the one that holds it, absent for a file that is a list. */
export interface JsonListOptions {
  maxBytes: number;
  property?: string;
  /** Counts `damaged records` and `invalid bytes`. */
  tally: Tally;
}

/**
 * The list that a JSON file is, or holds as `property` of its object, with what stands around it. Damaged elements and an
 * unfinished last one are counted under `damaged records`, and the rest is read. Of a file that is cut off, `around` is what
 * stands before the list.
 * @throws SkipSource when the file cannot be read.
 */
export async function readJsonList(
  candidate: Candidate,
  options: JsonListOptions,
): Promise<{ elements: unknown[]; around: JsonObject }> {
  const elements: unknown[] = [];
  const around = await forEachInJsonList(candidate, options, (element) => elements.push(element));
  return { elements, around };
}

/** The same with one element in memory at a time. @returns what stands around the list. */
export async function forEachInJsonList(
  candidate: Candidate,
  { maxBytes, property, tally }: JsonListOptions,
  take: (element: unknown) => void,
): Promise<JsonObject> {
  const list = jsonElements(candidate, {
    maxBytes,
    ...(property !== undefined && { property: [property] }),
    onDamage: ({ bytes }) => tally.add('damaged records', bytes),
  });
  for (let next = await list.next(); ; next = await list.next()) {
    if (next.done) return next.value ?? beforeList(candidate, property);
    if (next.value.replaced > 0) tally.add('invalid bytes', next.value.replaced, next.value.replaced);
    take(next.value.value);
  }
}

/** The properties that stand before the list, as far as the head of the file shows them. */
function beforeList(candidate: Candidate, property: string | undefined): JsonObject {
  if (property === undefined) return {};
  const head = headText(candidate);
  const at = new RegExp(`"${property}"\\s*:\\s*\\[`).exec(head)?.index;
  const before = at === undefined ? undefined : parseJson(`${head.slice(0, at).replace(/,\s*$/, '')}}`);
  return isObject(before) ? before : {};
}
