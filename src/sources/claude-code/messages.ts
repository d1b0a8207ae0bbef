import type { Message } from '../../palace/transcript-types.js';
import { attachmentMessage } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';
import type { Calls } from './calls.js';
import { injectedKind, withoutReminders } from './injected.js';

/** What the messages of one record are made with. */
export interface MessageContext {
  tools: ToolMode;
  tally: Tally;
  /** Filled by every call. */
  calls: Calls;
}

/** What every block of a record shares, as its author would say a text. */
type Base = Pick<Message, 'speaker' | 'kind'> & { time: string | undefined; id: string | undefined };

/**
 * The blocks of a `user`, `assistant`, `system` or `attachment` record as messages, in their order; undefined for a record whose
 * content has no known shape. Words of the program in the person's place (notices, hidden context, summaries) are marked so.
 */
export function messagesOf(record: JsonObject, context: MessageContext): Message[] | undefined {
  const base: Base = { speaker: 'system', kind: 'notice', time: textOf(record.timestamp), id: textOf(record.uuid) };
  const messages: Message[] = [];
  if (record.type === 'system') {
    const text = textOf(record.content);
    if (text !== undefined) messages.push(said(base, text));
    return messages;
  }
  if (record.type === 'attachment') {
    addAttachment(record, base, context, messages);
    return messages;
  }
  const { message } = record;
  if (!isObject(message)) return undefined;
  authorOf(record, message, base);
  const { content } = message;
  if (typeof content === 'string') addText(content, base, context, messages);
  else {
    const blocks = blocksOf(content);
    if (blocks === undefined) return undefined;
    for (const block of blocks) addBlock(block, base, context, messages);
  }
  return messages;
}

/** All messages have the same fields, in the same order: there are a million of them. */
function said(base: Base, text: string, kind = base.kind, speaker = base.speaker, attributes?: Attributes): Message {
  return { speaker, kind, text, time: base.time, id: base.id, attributes };
}

type Attributes = Readonly<Record<string, string>>;

/** Content is a text, a list of texts and blocks, or one block. */
function blocksOf(content: unknown): JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isObject(content)) return [content];
  if (!Array.isArray(content)) return undefined;
  return content.map((item) =>
    isObject(item) ? item : typeof item === 'string' ? { type: 'text', text: item } : { type: 'unknown', value: item },
  );
}

function authorOf(record: JsonObject, message: JsonObject, base: Base): void {
  if (record.isCompactSummary === true) base.kind = 'summary';
  else if (record.isMeta === true) base.kind = 'context';
  else if (record.isApiErrorMessage === true || message.model === '<synthetic>') base.kind = 'notice';
  else {
    base.kind = 'text';
    // A sub-agent's "user" is the agent that called it.
    base.speaker = record.type === 'assistant' ? 'assistant' : record.isSidechain === true ? 'agent' : 'user';
  }
}

function addBlock(block: JsonObject, base: Base, context: MessageContext, messages: Message[]): void {
  switch (block.type) {
    case 'text':
      addText(block.text, base, context, messages);
      return;
    case 'thinking':
      if (textOf(block.thinking) !== undefined)
        messages.push(said(base, asText(block.thinking), 'thinking', 'assistant'));
      else context.tally.add('hidden thinking', Buffer.byteLength(asText(block.signature ?? '')));
      return;
    case 'redacted_thinking':
      context.tally.add('hidden thinking', Buffer.byteLength(asText(block.data ?? '')));
      return;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      addCall(block, base, context, messages);
      return;
    case 'image':
    case 'document':
      messages.push(attachment(block, base, undefined, context));
      return;
    default:
      if (typeof block.type === 'string' && block.type.endsWith('tool_result'))
        addResults(block, base, context, messages);
      // A block of a kind that came later is kept raw: better an odd block than a lost one.
      else {
        const attributes = { block: asText(block.type ?? 'unknown') };
        messages.push(said(base, JSON.stringify(block), 'context', base.speaker, attributes));
      }
  }
}

function addText(value: unknown, base: Base, context: MessageContext, messages: Message[]): void {
  const whole = textOf(value);
  if (whole === undefined) return;
  if (base.speaker !== 'user') {
    messages.push(said(base, whole));
    return;
  }
  const text = withoutReminders(whole, context.tally);
  if (text !== whole && text.trim() === '') return;
  const injected = injectedKind(text);
  messages.push(injected === undefined ? said(base, text) : said(base, text, injected, 'system'));
}

function addCall(block: JsonObject, base: Base, context: MessageContext, messages: Message[]): void {
  const name = textOf(block.name);
  const call = textOf(block.id);
  if (name !== undefined && call !== undefined) context.calls.setName(call, name);
  const about = said(base, '', 'tool_call', 'assistant', toolAttributes(name, call));
  const message = toolCall(about, block.input, context.tools, context.tally);
  if (message !== undefined) messages.push(message);
}

function addResults(block: JsonObject, base: Base, context: MessageContext, messages: Message[]): void {
  const call = textOf(block.tool_use_id);
  const name = call === undefined ? undefined : context.calls.nameOf(call);
  const attributes = toolAttributes(name, call);
  if (block.is_error === true) attributes.error = 'true';
  const add = (whole: string): void => {
    const text = withoutReminders(whole, context.tally);
    if (text !== whole && text.trim() === '') return;
    const message = toolResult(said(base, text, 'tool_result', 'tool', attributes), context.tools, context.tally);
    if (message !== undefined) messages.push(message);
  };
  const content = block.content ?? '';
  if (typeof content === 'string') {
    add(content);
    return;
  }
  for (const part of blocksOf(content) ?? [{ value: content }])
    if (part.type === 'image' || part.type === 'document')
      messages.push(attachment(part, { ...base, speaker: 'tool' }, attributes, context));
    else add(part.type === 'text' ? asText(part.text ?? '') : JSON.stringify(part));
}

function toolAttributes(name: string | undefined, call: string | undefined): Record<string, string> {
  if (name !== undefined) return call === undefined ? { name } : { name, call };
  return call === undefined ? {} : { call };
}

/** A picture or document: named with its type, size and hash. */
function attachment(
  block: JsonObject,
  { speaker, time, id }: Base,
  attributes: Attributes | undefined,
  context: MessageContext,
): Message {
  const source = isObject(block.source) ? block.source : {};
  const data = textOf(source.data);
  const attached = {
    type: asText(source.media_type ?? block.type),
    title: textOf(block.title),
    bytes: data === undefined ? undefined : Buffer.from(data, source.type === 'text' ? 'utf8' : 'base64'),
    link: textOf(source.url) ?? textOf(source.file_id),
  };
  return attachmentMessage({ speaker, time, id, attributes }, attached, context.tally);
}

/** Context that hooks added, and prompts that waited in the queue; everything else is material for the model only. */
function addAttachment(record: JsonObject, base: Base, context: MessageContext, messages: Message[]): void {
  const attached = isObject(record.attachment) ? record.attachment : {};
  if (attached.type === 'queued_command' && textOf(attached.prompt) !== undefined) {
    base.kind = 'text';
    base.speaker = record.isSidechain === true ? 'agent' : 'user';
    addText(attached.prompt, base, context, messages);
    return;
  }
  if (typeof attached.type === 'string' && attached.type.startsWith('hook_')) {
    const content = Array.isArray(attached.content) ? attached.content : [attached.content];
    const texts = content.filter((part): part is string => textOf(part) !== undefined);
    for (const text of texts) messages.push(said(base, text, 'context'));
    if (texts.length > 0) return;
  }
  context.tally.add('hidden context', Buffer.byteLength(JSON.stringify(attached)));
}
