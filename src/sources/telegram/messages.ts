import type { Message } from '../../palace/transcript-types.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { timeOfSeconds } from '../times.js';

type Stamp = Omit<Message, 'kind' | 'text'>;

/** Fields of a status line that say what happened, in words. */
const ACTION_FIELDS = [
  'title',
  'members',
  'text',
  'message_id',
  'duration_seconds',
  'discard_reason',
  'new_title',
  'emoticon',
];
const FILES = ['file', 'photo'];

/** The messages of a record: what is attached, then the words; undefined for what is no message. */
export function messagesOf(record: JsonObject, tally: Tally): Message[] | undefined {
  if (record.type !== undefined && record.type !== 'message' && record.type !== 'service') return undefined;
  if (record.date === undefined && record.date_unixtime === undefined && record.text === undefined) return undefined;
  if (record.type === 'service') return [serviceMessage(record)];
  const stamp = stampOf(record, textOf(record.from) ?? textOf(record.from_id) ?? '');
  const messages: Message[] = attachmentsOf(record, stamp);
  const { text, links } = wordsOf(record);
  if (text !== '') messages.push({ ...withMore(stamp, links), kind: 'text', text });
  const poll = isObject(record.poll) ? pollText(record.poll) : '';
  if (poll !== '') messages.push({ ...withMore(stamp, { poll: 'true' }), kind: 'text', text: poll });
  if (Array.isArray(record.reactions))
    tally.add('reactions', Buffer.byteLength(JSON.stringify(record.reactions)), record.reactions.length);
  if (messages.length === 0) tally.add('messages without text', Buffer.byteLength(JSON.stringify(record)));
  return messages;
}

function stampOf(record: JsonObject, speaker: string): Stamp {
  const attributes: Record<string, string> = {};
  const reply = record.reply_to_message_id;
  if (reply !== undefined) attributes.reply_to = String(reply);
  const edited = timeOf(record.edited_unixtime, record.edited);
  if (edited !== undefined) attributes.edited = edited;
  const from = textOf(record.forwarded_from) ?? (record.forwarded_from === null ? 'a deleted account' : undefined);
  if (from !== undefined) attributes.forwarded_from = from;
  const via = textOf(record.via_bot);
  if (via !== undefined) attributes.via_bot = via;
  const stamp: Stamp = { speaker };
  const time = timeOf(record.date_unixtime, record.date);
  if (time !== undefined) stamp.time = time;
  if (record.id !== undefined) stamp.id = String(record.id);
  return withMore(stamp, attributes);
}

/** `date_unixtime` is the instant; `date` alone is the wall clock of the computer that exported. */
function timeOf(unix: unknown, local: unknown): string | undefined {
  const instant = timeOfSeconds(unix);
  if (instant !== undefined) return instant;
  return typeof local === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(local) ? local : undefined;
}

/** Text is a string or a list of strings and marked pieces, joined as they are. Hidden targets of links stand beside. */
function wordsOf(record: JsonObject): { text: string; links: Record<string, string> } {
  const pieces = piecesOf(record.text);
  const source = pieces.length > 0 ? pieces : piecesOf(record.text_entities ?? richText(record.rich_message));
  const targets = source.flatMap(({ href }) => (href === undefined ? [] : [href]));
  return {
    text: source.map(({ text }) => text).join(''),
    links: targets.length === 0 ? {} : { links: targets.join(' ') },
  };
}

function piecesOf(value: unknown): { text: string; href?: string }[] {
  if (typeof value === 'string') return value === '' ? [] : [{ text: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((piece) => {
    if (typeof piece === 'string') return piece === '' ? [] : [{ text: piece }];
    const text = isObject(piece) ? textOf(piece.text) : undefined;
    if (text === undefined || !isObject(piece)) return [];
    const href = textOf(piece.href);
    return [href === undefined || href === text ? { text } : { text, href }];
  });
}

function richText(rich: unknown): unknown {
  if (!isObject(rich)) return undefined;
  return rich.text ?? rich.text_entities ?? rich.parts;
}

function attachmentsOf(record: JsonObject, stamp: Stamp): Message[] {
  const messages: Message[] = [];
  const media = textOf(record.media_type);
  for (const key of FILES) {
    const path = textOf(record[key]);
    if (path === undefined) continue;
    const isThere = !path.startsWith('(');
    const title = textOf(record.file_name) ?? (isThere ? path : (media ?? key));
    const type = textOf(record.mime_type) ?? media ?? key;
    const size = record[`${key}_file_size`] ?? record.file_size;
    const attributes: Record<string, string> = { title, type };
    if (typeof size === 'number') attributes.bytes = String(size);
    if (typeof record.duration_seconds === 'number') attributes.seconds = String(record.duration_seconds);
    if (isThere && path !== title) attributes.link = path;
    const emoji = textOf(record.sticker_emoji);
    if (emoji !== undefined) attributes.emoji = emoji;
    messages.push({ ...withMore(stamp, attributes), kind: 'attachment', text: '' });
  }
  if (isObject(record.location_information)) {
    const { latitude, longitude } = record.location_information;
    const title = [textOf(record.place_name), textOf(record.address), `${String(latitude)}, ${String(longitude)}`];
    const attributes = { type: 'location', title: title.filter((word) => word !== undefined).join('; ') };
    messages.push({ ...withMore(stamp, attributes), kind: 'attachment', text: '' });
  }
  // A shared contact is named; its phone number is nobody's text.
  if (isObject(record.contact_information)) {
    const { first_name, last_name } = record.contact_information;
    const title = [textOf(first_name), textOf(last_name)].filter((word) => word !== undefined).join(' ');
    messages.push({ ...withMore(stamp, { type: 'contact', title }), kind: 'attachment', text: '' });
  }
  return messages;
}

function serviceMessage(record: JsonObject): Message {
  const stamp = stampOf(record, textOf(record.actor) ?? textOf(record.actor_id) ?? '');
  const attributes: Record<string, string> = {};
  const action = textOf(record.action);
  if (action !== undefined) attributes.action = action;
  for (const key of ACTION_FIELDS) {
    const value = record[key];
    if (value === undefined || value === '' || key === 'text') continue;
    attributes[key] = Array.isArray(value) ? value.map((one) => one ?? '?').join(', ') : String(value);
  }
  return { ...withMore(stamp, attributes), kind: 'notice', text: wordsOf(record).text };
}

function pollText(poll: JsonObject): string {
  const words = (value: unknown): string =>
    piecesOf(value)
      .map(({ text }) => text)
      .join('');
  const answers = Array.isArray(poll.answers) ? poll.answers.filter(isObject).map(({ text }) => words(text)) : [];
  return [words(poll.question), ...answers].join('\n');
}

function withMore(stamp: Stamp, more: Readonly<Record<string, string>>): Stamp {
  const attributes = { ...stamp.attributes, ...more };
  return Object.keys(attributes).length === 0 ? stamp : { ...stamp, attributes };
}
