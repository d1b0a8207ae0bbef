import type { Message } from '../../palace/transcript-types.js';
import { Fences } from '../fences.js';
import { type Head, knownRole, plainHead, timedHead } from './heads.js';

/** By what a text was recognised, and its heads by their line. */
export type Likeness = { kind: 'timed' | 'roles' | 'names'; heads: Map<number, Head> };

/**
 * Reads the heads of turns. A name is a speaker beside a time; without times it is one when it is a known role or comes back.
 * Lines in closed code fences are nobody's heads, unless they begin with a time in a transcript that has times. Undefined when the text is no transcript.
 */
export function headsOf(text: string): Likeness | undefined {
  const lines = text.split('\n');
  const fences = new Fences(lines);
  const timed = new Map<number, Head>();
  const plain = new Map<number, Head>();
  let filled = 0;
  const open: Head[] = [];
  for (const [index, line] of lines.entries()) {
    const fenced = fences.holds(index);
    const head = timedHead(line);
    if (head !== undefined) timed.set(index, head);
    if (fenced) continue;
    if (line.trim() !== '') filled++;
    const one = head ?? plainHead(line);
    if (head !== undefined) open.push(head);
    else if (one !== undefined) plain.set(index, one);
  }
  // A fence that one speaker opens and another closes must not hide who spoke between: it only tells what the file is.
  if (open.length > 0 && isTimed([...timed.values()])) return { kind: 'timed', heads: timed };
  return untimed(plain, filled);
}

function isTimed(heads: readonly Head[]): boolean {
  if (heads.length < 2) return false;
  if (heads.some(({ loose }) => !loose)) return true;
  return new Set(heads.map(({ name }) => name)).size < heads.length;
}

function untimed(plain: ReadonlyMap<number, Head>, filled: number): Likeness | undefined {
  const counts = new Map<string, number>();
  for (const { name } of plain.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const heads = new Map([...plain].filter(([, { name }]) => knownRole(name) || (counts.get(name) ?? 0) > 1));
  const all = [...heads.values()];
  const roles = new Set(all.map(({ name }) => knownRole(name)));
  if (roles.has('user') && roles.has('assistant')) return { kind: 'roles', heads };
  // Names that come back must take turns and carry the text: a list of labels does neither.
  const speakers = new Set(all.map(({ name }) => name));
  const turns = all.filter((head, index) => index > 0 && head.name !== all[index - 1]?.name).length;
  if (speakers.size < 2 || all.length < 4 || turns * 2 < all.length || all.length * 5 < filled) return undefined;
  return { kind: 'names', heads };
}

const REACTION = /^(?:Reacted to ".*" with \S+|Removed an? \S+ reaction from ".*")$/s;

/**
 * The messages of a transcript. What stands before the first head is a message of speaker `preamble`. Blank lines around a
 * turn are layout; inside they stay.
 */
export function turnsOf(text: string, heads: ReadonlyMap<number, Head>): Message[] {
  const lines = text.split('\n');
  const starts = [...heads.keys()];
  const messages: Message[] = [];
  const preamble = withoutBlankEnds(lines.slice(0, starts[0] ?? lines.length).join('\n'));
  if (preamble !== '') messages.push({ speaker: 'preamble', kind: 'text', text: preamble });
  for (const [place, start] of starts.entries()) {
    const head = heads.get(start);
    if (head === undefined) continue;
    const rest = [head.rest, ...lines.slice(start + 1, starts[place + 1] ?? lines.length)].join('\n');
    messages.push(turn(head, withoutBlankEnds(rest)));
  }
  return messages;
}

function turn({ name, time, at, to }: Head, text: string): Message {
  const message: Message = {
    speaker: knownRole(name) ?? name,
    kind: REACTION.test(text) ? 'notice' : 'text',
    text,
  };
  if (time !== undefined) message.time = time;
  const attributes = { ...(at !== undefined && { at }), ...(to !== undefined && { to }) };
  if (Object.keys(attributes).length > 0) message.attributes = attributes;
  return message;
}

/** Without the blank lines before and after; the first line that says something keeps its indentation. */
export function withoutBlankEnds(text: string): string {
  const lines = text.split('\n');
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.trim() === '') start++;
  while (end > start && lines[end - 1]?.trim() === '') end--;
  return lines.slice(start, end).join('\n');
}
