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

/** What is said of a conversation as a whole. */
export type ConversationFacts = Omit<ConversationParts, 'messages'>;

/**
 * A conversation as a unit. Times without a zone give a day only: which instant they are nobody knows. A clock that goes
 * backwards is told in the notes; the order stays.
 * @throws SkipSource `empty` when nobody says anything, nor sends anything, in it.
 */
export function conversationUnit(parts: ConversationParts): SourceUnit {
  const outline = new ConversationOutline();
  for (const message of parts.messages) outline.take(message);
  return outline.unit(parts, () => renderTranscript(parts.messages));
}

/** What the messages of a conversation say of it: they are taken one by one, in order, and none is held. */
export class ConversationOutline {
  #isSpoken = false;
  #hasAttachment = false;
  #hint: string | undefined;
  #firstTime: string | undefined;
  /** Time of the last message of the line that was followed. */
  #before: string | undefined;
  #back = 0;

  take({ kind, speaker, text, time, attributes }: Message): void {
    if (kind === 'attachment') this.#hasAttachment = true;
    if (!this.#isSpoken && kind === 'text' && speaker !== 'preamble') {
      this.#isSpoken = true;
      this.#hint = text.trim().split(/\r?\n/, 1)[0]?.slice(0, HINT);
    }
    if (time === undefined) return;
    this.#firstTime ??= time;
    // An answer made again stands beside the one that it replaced, not after it.
    if (attributes?.branch === 'alternate') return;
    if (this.#before !== undefined && time < this.#before) this.#back++;
    this.#before = time;
  }

  /** Nobody said or sent anything. */
  get isEmpty(): boolean {
    return !this.#isSpoken && !this.#hasAttachment;
  }

  /** The unit of what was taken. @throws SkipSource `empty`. */
  unit(facts: ConversationFacts, body: () => Buffer): SourceUnit {
    if (this.isEmpty) throw new SkipSource('empty', 'nobody says anything in it', facts.notKept);
    const unit: SourceUnit = {
      kind: 'conversation',
      source: facts.source,
      title: oneLine(facts.title ?? ''),
      body: body(),
      format: 'transcript/1',
      routePath: facts.routePath ?? '',
      notKept: [...facts.notKept],
    };
    if (this.#hint) unit.nameHint = this.#hint;
    const date = facts.date ?? dateOfTime(this.#firstTime);
    if (date !== undefined) {
      unit.date = date;
      unit.dateFrom = 'content';
    }
    const known = Object.entries(facts.facts ?? {}).filter(
      (entry): entry is [string, FrontMatterValue] => entry[1] !== undefined,
    );
    if (known.length > 0) unit.facts = Object.fromEntries(known);
    if (facts.encoding !== undefined) unit.encoding = facts.encoding;
    if (facts.wingHint !== undefined) unit.wingHint = facts.wingHint;
    const notes = [...(facts.notes ?? []), ...clockNotes(this.#back)];
    if (notes.length > 0) unit.notes = notes;
    return unit;
  }
}

/** The day of a time without zone; an instant as it stands. */
function dateOfTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  return time.endsWith('Z') ? time : /^\d{4}-\d{2}-\d{2}/.exec(time)?.[0];
}

function clockNotes(back: number): string[] {
  if (back === 0) return [];
  return [`times go backwards ${back === 1 ? 'once' : `${back} times`} in it; the order of the source was kept`];
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}
