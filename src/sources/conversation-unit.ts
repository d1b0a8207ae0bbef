import { renderTranscript } from '../palace/transcript.js';
import type { Message } from '../palace/transcript-types.js';
import type { FrontMatterValue } from '../palace/types.js';
import { SkipSource } from './skip.js';
import type { NotKept, SourceUnit } from './types.js';

/** Characters of the first words that may become a file name. */
const HINT = 80;

export interface ConversationParts {
  source: string;
  /** '' or absent when the source names none. */
  title?: string;
  messages: readonly Message[];
  notKept: readonly NotKept[];
  facts?: Readonly<Record<string, FrontMatterValue | undefined>>;
  notes?: readonly string[];
  /** Day or UTC instant that the source says apart from its messages. Default: the time of the first message that has one. */
  date?: string;
  encoding?: string;
  wingHint?: string;
  /** Default '': an export's path says nothing about what was talked of. */
  routePath?: string;
}

/**
 * A conversation as a unit. Times without a zone give a day only: which instant they are nobody knows. A clock that goes
 * backwards is told in the notes; the order stays.
 * @throws SkipSource `empty` when nobody says anything, nor sends anything, in it.
 */
export function conversationUnit(parts: ConversationParts): SourceUnit {
  const { messages } = parts;
  const said = messages.find(({ kind, speaker }) => kind === 'text' && speaker !== 'preamble');
  if (said === undefined && !messages.some(({ kind }) => kind === 'attachment'))
    throw new SkipSource('empty', 'nobody says anything in it', parts.notKept);
  const unit: SourceUnit = {
    kind: 'conversation',
    source: parts.source,
    title: oneLine(parts.title ?? ''),
    body: renderTranscript(messages),
    format: 'transcript/1',
    routePath: parts.routePath ?? '',
    notKept: [...parts.notKept],
  };
  const hint = said?.text.trim().split(/\r?\n/, 1)[0]?.slice(0, HINT);
  if (hint) unit.nameHint = hint;
  const date = parts.date ?? dateOfTime(messages.find(({ time }) => time !== undefined)?.time);
  if (date !== undefined) {
    unit.date = date;
    unit.dateFrom = 'content';
  }
  const facts = Object.entries(parts.facts ?? {}).filter(
    (entry): entry is [string, FrontMatterValue] => entry[1] !== undefined,
  );
  if (facts.length > 0) unit.facts = Object.fromEntries(facts);
  if (parts.encoding !== undefined) unit.encoding = parts.encoding;
  if (parts.wingHint !== undefined) unit.wingHint = parts.wingHint;
  const notes = [...(parts.notes ?? []), ...clockNotes(messages)];
  if (notes.length > 0) unit.notes = notes;
  return unit;
}

/** The day of a time without zone; an instant as it stands. */
function dateOfTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  return time.endsWith('Z') ? time : /^\d{4}-\d{2}-\d{2}/.exec(time)?.[0];
}

function clockNotes(messages: readonly Message[]): string[] {
  let before: string | undefined;
  let back = 0;
  for (const { time, attributes } of messages) {
    // An answer made again stands beside the one that it replaced, not after it.
    if (time === undefined || attributes?.branch === 'alternate') continue;
    if (before !== undefined && time < before) back++;
    before = time;
  }
  if (back === 0) return [];
  return [`times go backwards ${back === 1 ? 'once' : `${back} times`} in it; the order of the source was kept`];
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}
