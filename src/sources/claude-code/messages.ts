import type { Message } from '../../palace/transcript-types.js';
import { attachmentMessage } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';
import { injectedKind, withoutReminders } from './injected.js';

/** What the messages of one record are made with. */
export interface MessageContext {
  tools: ToolMode;
  tally: Tally;
  /** Name of a tool by the id of its call, filled by every call. */
  toolNames: Map<string, string>;
}

/** Time and id that every block of a record shares. */
type Stamp = Pick<Message, 'time' | 'id'>;

/**
 * The blocks of a `user`, `assistant`, `system` or `attachment` record as messages, in their order; undefined for a record whose
 * content has no known shape. Words of the program in the person's place (notices, hidden context, summaries) are marked so.
 */
export function messagesOf(record: JsonObject, context: MessageContext): Message[] | undefined {
  const stamp: Stamp = {};
  const time = textOf(record.timestamp);
  const id = textOf(record.uuid);
  if (time !== undefined) stamp.time = time;
  if (id !== undefined) stamp.id = id;
  if (record.type === 'system') return systemMessages(record, stamp);
  if (record.type === 'attachment') return attachmentMessages(record, stamp, context);
  if (!isObject(record.message)) return undefined;
  const blocks = blocksOf(record.message.content);
  if (blocks === undefined) return undefined;
  const author = authorOf(record, record.message);
  return blocks.flatMap((block) => blockMessages(block, { ...stamp, ...author }, context));
}

/** Content is a text, a list of texts and blocks, or one block. */
function blocksOf(content: unknown): JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isObject(content)) return [content];
  if (!Array.isArray(content)) return undefined;
  return content.map((item) =>
    isObject(item) ? item : typeof item === 'string' ? { type: 'text', text: item } : { type: 'unknown', value: item },
  );
}

type Author = Pick<Message, 'speaker' | 'kind'>;

function authorOf(record: JsonObject, message: JsonObject): Author {
  if (record.isCompactSummary === true) return { speaker: 'system', kind: 'summary' };
  if (record.isMeta === true) return { speaker: 'system', kind: 'context' };
  if (record.isApiErrorMessage === true || message.model === '<synthetic>')
    return { speaker: 'system', kind: 'notice' };
  if (record.type === 'assistant') return { speaker: 'assistant', kind: 'text' };
  // A sub-agent's "user" is the agent that called it.
  return { speaker: record.isSidechain === true ? 'agent' : 'user', kind: 'text' };
}

function blockMessages(block: JsonObject, base: Stamp & Author, context: MessageContext): Message[] {
  switch (block.type) {
    case 'text':
      return textMessages(block, base, context);
    case 'thinking':
      if (textOf(block.thinking) !== undefined)
        return [{ ...base, speaker: 'assistant', kind: 'thinking', text: asText(block.thinking) }];
      context.tally.add('hidden thinking', Buffer.byteLength(asText(block.signature ?? '')));
      return [];
    case 'redacted_thinking':
      context.tally.add('hidden thinking', Buffer.byteLength(asText(block.data ?? '')));
      return [];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callMessages(block, base, context);
    case 'image':
    case 'document':
      return [attachment(block, base, context)];
    default:
      if (typeof block.type === 'string' && block.type.endsWith('tool_result'))
        return resultMessages(block, base, context);
      // A block of a kind that came later is kept raw: better an odd block than a lost one.
      return [
        {
          ...base,
          kind: 'context',
          text: JSON.stringify(block),
          attributes: { block: asText(block.type ?? 'unknown') },
        },
      ];
  }
}

function textMessages(block: JsonObject, base: Stamp & Author, context: MessageContext): Message[] {
  const whole = textOf(block.text);
  if (whole === undefined) return [];
  if (base.speaker !== 'user') return [{ ...base, text: whole }];
  const text = withoutReminders(whole, context.tally);
  if (text !== whole && text.trim() === '') return [];
  const injected = injectedKind(text);
  return [injected === undefined ? { ...base, text } : { ...base, speaker: 'system', kind: injected, text }];
}

function callMessages(block: JsonObject, base: Stamp & Author, context: MessageContext): Message[] {
  const attributes: Record<string, string> = {};
  const name = textOf(block.name);
  const call = textOf(block.id);
  if (name !== undefined) attributes.name = name;
  if (call !== undefined) attributes.call = call;
  if (name !== undefined && call !== undefined) context.toolNames.set(call, name);
  const message = toolCall(
    { ...base, speaker: 'assistant', kind: 'tool_call', attributes },
    block.input,
    context.tools,
    context.tally,
  );
  return message === undefined ? [] : [message];
}

function resultMessages(block: JsonObject, base: Stamp & Author, context: MessageContext): Message[] {
  const call = textOf(block.tool_use_id);
  const name = call === undefined ? undefined : context.toolNames.get(call);
  const attributes: Record<string, string> = {};
  if (name !== undefined) attributes.name = name;
  if (call !== undefined) attributes.call = call;
  if (block.is_error === true) attributes.error = 'true';
  const from = { ...base, speaker: 'tool', kind: 'tool_result' as const, attributes };
  return (blocksOf(block.content ?? '') ?? [{ value: block.content }]).flatMap((part) => {
    if (part.type === 'image' || part.type === 'document') return [attachment(part, from, context)];
    const whole = part.type === 'text' ? asText(part.text ?? '') : JSON.stringify(part);
    const text = withoutReminders(whole, context.tally);
    if (text !== whole && text.trim() === '') return [];
    const message = toolResult({ ...from, text }, context.tools, context.tally);
    return message === undefined ? [] : [message];
  });
}

/** A picture or document: named with its type, size and hash. */
function attachment(
  block: JsonObject,
  base: Stamp & Author & Pick<Message, 'attributes'>,
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
  return attachmentMessage(base, attached, context.tally);
}

function systemMessages(record: JsonObject, stamp: Stamp): Message[] {
  const text = textOf(record.content);
  return text === undefined ? [] : [{ ...stamp, speaker: 'system', kind: 'notice', text }];
}

/** Context that hooks added, and prompts that waited in the queue; everything else is material for the model only. */
function attachmentMessages(record: JsonObject, stamp: Stamp, context: MessageContext): Message[] {
  const attached = isObject(record.attachment) ? record.attachment : {};
  if (attached.type === 'queued_command' && textOf(attached.prompt) !== undefined) {
    const base = { ...stamp, speaker: record.isSidechain === true ? 'agent' : 'user', kind: 'text' as const };
    return textMessages({ text: attached.prompt }, base, context);
  }
  if (typeof attached.type === 'string' && attached.type.startsWith('hook_')) {
    const content = Array.isArray(attached.content) ? attached.content : [attached.content];
    const texts = content.filter((part): part is string => textOf(part) !== undefined);
    if (texts.length > 0) return texts.map((text) => ({ ...stamp, speaker: 'system', kind: 'context', text }));
  }
  context.tally.add('hidden context', Buffer.byteLength(JSON.stringify(attached)));
  return [];
}
