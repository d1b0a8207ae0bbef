import type { Message } from '../../palace/transcript-types.js';
import { isObject, type JsonObject, parseJson, textOf } from '../json.js';
import type { Line } from '../lines.js';
import { Tally } from '../tally.js';
import type { ToolMode } from '../tool-text.js';
import type { Node } from './branches.js';
import { type MessageContext, messagesOf } from './messages.js';
import { QueuedPrompts } from './queued.js';

/** One record that has a place in the conversation. */
export interface SessionRecord extends Node {
  messages: Message[];
  model?: string;
  agentId?: string;
}

/** Facts of the session that stand in its records. The first of each holds; titles may change, so there the last does. */
export interface SessionFacts {
  sessionId?: string;
  cwd?: string;
  gitBranch?: string;
  customTitle?: string;
  aiTitle?: string;
}

/** Longer lines than this cannot be one JSON text in memory; none was ever seen near it. */
const MAX_LINE = 256 * 1024 * 1024;

const CONVERSATION_TYPES = new Set(['user', 'human', 'assistant', 'system', 'attachment']);

/** Takes the lines of one session file, in order, and holds what is to be kept of them. */
export class Session {
  readonly tally = new Tally();
  readonly facts: SessionFacts = {};
  readonly main: SessionRecord[] = [];
  readonly sidechain: SessionRecord[] = [];
  /** The live leaf as the session names it, with the number of main records before that line. */
  leaf: { id: string; after: number } | undefined;
  sidechainBytes = 0;
  readonly queued = new QueuedPrompts();
  readonly #context: MessageContext;
  readonly #summaries: { text: string; leaf: string }[] = [];
  readonly #seen = new Set<string>();

  constructor(tools: ToolMode) {
    this.#context = { tools, tally: this.tally, toolNames: new Map() };
  }

  take(line: Line): void {
    const { bytes, whole } = line;
    if (bytes.length > MAX_LINE) {
      this.tally.add('damaged lines', bytes.length);
      return;
    }
    const text = bytes.toString('utf8');
    if (text.trim() === '') return;
    const record = parseJson(text);
    if (isObject(record) && typeof record.type === 'string') this.#takeRecord(record, bytes.length);
    // A session that is still being written ends in the middle of a line; the next mine finds it whole.
    else this.tally.add(whole || record !== undefined ? 'damaged lines' : 'unfinished last line', bytes.length);
  }

  /** custom-title > ai-title > summary of this very session; '' when the session has none. */
  title(): string {
    const summary = this.#summaries.filter(({ leaf }) => this.#seen.has(leaf)).at(-1)?.text;
    return this.facts.customTitle ?? this.facts.aiTitle ?? summary ?? '';
  }

  #takeRecord(record: JsonObject, bytes: number): void {
    const { facts } = this;
    if (CONVERSATION_TYPES.has(String(record.type))) {
      this.#takeMessage(record, bytes);
      return;
    }
    const summary = textOf(record.summary);
    const leaf = textOf(record.leafUuid);
    if (record.type === 'summary' && summary !== undefined) this.#summaries.push({ text: summary, leaf: leaf ?? '' });
    else if (record.type === 'custom-title') facts.customTitle = textOf(record.customTitle) ?? facts.customTitle;
    else if (record.type === 'ai-title') facts.aiTitle = textOf(record.aiTitle) ?? facts.aiTitle;
    else if (record.type === 'queue-operation') this.queued.take(record);
    else if (record.type === 'last-prompt' && leaf !== undefined) this.leaf = { id: leaf, after: this.main.length };
    this.tally.add('bookkeeping records', bytes);
    // Progress and the like are no messages, but messages may hang on them.
    if (textOf(record.uuid) !== undefined && this.#isNew(record)) this.#place(record, []);
    this.facts.sessionId ??= textOf(record.sessionId);
  }

  #takeMessage(record: JsonObject, bytes: number): void {
    if (!this.#isNew(record)) {
      this.tally.add('repeated records', bytes);
      return;
    }
    const messages = messagesOf(record, this.#context);
    if (messages === undefined) {
      if (record.uuid !== undefined) this.#seen.delete(String(record.uuid));
      this.tally.add('damaged lines', bytes);
      return;
    }
    if (messages.length === 0 && record.type === 'system') this.tally.add('bookkeeping records', bytes);
    if (record.toolUseResult !== undefined)
      this.tally.add('terminal copies of tool output', Buffer.byteLength(JSON.stringify(record.toolUseResult)));
    this.#place(record, messages);
    if (record.isSidechain === true) this.sidechainBytes += bytes;
    this.facts.sessionId ??= textOf(record.sessionId);
    this.facts.cwd ??= textOf(record.cwd);
    this.facts.gitBranch ??= textOf(record.gitBranch);
  }

  #place(record: JsonObject, messages: Message[]): void {
    const message = isObject(record.message) ? record.message : {};
    const parent = textOf(record.logicalParentUuid) ?? record.parentUuid;
    const placed: SessionRecord = {
      id: textOf(record.uuid),
      parent: typeof parent === 'string' ? parent : null,
      calls: callsOf(message, 'id'),
      results: callsOf(message, 'tool_use_id'),
      apiId: record.type === 'assistant' ? textOf(message.id) : undefined,
      prompt: messages.some(({ speaker, kind }) => speaker === 'user' && kind === 'text'),
      reply: record.type === 'assistant',
      shown: messages.length > 0,
      messages,
      model: message.model === '<synthetic>' ? undefined : textOf(message.model),
      agentId: textOf(record.agentId),
    };
    (record.isSidechain === true ? this.sidechain : this.main).push(placed);
  }

  /** A record written again (only its bookkeeping differs) is one message. */
  #isNew(record: JsonObject): boolean {
    const id = textOf(record.uuid);
    if (id === undefined) return true;
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    return true;
  }
}

/** Ids of the calls that a message makes (`id` of its tool_use blocks) or answers (`tool_use_id`). */
function callsOf(message: JsonObject, key: 'id' | 'tool_use_id'): string[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block) => {
    if (!isObject(block) || (key === 'id' && !String(block.type).endsWith('tool_use'))) return [];
    const id = textOf(block[key]);
    return id === undefined ? [] : [id];
  });
}
