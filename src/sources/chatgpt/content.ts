import type { Message, MessageKind } from '../../palace/transcript-types.js';
import { timeOfSeconds, timeOfText } from '../export-time.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';
import { Attachments } from './attachments.js';

export interface ContentContext {
  tools: ToolMode;
  tally: Tally;
}

/** Speaker and kind of a message, and what every block of it shares. */
type Base = Omit<Message, 'text'>;

/**
 * The blocks of one message of the tree, in the order of its parts; attachments that only its metadata names come last.
 * What the program put in the person's place (profile, instructions) is context, never the person's words.
 */
export function messagesOf(message: JsonObject, nodeId: string, context: ContentContext): Message[] {
  const metadata = isObject(message.metadata) ? message.metadata : {};
  const content = isObject(message.content) ? message.content : {};
  const base = baseOf(message, metadata, content, nodeId);
  if (metadata.aggregate_result !== undefined && metadata.aggregate_result !== null)
    context.tally.add('second copies of tool output', Buffer.byteLength(JSON.stringify(metadata.aggregate_result)));
  const attachments = new Attachments(metadata.attachments);
  const blocks = new Blocks(base, attachments, context);
  blocks.content(content);
  const shown = [...blocks.messages, ...attachments.rest(base)];
  if (shown.length === 0 && !blocks.isCounted) context.tally.add('messages without text', 0);
  return shown;
}

function baseOf(message: JsonObject, metadata: JsonObject, content: JsonObject, nodeId: string): Base {
  const author = isObject(message.author) ? message.author : {};
  const role = textOf(author.role) ?? '';
  const hidden = metadata.is_visually_hidden_from_conversation === true;
  const attributes: Record<string, string> = {};
  const recipient = textOf(message.recipient) ?? 'all';
  const base: Base = { ...speakerOf(role, recipient, hidden, content), id: textOf(message.id) ?? nodeId };
  if (base.kind === 'tool_call') attributes.name = recipient;
  const name = textOf(author.name);
  if (base.kind === 'tool_result' && name !== undefined) attributes.name = name;
  if (hidden) attributes.hidden = 'true';
  if (metadata.voice_mode_message === true) attributes.voice = 'true';
  const time = timeOfSeconds(message.create_time) ?? timeOfText(message.create_time);
  if (time !== undefined) base.time = time;
  if (Object.keys(attributes).length > 0) base.attributes = attributes;
  return base;
}

function speakerOf(
  role: string,
  recipient: string,
  hidden: boolean,
  content: JsonObject,
): { speaker: string; kind: MessageKind } {
  const isContext =
    content.content_type === 'user_editable_context' || content.content_type === 'model_editable_context';
  if (isContext || role === 'system' || role === 'developer') return { speaker: 'system', kind: 'context' };
  if (role === 'user') return hidden ? { speaker: 'system', kind: 'context' } : { speaker: 'user', kind: 'text' };
  if (role === 'tool') return { speaker: 'tool', kind: 'tool_result' };
  if (recipient !== 'all') return { speaker: 'assistant', kind: 'tool_call' };
  return { speaker: role === '' ? 'unknown' : role, kind: hidden ? 'context' : 'text' };
}

class Blocks {
  readonly messages: Message[] = [];
  /** Something of the message is in the tally. */
  isCounted = false;

  constructor(
    private readonly base: Base,
    private readonly attachments: Attachments,
    private readonly context: ContentContext,
  ) {}

