import { topicsOf } from '../aaak/topics.js';
import type { DrawerRow, Passage } from '../index/types.js';

/** The closet of a drawer: lines that say what stands where in it. Made of its words each time, never kept. */
export interface Closet {
  /** `topic, topic|entity;entity|2026-03-04:L12-30→d-…`: what, who, when and on which lines of the memory. */
  lines: string[];
  /** Lines that did not fit. */
  left_out: number;
}

/** Characters of a closet at most, line ends included. */
export const MOST_CLOSET = 1_500;
const MOST_HEADINGS = 12;
const MOST_QUOTES = 3;
const MOST_ENTITIES = 5;
const TOPICS_OF_PASSAGE = 3;
/** Passages that are looked at: the lines of more would not fit. */
const MOST_PASSAGES = 60;

/**
 * The closet of a drawer: its title, its headings, what it quotes, and the topics of each passage, in this order, each with its lines.
 * A line is never cut. `passages`: those of the drawer, in order.
 */
export function closetOf(row: DrawerRow, passages: readonly Passage[]): Closet {
  const looked = passages.slice(0, MOST_PASSAGES);
  const entities = entitiesOf(row, looked);
  const last = passages.at(-1)?.lastLine ?? 1;
  const candidates = [
    pointer(row, oneLine(row.title), entities, 1, last),
    ...headings(looked).map(({ text, line }) => pointer(row, text, [], line, line)),
    ...quotes(looked).map(({ text, line }) => pointer(row, `"${text}"`, [], line, line)),
    ...looked.map((passage) => {
      const topics = topicsOf(passage.text, TOPICS_OF_PASSAGE).join(', ');
      const named = entities.filter((name) => passage.text.includes(name));
      return topics === '' ? '' : pointer(row, topics, named, passage.firstLine, passage.lastLine, passage.time);
    }),
  ].filter((line) => line !== '');
  const lines: string[] = [];
  let used = 0;
  for (const line of new Set(candidates)) {
    if (used + line.length + 1 > MOST_CLOSET) continue;
    lines.push(line);
    used += line.length + 1;
  }
  return { lines, left_out: candidates.length - lines.length };
}

function pointer(
  row: DrawerRow,
  what: string,
  entities: readonly string[],
  from: number,
  to: number,
  time?: string,
): string {
  const day = String(time ?? row.front.date ?? '').slice(0, 10);
  const lines = from === to ? `L${from}` : `L${from}-${to}`;
  return `${field(what)}|${entities.map(field).join(';')}|${day === '' ? '' : `${day}:`}${lines}→${row.id}`;
}

/** Marks of the line's own grammar are no part of a field, and a title may be a paragraph. */
function field(text: string): string {
  return Array.from(oneLine(text).replace(/[|;→]/g, ' ').trim()).slice(0, 120).join('');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Those that the drawer states, else names that stand in it more than once. */
function entitiesOf({ front }: DrawerRow, passages: readonly Passage[]): string[] {
  if (front.entities !== undefined && front.entities.length > 0) return front.entities.slice(0, MOST_ENTITIES);
  const counts = new Map<string, number>();
  // Within a sentence: a capital at its beginning names nobody.
  for (const { text } of passages)
    for (const [name] of text.matchAll(
      /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{M}\p{N}_-]{2,}(?: \p{Lu}[\p{L}\p{M}\p{N}_-]+)?/gu,
    ))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= 2)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_ENTITIES)
    .map(([name]) => name);
}

function headings(passages: readonly Passage[]): { text: string; line: number }[] {
  return linesWith(passages, /^ {0,3}#{1,3} +(.{5,60}?)[ #]*$/u)
    .filter(({ text }) => !text.startsWith('['))
    .slice(0, MOST_HEADINGS);
}

function quotes(passages: readonly Passage[]): { text: string; line: number }[] {
  return linesWith(passages, /["“「]([^"”」\n]{15,150})["”」]/u).slice(0, MOST_QUOTES);
}

/** The first match of each line, with its line in the memory. */
function linesWith(passages: readonly Passage[], pattern: RegExp): { text: string; line: number }[] {
  return passages.flatMap(({ text, firstLine }) =>
    text.split('\n').flatMap((line, at) => {
      const found = pattern.exec(line.replace(/\r$/, ''))?.[1]?.trim();
      return found === undefined ? [] : [{ text: found, line: firstLine + at }];
    }),
  );
}
