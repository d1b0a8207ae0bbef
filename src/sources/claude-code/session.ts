import type { Message } from '../../palace/transcript-types.js';
import { isObject, type JsonObject, parseJson, textOf } from '../json.js';
import type { Line } from '../lines.js';
import type { LongBody } from '../long-body.js';
import { Tally } from '../tally.js';
import type { ToolMode } from '../tool-text.js';
import { Calls } from './calls.js';
import { Conversation, type Foreknown } from './conversation.js';
import { type MessageContext, messagesOf } from './messages.js';
import { isPrompt } from './outline.js';
import { QueuedPrompts } from './queued.js';
import { RecordIds, UNPLACED } from './record-ids.js';
import { Sidechains } from './sidechains.js';
import { TerminalCopies } from './terminal-copy.js';
import { type NamedLeaf, SessionTree } from './tree.js';

/** Facts of the session that stand in its records. The first of each holds; titles may change, so there the last does. */
export interface SessionFacts {
  sessionId?: string;
  cwd?: string;
  gitBranch?: string;
  customTitle?: string;
  aiTitle?: string;
}

export interface SessionOptions {
  tools: ToolMode;
  /** Sub-agents are conversations of their own; else they are counted. */
  readSubagents: boolean;
  foreknown: Foreknown;
  /** Characters of the person's words that are held for prompts that are queued later. */
  heldWords: number;
}

/** Longer lines than this cannot be one JSON text in memory; none was ever seen near it. */
const MAX_LINE = 256 * 1024 * 1024;

/** `{` */
const OPENING = 0x7b;

const NO_CALLS: readonly number[] = [];

const CONVERSATION_TYPES = new Set(['user', 'human', 'assistant', 'system', 'attachment']);

/** Takes the lines of one session file, in order. What was said is written into the body, the rest is a few numbers a record. */
export class Session {
  readonly tally = new Tally();
  readonly facts: SessionFacts = {};
  readonly sidechains: Sidechains;
  readonly conversation: Conversation;
  /** A record of the main agent holds something to show. */
  isShown = false;
  /** Main records have their place in the tree here, others a number below 0. */
  readonly #ids = new RecordIds();
  readonly #calls = new Calls();
  readonly #tree = new SessionTree(this.#ids, this.#calls);
  readonly #queued: QueuedPrompts;
  readonly #context: MessageContext;
  readonly #copies = new TerminalCopies();
  readonly #summaries: { text: string; leaf: string }[] = [];
  #leaf: NamedLeaf | undefined;

