import type { Message } from '../../palace/transcript-types.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Tally } from '../tally.js';
import { timeOfSeconds } from '../times.js';
import type { SlackDirectory } from './directory.js';
import { blocksText, readable } from './text.js';

/** Subtypes of what people and bots say; every other one is a status line. */
const SPEECH = new Set([
  'bot_message',
  'me_message',
  'file_share',
  'file_comment',
  'file_mention',
  'thread_broadcast',
  'reply_broadcast',
  'slackbot_response',
  'assistant_app_thread',
]);

type Stamp = Omit<Message, 'kind' | 'text'>;

/** The messages that a record of a day file makes, text first, then what is attached; undefined for what is no message. */
export function messagesOf(record: JsonObject, directory: SlackDirectory, tally: Tally): Message[] | undefined {
  if (record.type !== undefined && record.type !== 'message') return undefined;
  const changed = record.subtype === 'message_changed' && isObject(record.message) ? record.message : record;
  const stamp = stampOf(changed, directory);
  const messages: Message[] = [];
  const typed = asText(changed.text ?? '');
  const raw = typed === '' ? blocksText(changed.blocks) : typed;
  if (typed !== '' && changed.blocks !== undefined)
    tally.add('second copies of texts (blocks)', bytesOf(changed.blocks));
  if (changed.user_profile !== undefined) tally.add('copies of profiles', bytesOf(changed.user_profile));
  if (Array.isArray(changed.reactions)) tally.add('reactions', bytesOf(changed.reactions), changed.reactions.length);
  const subtype = textOf(changed.subtype);
  const isSpeech = subtype === undefined || subtype === 'message_changed' || SPEECH.has(subtype);
  if (raw !== '' || !isSpeech) {
    const text = readable(raw, directory);
    const extra = { ...(text !== raw && { raw }), ...(subtype !== undefined && { subtype }) };
    messages.push(
      isSpeech ? { ...withMore(stamp, extra), kind: 'text', text } : { ...noticed(stamp, extra), kind: 'notice', text },
    );
  }
  for (const file of listOf(changed.files ?? (changed.file === undefined ? [] : [changed.file])))
    messages.push(fileMessage(file, stamp, tally));
  for (const attached of listOf(changed.attachments)) messages.push(attachedMessage(attached, stamp, directory));
  if (messages.length === 0) tally.add('messages without text', bytesOf(record));
  return messages;
}

function stampOf(record: JsonObject, directory: SlackDirectory): Stamp {
  const user = textOf(record.user) ?? (isObject(record.comment) ? textOf(record.comment.user) : undefined);
  const bot = textOf(record.bot_id);
  const isBot = record.subtype === 'bot_message' || bot !== undefined || (user !== undefined && directory.isBot(user));
  const known = user !== undefined && directory.name(user) !== user ? directory.name(user) : undefined;
  const profile = isObject(record.user_profile) ? record.user_profile : {};
  const speaker =
    (isBot ? textOf(record.username) : undefined) ??
    known ??
    (bot === undefined ? undefined : directory.botName(bot)) ??
    textOf(profile.display_name) ??
    textOf(profile.real_name) ??
    textOf(record.username) ??
    user ??
    bot ??
    '';
  const attributes: Record<string, string> = {};
  if (isBot) attributes.role = 'bot';
  const [ts, thread] = [textOf(record.ts), textOf(record.thread_ts)];
  if (thread !== undefined) attributes.thread = thread;
  if (thread !== undefined && thread !== ts) attributes.reply_to = thread;
  const edited = isObject(record.edited) ? timeOfSeconds(record.edited.ts) : undefined;
  if (edited !== undefined) attributes.edited = edited;
  const stamp: Stamp = { speaker };
  const time = timeOfSeconds(ts);
  if (time !== undefined) stamp.time = time;
  if (ts !== undefined) stamp.id = ts;
  return withMore(stamp, attributes);
}

/** A file by its name, type and size. Its addresses hold tokens and are not kept; the text of a snippet is. */
function fileMessage(file: JsonObject, stamp: Stamp, tally: Tally): Message {
  const attributes: Record<string, string> = {};
  const title = textOf(file.name) ?? textOf(file.title);
  if (title !== undefined) attributes.title = title;
  const type = textOf(file.mimetype) ?? textOf(file.filetype);
  if (type !== undefined) attributes.type = type;
  if (typeof file.size === 'number') attributes.bytes = String(file.size);
  if (file.mode === 'tombstone' || file.mode === 'hidden_by_limit') attributes.gone = file.mode;
  if (textOf(file.url_private) !== undefined) tally.add('addresses of files (with tokens)', bytesOf(file.url_private));
  const isText = file.mode === 'snippet' || file.mode === 'post' || file.mode === 'space';
  const text = isText ? (textOf(file.plain_text) ?? textOf(file.preview) ?? '') : '';
  if (text !== '' && file.preview_is_truncated === true) attributes.shortened = 'true';
  return { ...withMore(stamp, attributes), kind: 'attachment', text };
}

/** What a bot attaches, and previews of links: title, text and fields. */
function attachedMessage(attached: JsonObject, stamp: Stamp, directory: SlackDirectory): Message {
  const attributes: Record<string, string> = {};
  const title = textOf(attached.title);
  const link = textOf(attached.title_link) ?? textOf(attached.from_url) ?? textOf(attached.original_url);
  const author = textOf(attached.author_name);
  if (title !== undefined) attributes.title = title;
  if (link !== undefined) attributes.link = link;
  if (author !== undefined) attributes.author = author;
  const fields = listOf(attached.fields).map(
    ({ title: name, value }) => `${asText(name ?? '')}: ${asText(value ?? '')}`,
  );
  const main = textOf(attached.text) ?? (blocksText(attached.blocks) || textOf(attached.fallback));
  const texts = [textOf(attached.pretext), main, ...fields].filter((text) => text !== undefined);
  return { ...withMore(stamp, attributes), kind: 'attachment', text: readable(texts.join('\n'), directory) };
}

function withMore(stamp: Stamp, more: Readonly<Record<string, string>>): Stamp {
  const attributes = { ...stamp.attributes, ...more };
  return Object.keys(attributes).length === 0 ? stamp : { ...stamp, attributes };
}

function noticed(stamp: Stamp, more: Readonly<Record<string, string>>): Stamp {
  const { role: _bot, ...rest } = stamp.attributes ?? {};
  return { ...stamp, attributes: { ...rest, ...more } };
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
