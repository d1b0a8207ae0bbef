import { createHash } from 'node:crypto';
import type { Address, Attachment, Email } from 'postal-mime';
import type { Message } from '../../palace/transcript-types.js';
import { decodeText } from '../../text/encoding.js';
import { attachmentMessage } from '../attachment.js';
import { htmlText } from '../html-text.js';
import type { Tally } from '../tally.js';

/** A mail, as far as its place in a conversation needs. */
export interface Letter {
  id: string;
  /** Ids of the mails that it answers, the oldest first. */
  references: readonly string[];
  /** Conversation as the mail service counts it. */
  thread?: string;
  subject: string;
  time?: string;
  messages: Message[];
}

/** Attached text of up to so many bytes is kept as text. */
const MAX_TEXT = 1024 * 1024;

/** One mail from its raw bytes; undefined when it is none: no sender, no date and no words. */
export async function readLetter(raw: Buffer, tally: Tally): Promise<Letter | undefined> {
  const { default: PostalMime } = await import('postal-mime');
  let mail: Email;
  try {
    mail = await PostalMime.parse(raw);
  } catch {
    return undefined;
  }
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
  const words = await wordsOf(mail, tally);
  if (mail.from === undefined && mail.date === undefined && mail.subject === undefined) return undefined;
  const time = isoOf(mail.date);
  const id = mail.messageId?.trim() || `${hashOf(raw)}@no-id`;
  const references = idsIn(`${mail.references ?? ''} ${mail.inReplyTo ?? ''}`).filter((one) => one !== id);
  const attributes: Record<string, string> = {};
  const answered = idsIn(mail.inReplyTo ?? '')[0] ?? references.at(-1);
  if (answered !== undefined) attributes.reply_to = answered;
  for (const [key, people] of [
    ['to', mail.to],
    ['cc', mail.cc],
  ] as const) {
    const names = (people ?? []).flatMap(namesOf).join('; ');
    if (names !== '') attributes[key] = names;
  }
  const stamp = { speaker: namesOf(mail.from)[0] ?? namesOf(mail.sender)[0] ?? '', id, ...(time && { time }) };
  const messages: Message[] = [];
  if (words !== '') messages.push({ ...stamp, kind: 'text', text: words, attributes });
  for (const file of mail.attachments) messages.push(await attached(file, stamp, tally));
  if (messages.length === 0) tally.add('mails without text', raw.length);
  const thread = header('x-gm-thrid');
  return {
    id,
    references,
    subject: mail.subject?.trim() ?? '',
    messages,
    ...(thread && { thread }),
    ...(time && { time }),
  };
}

/** The plain part; of a mail that has only HTML its words. */
async function wordsOf(mail: Email, tally: Tally): Promise<string> {
  const plain = withoutOuterEnds(mail.text ?? '');
  if (plain !== '') {
    if (mail.html) tally.add('HTML copies of texts', Buffer.byteLength(mail.html));
    return plain;
  }
  return mail.html ? withoutOuterEnds(await htmlText(mail.html)) : '';
}

async function attached(
  file: Attachment,
  stamp: Pick<Message, 'speaker' | 'id' | 'time'>,
  tally: Tally,
): Promise<Message> {
  const bytes = typeof file.content === 'string' ? Buffer.from(file.content) : Buffer.from(file.content as ArrayBuffer);
  const about = { type: file.mimeType, ...(file.filename && { title: file.filename }) };
  if (file.mimeType.startsWith('text/') && bytes.length <= MAX_TEXT) {
    const decoded = await decodeText(bytes);
    if ('utf8' in decoded)
      return attachmentMessage(stamp, { ...about, text: withoutOuterEnds(decoded.utf8.toString('utf8')) }, tally);
  }
  return attachmentMessage(stamp, { ...about, bytes }, tally);
}

function namesOf(address: Address | undefined): string[] {
  if (address === undefined) return [];
  if (address.group !== undefined)
    return [address.name, ...address.group.flatMap(namesOf)].filter((name) => name !== '');
  const name = address.name?.trim() || address.address?.trim();
  return name ? [name] : [];
}

/** A date that the parser understood, which has a zone; undefined for anything else. */
function isoOf(date: string | undefined): string | undefined {
  return date !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(date) ? date : undefined;
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(/<[^<>\s]+>/g) ?? [])];
}

function withoutOuterEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

function hashOf(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 16);
}
