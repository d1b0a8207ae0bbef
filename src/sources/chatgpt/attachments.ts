import type { Message } from '../../palace/transcript-types.js';
import { isObject, type JsonObject, textOf } from '../json.js';

type Base = Omit<Message, 'text'>;

/** The attachments of one message: named by parts, by its metadata, or by both, which is one attachment. */
export class Attachments {
  readonly #named: JsonObject[];

  constructor(listed: unknown) {
    this.#named = Array.isArray(listed) ? listed.filter(isObject) : [];
  }

  /** The picture that a part points at, with what the metadata says of it. */
  pointed(part: JsonObject, base: Base): Message {
    const id = textOf(part.asset_pointer)?.replace(/^[^:]*:\/\//, '') ?? '';
    const place = this.#named.findIndex((one) => one.id === id);
    const [known] = place === -1 ? [] : this.#named.splice(place, 1);
    return attachment(base, { id, size: part.size_bytes, width: part.width, height: part.height, ...known });
  }

  /** Those that no part pointed at. */
  rest(base: Base): Message[] {
    return this.#named.splice(0).map((one) => attachment(base, one));
  }
}

/** The export holds the name of a file, never its bytes. */
function attachment({ speaker, time, id }: Base, file: JsonObject): Message {
  const attributes: Record<string, string> = {};
  const put = (key: string, value: unknown): void => {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') attributes[key] = String(value);
  };
  put('name', file.name);
  put('type', file.mime_type ?? file.mimeType);
  put('bytes', file.size);
  put('width', file.width);
  put('height', file.height);
  put('file', file.id);
  return { speaker, time, id, kind: 'attachment', text: '', attributes };
}