  content(content: JsonObject): void {
    const type = textOf(content.content_type) ?? 'text';
    switch (type) {
      case 'text':
      case 'multimodal_text':
        this.#parts(content.parts ?? content.text);
        return;
      case 'code':
      case 'execution_output':
        this.#text(content.text, languageOf(content));
        return;
      case 'user_editable_context':
        this.#text(content.user_profile, { part: 'profile' });
        this.#text(content.user_instructions, { part: 'instructions' });
        return;
      case 'model_editable_context':
        this.#text(content.model_set_context);
        return;
      case 'thoughts':
        this.#thoughts(content.thoughts);
        return;
      case 'reasoning_recap':
        this.#as('notice', content.content);
        return;
      case 'tether_quote':
        this.#text(content.text, named({ title: content.title, url: content.url }));
        return;
      case 'tether_browsing_display':
        this.#text(textOf(content.result) ?? content.summary);
        return;
      case 'sonic_webpage':
        this.#text(textOf(content.text) ?? content.snippet, named({ title: content.title, url: content.url }));
        return;
      case 'citable_code_output':
        this.#text(content.output_str);
        return;
      case 'system_error':
        this.#text(content.text, { error: 'true', ...named({ error_name: content.name }) });
        return;
      default:
        this.#raw(content, type);
    }
  }

  #parts(parts: unknown): void {
    for (const part of Array.isArray(parts) ? parts : [parts]) {
      if (!isObject(part)) this.#text(part);
      else if (part.content_type === 'audio_transcription') this.#text(part.text, { voice: 'true' });
      else if (isSound(part)) this.#count('sound of voice turns', sizeOf(part));
      else if (part.content_type === 'image_asset_pointer') this.#attachment(part);
      else this.#raw(part, textOf(part.content_type) ?? 'unknown');
    }
  }

  #thoughts(thoughts: unknown): void {
    for (const thought of Array.isArray(thoughts) ? thoughts : [thoughts]) {
      if (!isObject(thought)) this.#as('thinking', thought);
      else {
        const text = textOf(thought.content);
        const summary = textOf(thought.summary);
        if (text === undefined) this.#as('thinking', summary);
        else this.#as('thinking', text, named({ summary }));
      }
    }
  }

  /** Text as what the message as a whole is. */
  #text(value: unknown, more: Readonly<Record<string, string>> = {}): void {
    if (value === undefined || value === null || value === '') return;
    const text = asText(value);
    const base = { ...this.base, ...attributes({ ...this.base.attributes, ...more }) };
    const { tools, tally } = this.context;
    const message =
      base.kind === 'tool_call'
        ? toolCall(base, text, tools, tally)
        : base.kind === 'tool_result'
          ? toolResult({ ...base, text }, tools, tally)
          : { ...base, text };
    if (message !== undefined) this.messages.push(message);
    else this.isCounted = true;
  }

  /** Text of another kind than the message as a whole. */
  #as(kind: MessageKind, value: unknown, more: Readonly<Record<string, string>> = {}): void {
    const text = textOf(value);
    if (text === undefined) return;
    this.messages.push({ ...this.base, kind, text, ...attributes({ ...this.base.attributes, ...more }) });
  }

  #attachment(part: JsonObject): void {
    this.messages.push(this.attachments.pointed(part, this.base));
  }

  /** A block of a kind that came later is kept raw: better an odd block than a lost one. */
  #raw(block: JsonObject, type: string): void {
    const speaker = this.base.speaker === 'user' ? 'system' : this.base.speaker;
    const text = JSON.stringify(block);
    this.messages.push({
      ...this.base,
      speaker,
      kind: 'context',
      text,
      ...attributes({ ...this.base.attributes, block: type }),
    });
  }

  #count(what: string, bytes: number): void {
    this.isCounted = true;
    this.context.tally.add(what, bytes);
  }
}

function attributes(all: Readonly<Record<string, string>>): Pick<Message, 'attributes'> {
  return Object.keys(all).length === 0 ? {} : { attributes: all };
}

/** Those that are texts. */
function named(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

function languageOf({ language }: JsonObject): Record<string, string> {
  return language === 'unknown' ? {} : named({ language });
}

function isSound({ content_type: type }: JsonObject): boolean {
  return type === 'audio_asset_pointer' || type === 'real_time_user_audio_video_asset_pointer';
}

function sizeOf(part: JsonObject): number {
  const sound = isObject(part.audio_asset_pointer) ? part.audio_asset_pointer : part;
  return typeof sound.size_bytes === 'number' ? sound.size_bytes : 0;
}
