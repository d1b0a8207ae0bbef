import { MESSAGE_KINDS, type Message, type MessageKind } from './transcript-types.js';
import { jsonText, wellFormed } from './unicode.js';

/** What a header line says of its message: everything but the text. */
export type MessageHeader = Omit<Message, 'text'>;

/** Every header line begins with it, and no line of a text does. */
export const HEADER_START = '### [';

/** Ids and times as nearly all are: such text is itself wherever it stands in a header. One look at it takes the place of three. */
const TOKEN = /^[\w.:+-]+$/;
/** Printable ASCII that JSON needs not escape. */
const PRINTABLE = /^[ !#-[\]-~]*$/;

/** `### [speaker] time {id} (kind key="value")`, without a newline; see docs/format.md for the grammar. */
export function renderHeader({ speaker, time, id, kind, attributes }: MessageHeader): string {
  let line = `${HEADER_START}${renderSpeaker(speaker)}]`;
  if (time !== undefined) line += ` ${renderTime(time)}`;
  if (id !== undefined) line += ` {${renderId(id)}}`;
  let words = kind === 'text' ? '' : kind;
  for (const key in attributes) {
    if (!Object.hasOwn(attributes, key)) continue;
    if (words !== '') words += ' ';
    words += `${renderKey(key)}=${renderValue(attributes[key] ?? '')}`;
  }
  return words === '' ? line : `${line} (${words})`;
}

function renderSpeaker(speaker: string): string {
  if (TOKEN.test(speaker)) return speaker;
  return /^"|[\]\r\n]/.test(speaker) ? jsonText(speaker) : wellFormed(speaker);
}

function renderTime(time: string): string {
  if (TOKEN.test(time)) return time;
  return /^[^\s{("][^\s]*$/.test(time) ? wellFormed(time) : jsonText(time);
}

function renderId(id: string): string {
  if (TOKEN.test(id)) return id;
  return /^"|[\s}]/.test(id) ? jsonText(id) : wellFormed(id);
}

function renderKey(key: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) ? key : jsonText(key);
}

function renderValue(value: string): string {
  return PRINTABLE.test(value) ? `"${value}"` : jsonText(value);
}

/**
 * A line read as a header, undefined when it is not one by the grammar (it is text then). A kind that this version does not
 * know is read as `notice` with the word as attribute `kind`, so that newer transcripts stay readable.
 */
export function parseHeader(line: string): MessageHeader | undefined {
  if (!line.startsWith(HEADER_START)) return undefined;
  const reader = new LineReader(line, HEADER_START.length);
  const speaker = reader.at('"') ? reader.json() : reader.until(/\]/g);
  if (speaker === undefined || !reader.skip(']')) return undefined;
  const header: MessageHeader = { speaker, kind: 'text' };
  if (reader.atEnd()) return header;
  if (!reader.skip(' ')) return undefined;
  if (!reader.at('{') && !reader.at('(')) {
    const quoted = reader.at('"');
    const time = quoted ? reader.json() : reader.until(/\s|$/g);
    if (time === undefined || (time === '' && !quoted)) return undefined;
    header.time = time;
    if (reader.atEnd()) return header;
    if (!reader.skip(' ')) return undefined;
  }
  if (reader.skip('{')) {
    const id = reader.at('"') ? reader.json() : reader.until(/[}\s]/g);
    if (id === undefined || !reader.skip('}')) return undefined;
    header.id = id;
    if (reader.atEnd()) return header;
    if (!reader.skip(' ')) return undefined;
  }
  return reader.skip('(') && readWords(reader, header) && reader.atEnd() ? header : undefined;
}

/** `kind key="value" …)`; either may be absent, not both. */
function readWords(reader: LineReader, header: MessageHeader): boolean {
  const attributes: [string, string][] = [];
  const kind = reader.word();
  if (kind !== undefined) {
    if (isKind(kind)) header.kind = kind;
    else {
      header.kind = 'notice';
      attributes.push(['kind', kind]);
    }
    if (reader.skip(')')) return finish(header, attributes);
    if (!reader.skip(' ')) return false;
  }
  do {
    const key = reader.at('"') ? reader.json() : reader.until(/=/g);
    if (key === undefined || !reader.skip('=')) return false;
    const value = reader.json();
    if (value === undefined) return false;
    attributes.push([key, value]);
  } while (reader.skip(' '));
  return reader.skip(')') && finish(header, attributes);
}

function finish(header: MessageHeader, attributes: [string, string][]): true {
  if (attributes.length > 0) header.attributes = Object.fromEntries(attributes);
  return true;
}

function isKind(word: string): word is MessageKind {
  return MESSAGE_KINDS.some((kind) => kind === word);
}

class LineReader {
  constructor(
    private readonly line: string,
    private place: number,
  ) {}

  at(character: string): boolean {
    return this.line[this.place] === character;
  }

  atEnd(): boolean {
    return this.place === this.line.length;
  }

  skip(character: string): boolean {
    if (!this.at(character)) return false;
    this.place++;
    return true;
  }

  /** Up to the next match, which is not consumed; undefined when there is none. `pattern` has the flag `g`. */
  until(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.place;
    const end = pattern.exec(this.line)?.index;
    if (end === undefined) return undefined;
    const text = this.line.slice(this.place, end);
    this.place = end;
    return text;
  }

  /** A word that is no key. */
  word(): string | undefined {
    const found = /^[A-Za-z_][\w.-]*(?=[ )])/.exec(this.line.slice(this.place, this.place + 200))?.[0];
    if (found !== undefined) this.place += found.length;
    return found;
  }

  /** A JSON string. */
  json(): string | undefined {
    const pattern = /"(?:[^"\\]|\\.)*"/y;
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.line)?.[0];
    if (found === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(found);
      if (typeof value !== 'string') return undefined;
      this.place += found.length;
      return value;
    } catch {
      return undefined;
    }
  }
}
