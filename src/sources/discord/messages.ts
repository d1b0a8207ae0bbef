import type { Message } from '../../palace/transcript-types.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { timeOfText } from '../times.js';

/** Types of what people say; every other one is a status line that the exporter words. */
const SPEECH = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'ThreadStarterMessage',
  '0',
  '19',
  '20',
  '21',
  '23',
]);

/** The messages that a record makes, text first; undefined for what is no message. Embeds are flattened: title, text, fields. */
export function messagesOf(record: JsonObject, tally: Tally): Message[] | undefined {
  if (!isObject(record.author) && typeof record.content !== 'string') return undefined;
  const stamp = stampOf(record);
  const type = record.type === undefined ? 'Default' : String(record.type);
  const isSpeech = SPEECH.has(type);
  const messages: Message[] = [];
  const content = textOf(record.content) ?? '';
  if (!isSpeech) messages.push({ ...withMore(stamp, { subtype: type }), kind: 'notice', text: content });
  else if (content !== '') messages.push({ ...stamp, kind: 'text', text: content });
  messages.push(...forwarded(record, stamp));
  for (const embed of listOf(record.embeds)) {
    const text = embedText(embed);
    // A bot often says all in an embed; beside words, or of a person, it is the preview of a link.
    const isSpoken = content === '' && stamp.attributes?.role === 'bot';
    const link = textOf(embed.url);
    if (text !== '' || link !== undefined)
      messages.push({
        ...withMore(stamp, { embed: 'true', ...(link && { link }) }),
        kind: isSpoken ? 'text' : 'attachment',
        text,
      });
  }
  for (const file of listOf(record.attachments)) messages.push(fileMessage(file, stamp));
  for (const sticker of listOf(record.stickers))
    messages.push({
      ...withMore(stamp, { title: textOf(sticker.name) ?? '', type: 'sticker' }),
      kind: 'attachment',
      text: '',
    });
  if (isObject(record.poll))
    messages.push({ ...withMore(stamp, { poll: 'true' }), kind: 'text', text: pollText(record.poll) });
  if (Array.isArray(record.reactions) && record.reactions.length > 0)
    tally.add('reactions', Buffer.byteLength(JSON.stringify(record.reactions)), record.reactions.length);
  if (messages.length === 0) tally.add('messages without text', Buffer.byteLength(JSON.stringify(record)));
  return messages;
}

type Stamp = Omit<Message, 'kind' | 'text'>;

function stampOf(record: JsonObject): Stamp {
  const author = isObject(record.author) ? record.author : {};
  const speaker = textOf(author.nickname) ?? textOf(author.name) ?? textOf(author.id) ?? '';
  const attributes: Record<string, string> = {};
  if (author.isBot === true) attributes.role = 'bot';
  const reference = isObject(record.reference) ? record.reference : {};
  const target = textOf(reference.messageId);
  if (target !== undefined) attributes[reference.type === 'Forward' ? 'forward_of' : 'reply_to'] = target;
  const edited = timeOfText(record.timestampEdited);
  if (edited !== undefined) attributes.edited = edited;
  if (record.isPinned === true) attributes.pinned = 'true';
  const stamp: Stamp = { speaker };
  const time = timeOfText(record.timestamp);
  const id = textOf(record.id);
  if (time !== undefined) stamp.time = time;
  if (id !== undefined) stamp.id = id;
  return withMore(stamp, attributes);
}

function forwarded(record: JsonObject, stamp: Stamp): Message[] {
  if (!isObject(record.forwardedMessage)) return [];
  const of = record.forwardedMessage;
  const text = textOf(of.content);
  const at = timeOfText(of.timestamp);
  const more = withMore(stamp, { forwarded: 'true', ...(at && { said: at }) });
  return [
    ...(text === undefined ? [] : [{ ...more, kind: 'text' as const, text }]),
    ...listOf(of.attachments).map((file) => fileMessage(file, more)),
  ];
}

/** Addresses of files on the service carry signatures and expire; the name, the size and a path in the export are kept. */
function fileMessage(file: JsonObject, stamp: Stamp): Message {
  const attributes: Record<string, string> = {};
  const title = textOf(file.fileName);
  if (title !== undefined) attributes.title = title;
  if (typeof file.fileSizeBytes === 'number') attributes.bytes = String(file.fileSizeBytes);
  const link = textOf(file.url);
  if (link !== undefined && !/^https?:/i.test(link)) attributes.link = link;
  return { ...withMore(stamp, attributes), kind: 'attachment', text: '' };
}

function embedText(embed: JsonObject): string {
  const fields = listOf(embed.fields).map(({ name, value }) => `${String(name ?? '')}: ${String(value ?? '')}`);
  const author = isObject(embed.author) ? textOf(embed.author.name) : undefined;
  const footer = isObject(embed.footer) ? textOf(embed.footer.text) : undefined;
  return [author, textOf(embed.title), textOf(embed.description), ...fields, footer]
    .filter((text) => text !== undefined)
    .join('\n');
}

function pollText(poll: JsonObject): string {
  const words = (value: unknown): string => (isObject(value) ? (textOf(value.text) ?? '') : (textOf(value) ?? ''));
  return [
    words(poll.question),
    ...listOf(poll.answers).map((answer) => words(answer.text ?? answer.answer ?? answer)),
  ].join('\n');
}

function withMore(stamp: Stamp, more: Readonly<Record<string, string>>): Stamp {
  const attributes = { ...stamp.attributes, ...more };
  return Object.keys(attributes).length === 0 ? stamp : { ...stamp, attributes };
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
