import { createHash } from 'node:crypto';
import type { Message } from '../palace/transcript-types.js';
import type { Tally } from './tally.js';

export interface Attached {
  /** MIME type, or a word such as `image` where there is none. */
  type?: string;
  /** Name of the file. */
  title?: string;
  /** The bytes, where the source holds them. */
  bytes?: Buffer;
  /** Where they are instead: a path, an address, an id. */
  link?: string;
  /** Text that was attached; it is kept. */
  text?: string;
}

/**
 * A picture, document or file beside the words of `base`, named with what is known of it. Bytes are not text: their size and
 * hash are kept, and they are counted as `attachment data`.
 */
export function attachmentMessage(base: Omit<Message, 'kind' | 'text'>, attached: Attached, tally: Tally): Message {
  const attributes: Record<string, string> = { ...base.attributes };
  if (attached.type) attributes.type = attached.type;
  if (attached.title) attributes.title = attached.title;
  if (attached.bytes !== undefined) {
    attributes.bytes = String(attached.bytes.length);
    attributes.sha256 = createHash('sha256').update(attached.bytes).digest('hex');
    tally.add('attachment data', attached.bytes.length);
  }
  if (attached.link) attributes.link = attached.link;
  const { speaker, time, id } = base;
  return { speaker, time, id, kind: 'attachment', text: attached.text ?? '', attributes };
}

/** A `data:` address as bytes and type; any other address as a link. */
export function ofAddress(address: string): Pick<Attached, 'type' | 'bytes' | 'link'> {
  const data = /^data:([^;,]*)((?:;[^;,]*)*),/.exec(address.slice(0, 200));
  if (data === null) return { link: address };
  const body = address.slice(data[0].length);
  const isBase64 = /;base64/i.test(data[2] ?? '');
  return { ...(data[1] && { type: data[1] }), bytes: isBase64 ? Buffer.from(body, 'base64') : Buffer.from(body) };
}
