import type { Message } from '../../palace/transcript-types.js';
import { withoutBlankEnds } from '../plain-transcript/turns.js';
import { type ChatHead, chatHead, dateOrder, wallClock } from './heads.js';
import { messagesOf } from './messages.js';

export interface Chat {
  messages: Message[];
  /** Lines before the first message, and heads whose numbers are no date. */
  notes: string[];
  order: string;
}

/** Heads of an export by their line: those of the style that it begins with. */
export function chatHeads(lines: readonly string[]): Map<number, ChatHead> {
  const heads = new Map<number, ChatHead>();
  let style: string | undefined;
  for (const [index, line] of lines.entries()) {
    const head = chatHead(line);
    if (head === undefined) continue;
    style ??= head.style;
    if (head.style === style) heads.set(index, head);
  }
  return heads;
}

/** The messages of an exported chat. `text` has LF line ends and no byte order mark. */
export function readChat(text: string): Chat {
  const lines = text.split('\n');
  const heads = chatHeads(lines);
  const { order, guessedBy } = dateOrder([...heads.values()]);
  const notes: string[] = [];
  if (guessedBy !== undefined)
    notes.push(`no date in it shows whether the day or the month comes first; taken as ${order} by ${guessedBy}`);
  const starts = [...heads.keys()];
  const messages: Message[] = [];
  const before = withoutBlankEnds(lines.slice(0, starts[0] ?? lines.length).join('\n'));
  if (before !== '') messages.push({ speaker: 'preamble', kind: 'text', text: before });
  let undated = 0;
  for (const [place, start] of starts.entries()) {
    const head = heads.get(start);
    if (head === undefined) continue;
    const time = wallClock(head, order);
    if (time === undefined) undated++;
    const rest = [head.rest, ...lines.slice(start + 1, starts[place + 1] ?? lines.length)].join('\n');
    messages.push(...messagesOf(withoutLastBlanks(rest), time === undefined ? {} : { time }));
  }
  if (undated > 0) notes.push(`${undated} of its messages have a date that does not exist; they have no time`);
  return { messages, notes, order };
}

function withoutLastBlanks(text: string): string {
  return text.replace(/(?:\n[ \t]*)+$/, '');
}
