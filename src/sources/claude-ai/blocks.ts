import type { Message } from '../../palace/transcript-types.js';
import { timeOfText } from '../export-time.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { type ToolMode, toolCall, toolResult } from '../tool-text.js';

export interface BlockContext {
  tools: ToolMode;
  tally: Tally;
}

type Base = Omit<Message, 'text'>;

/** Blocks about the running of the program, without words. */
const BOOKKEEPING = new Set(['token_budget', 'flag']);

/**
 * The blocks of one message of `chat_messages`, in order, then what was attached to it. The blocks are the text; `text` is a
 * flat copy with placeholders where thoughts and tools were, and counts only where there are no blocks.
 */
export function messagesOf(message: JsonObject, context: BlockContext): Message[] {
  const base = baseOf(message);
  const blocks = Array.isArray(message.content) ? message.content : [];
  const shown = blocks.flatMap((block) =>
    blockMessages(isObject(block) ? block : { type: 'unknown', value: block }, base, context),
  );
  const flat = textOf(message.text);
  if (flat !== undefined && blocks.length === 0) shown.push({ ...base, text: flat });
  else if (flat !== undefined) context.tally.add('flat copies of messages', Buffer.byteLength(flat));
  shown.push(...attachments(message, base));
  if (shown.length === 0) context.tally.add('messages without text', 0);
  return shown;
}

function baseOf(message: JsonObject): Base {
  const sender = textOf(message.sender) ?? 'unknown';
  const base: Base = { speaker: sender === 'human' ? 'user' : sender, kind: 'text' };
  const id = textOf(message.uuid);
  const time = timeOfText(message.created_at);
  if (id !== undefined) base.id = id;
  if (time !== undefined) base.time = time;
  return base;
}

function blockMessages(block: JsonObject, base: Base, context: BlockContext): Message[] {
  const type = textOf(block.type) ?? 'unknown';
  switch (type) {
    case 'text': {
      const text = textOf(block.text);
      return text === undefined ? [] : [{ ...base, text }];
    }
    case 'voice_note': {
      const text = textOf(block.text);
      return text === undefined
        ? []
        : [{ ...base, text, attributes: { voice: 'true', ...words({ title: block.title }) } }];
    }
    case 'thinking': {
      const text = textOf(block.thinking);
      return text === undefined ? [] : [{ ...base, kind: 'thinking', text }];
    }
    case 'tool_use':
      return one(
        toolCall(
          { ...base, kind: 'tool_call', attributes: words({ name: block.name, call: block.id }) },
          block.input,
          context.tools,
          context.tally,
        ),
      );
    case 'tool_result':
      return results(block, base, context);
    case 'injected_prompt_block':
      return [
        {
          ...base,
          speaker: 'system',
          kind: 'context',
          text: textOf(block.text) ?? JSON.stringify(block),
          attributes: { block: type },
        },
      ];
    case 'image':
    case 'document':
      return [attachment(block, base)];
    default:
      if (BOOKKEEPING.has(type)) {
        context.tally.add('bookkeeping blocks', Buffer.byteLength(JSON.stringify(block)));
        return [];
      }
      // A block of a kind that came later is kept raw: better an odd block than a lost one.
      return [
        {
          ...base,
          speaker: base.speaker === 'user' ? 'system' : base.speaker,
          kind: 'context',
          text: JSON.stringify(block),
          attributes: { block: type },
        },
      ];
  }
}

function results(block: JsonObject, base: Base, context: BlockContext): Message[] {
  const attributes = words({ name: block.name, call: block.tool_use_id });
  if (block.is_error === true) attributes.error = 'true';
  const from: Base = { ...base, speaker: 'tool', kind: 'tool_result', attributes };
  const parts = Array.isArray(block.content) ? block.content : [block.content];
  return parts.flatMap((part: unknown) => {
    if (part === undefined || part === null || part === '') return [];
    if (isObject(part) && (part.type === 'image' || part.type === 'document')) return [attachment(part, from)];
    const text = isObject(part) && part.type === 'text' ? asText(part.text ?? '') : asText(part);
    return text === '' ? [] : one(toolResult({ ...from, text }, context.tools, context.tally));
  });
}

/** What was pasted or attached: its extracted text is kept. Of files the export has the names only. */
function attachments(message: JsonObject, base: Base): Message[] {
  const pasted = listOf(message.attachments).map(
    (one): Message => ({ ...attachment(one, base), text: textOf(one.extracted_content) ?? '' }),
  );
  const files = new Map<string, JsonObject>();
  for (const file of [...listOf(message.files), ...listOf(message.files_v2)]) {
    const key = textOf(file.file_uuid) ?? textOf(file.file_name) ?? JSON.stringify(file);
    files.set(key, { ...files.get(key), ...file });
  }
  return [...pasted, ...[...files.values()].map((file) => attachment(file, base))];
}

function attachment(file: JsonObject, { speaker, time, id }: Base): Message {
  const attributes = words({
    name: file.file_name ?? file.title,
    type: file.file_type ?? file.file_kind ?? file.type,
    file: file.file_uuid,
  });
  const size = file.file_size ?? file.size_bytes;
  if (typeof size === 'number') attributes.bytes = String(size);
  return { speaker, time, id, kind: 'attachment', text: '', ...(Object.keys(attributes).length > 0 && { attributes }) };
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function one(message: Message | undefined): Message[] {
  return message === undefined ? [] : [message];
}

/** Those that are texts. */
function words(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