  constructor(
    private readonly options: SessionOptions,
    body: LongBody,
  ) {
    this.#queued = new QueuedPrompts(options.foreknown.watched, options.heldWords);
    this.#context = { tools: options.tools, tally: this.tally, calls: this.#calls };
    this.sidechains = new Sidechains(this.#ids, options.readSubagents);
    this.conversation = new Conversation(options.foreknown, body, this.#queued);
  }

  take({ bytes, start, end, whole }: Line): void {
    const size = end - start;
    if (size > MAX_LINE) {
      this.tally.add('damaged lines', size);
      return;
    }
    const cut = whole ? this.#copies.cut(bytes, start, end) : undefined;
    const text = bytes.toString('utf8', start, cut?.end ?? end);
    // Every record begins so; only then is a blank line looked for.
    if (bytes[start] !== OPENING && text.trim() === '') return;
    const record = parseJson(text);
    if (isObject(record) && typeof record.type === 'string') this.#takeRecord(record, record.type, size, cut?.bytes);
    // A session that is still being written ends in the middle of a line; the next mine finds it whole.
    else this.tally.add(whole || record !== undefined ? 'damaged lines' : 'unfinished last line', size);
  }

  /** custom-title > ai-title > summary of this very session; '' when the session has none. */
  title(): string {
    const summary = this.#summaries.filter(({ leaf }) => this.#ids.placeOf(leaf) !== UNPLACED).at(-1)?.text;
    return this.facts.customTitle ?? this.facts.aiTitle ?? summary ?? '';
  }

  /**
   * Ends the conversation; undefined when all is as it was foreknown. Otherwise what the end tells: the session must be read
   * again with it.
   */
  end(): Foreknown | undefined {
    const { foreknown } = this.options;
    const alternates = this.#tree.alternates(this.#leaf);
    const missing = this.#queued.missing();
    const unsure = this.#queued.unsure();
    const isAsForeknown = unsure.length === 0 && areSame(alternates, foreknown.alternates);
    if (isAsForeknown && this.conversation.end(missing)) return undefined;
    return { alternates, missing, watched: [...new Set([...foreknown.watched, ...unsure])] };
  }

  #takeRecord(record: JsonObject, type: string, bytes: number, cut: number | undefined): void {
    const { facts } = this;
    if (CONVERSATION_TYPES.has(type)) {
      this.#takeMessage(record, bytes, cut);
      return;
    }
    const summary = textOf(record.summary);
    const leaf = textOf(record.leafUuid);
    if (type === 'summary' && summary !== undefined) this.#summaries.push({ text: summary, leaf: leaf ?? '' });
    else if (type === 'custom-title') facts.customTitle = textOf(record.customTitle) ?? facts.customTitle;
    else if (type === 'ai-title') facts.aiTitle = textOf(record.aiTitle) ?? facts.aiTitle;
    else if (type === 'queue-operation') this.#queued.take(record);
    else if (type === 'last-prompt' && leaf !== undefined) this.#leaf = { id: leaf, after: this.#tree.length };
    this.tally.add('bookkeeping records', bytes);
    // Progress and the like are no messages, but messages may hang on them.
    const id = textOf(record.uuid);
    const number = id === undefined ? undefined : this.#ids.numberOf(id);
    if (number !== undefined && this.#ids.placeAt(number) === UNPLACED) this.#place(record, number, []);
    facts.sessionId ??= textOf(record.sessionId);
  }

  #takeMessage(record: JsonObject, bytes: number, cut: number | undefined): void {
    const { facts } = this;
    const id = textOf(record.uuid);
    // A record written again (only its bookkeeping differs) is one message.
    const number = id === undefined ? undefined : this.#ids.numberOf(id);
    if (number !== undefined && this.#ids.placeAt(number) !== UNPLACED) {
      this.tally.add('repeated records', bytes);
      return;
    }
    const messages = messagesOf(record, this.#context);
    if (messages === undefined) {
      this.tally.add('damaged lines', bytes);
      return;
    }
    if (messages.length === 0 && record.type === 'system') this.tally.add('bookkeeping records', bytes);
    const copy = record.toolUseResult;
    const copied = cut ?? (copy === undefined ? undefined : Buffer.byteLength(JSON.stringify(copy)));
    if (copied !== undefined) this.tally.add('terminal copies of tool output', copied);
    this.#place(record, number, messages);
    if (record.isSidechain === true) this.sidechains.bytes += bytes;
    facts.sessionId ??= textOf(record.sessionId);
    facts.cwd ??= textOf(record.cwd);
    facts.gitBranch ??= textOf(record.gitBranch);
  }

  #place(record: JsonObject, number: number | undefined, messages: readonly Message[]): void {
    const message = isObject(record.message) ? record.message : {};
    const said = textOf(record.logicalParentUuid) ?? record.parentUuid;
    const parent = typeof said === 'string' ? said : null;
    const model = message.model === '<synthetic>' ? undefined : textOf(message.model);
    if (record.isSidechain === true) {
      const id = textOf(record.uuid);
      this.sidechains.add({ id, number, parent, agentId: textOf(record.agentId), model }, messages);
      return;
    }
    const reply = record.type === 'assistant';
    const place = this.#tree.add({
      id: number,
      parent,
      calls: this.#callsOf(message, 'id'),
      results: this.#callsOf(message, 'tool_use_id'),
      apiId: reply ? textOf(message.id) : undefined,
      prompt: messages.some(isPrompt),
      reply,
      shown: messages.length > 0,
    });
    this.isShown ||= messages.length > 0;
    this.conversation.take(place, messages, model);
  }

  /** Numbers of the calls that a message makes (`id` of its tool_use blocks) or answers (`tool_use_id`). */
  #callsOf({ content }: JsonObject, key: 'id' | 'tool_use_id'): readonly number[] {
    if (!Array.isArray(content)) return NO_CALLS;
    let calls: number[] | undefined;
    for (const block of content) {
      if (!isObject(block)) continue;
      const id = textOf(block[key]);
      if (id === undefined || (key === 'id' && !String(block.type).endsWith('tool_use'))) continue;
      calls ??= [];
      calls.push(this.#calls.numberOf(id));
    }
    return calls ?? NO_CALLS;
  }
}

function areSame(some: Uint8Array | undefined, others: Uint8Array | undefined): boolean {
  if (some === undefined || others === undefined) return some === others;
  return Buffer.compare(some, others) === 0;
}
