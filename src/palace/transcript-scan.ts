import { HEADER_START, parseHeader } from './transcript-header.js';

const START = Buffer.from(HEADER_START);

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN_ROUND = 0x28;
const CLOSE_ROUND = 0x29;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;
const CLOSE_SQUARE = 0x5d;
const OPEN_CURLY = 0x7b;
const CLOSE_CURLY = 0x7d;
/** `parseHeader` looks for a kind within 200 characters; longer words are left to it. */
const LONGEST_WORD = 100;

/**
 * Finds the messages of a `transcript/1` body one after the other, without a string of anything. Headers as we write them are
 * read as bytes; whatever else begins like one is asked of {@link parseHeader}, whose grammar holds.
 */
export class MessageScan {
  /** Where the message found last begins; -1 before the first one. */
  start = -1;
  /** Where its header line ends: the place of its newline, or the end of the bytes. */
  lineEnd = 0;
  private timeFrom = 0;
  private timeTo = 0;
  private oddTime: string | undefined;

  /** @param from A place where a line begins; what stands before it is not looked at. */
  constructor(
    private readonly bytes: Buffer,
    private readonly from = 0,
  ) {}

  /** Goes on to the next message; false when there is none. */
  next(): boolean {
    for (let start = this.start === -1 ? this.first() : this.after(); start !== -1; start = this.after()) {
      if (!this.isHeader(start)) continue;
      this.start = start;
      return true;
    }
    return false;
  }

  /** The time in the header of the message found last, as {@link parseHeader} gives it. */
  time(): string | undefined {
    return this.timeFrom === this.timeTo ? this.oddTime : this.bytes.toString('latin1', this.timeFrom, this.timeTo);
  }

  private first(): number {
    const { bytes, from } = this;
    if (START.compare(bytes, from, Math.min(from + START.length, bytes.length)) === 0) return from;
    this.lineEnd = from;
    return this.after();
  }

  /** The next line that begins like a header. */
  private after(): number {
    const { bytes } = this;
    // Not looked for with the newline before it: that one is in every line, `#` in few.
    let found = bytes.indexOf(START, this.lineEnd);
    while (found !== -1 && bytes[found - 1] !== LF) found = bytes.indexOf(START, found + START.length);
    return found;
  }

  /** Whether the line at `start`, which begins like a header, is one. Finds its end in any case. */
  private isHeader(start: number): boolean {
    this.oddTime = undefined;
    if (this.isUsual(start + START.length)) return true;
    this.timeFrom = this.timeTo;
    const { bytes } = this;
    const newline = bytes.indexOf(LF, start);
    this.lineEnd = newline === -1 ? bytes.length : newline;
    const isCrlf = newline !== -1 && bytes[newline - 1] === CR;
    const header = parseHeader(bytes.toString('utf8', start, isCrlf ? newline - 1 : this.lineEnd));
    this.oddTime = header?.time;
    return header !== undefined;
  }

  /** Whether this is a header without quoted speaker, time, id or key, without escapes; `at` is in its speaker. False: not known. */
  private isUsual(at: number): boolean {
    const { bytes } = this;
    this.timeFrom = 0;
    this.timeTo = 0;
    if (bytes[at] === QUOTE) return false;
    let place = at;
    while (bytes[place] !== CLOSE_SQUARE) {
      if (place >= bytes.length || bytes[place] === LF) return false;
      place++;
    }
    place++;
    if (this.isLineEnd(place)) return true;
    if (bytes[place++] !== SPACE) return false;
    if (bytes[place] === QUOTE) return false;
    if (bytes[place] !== OPEN_CURLY && bytes[place] !== OPEN_ROUND) {
      const end = pastWord(bytes, place, -1);
      if (end === place) return false;
      this.timeFrom = place;
      this.timeTo = end;
      place = end;
      if (this.isLineEnd(place)) return true;
      if (bytes[place++] !== SPACE) return false;
    }
    if (bytes[place] === OPEN_CURLY) {
      if (bytes[place + 1] === QUOTE) return false;
      place = pastWord(bytes, place + 1, CLOSE_CURLY);
      if (bytes[place++] !== CLOSE_CURLY) return false;
      if (this.isLineEnd(place)) return true;
      if (bytes[place++] !== SPACE) return false;
    }
    return bytes[place] === OPEN_ROUND && this.areUsualWords(place + 1);
  }

  /** `kind key="value" …)` up to the end of the line. */
  private areUsualWords(at: number): boolean {
    const { bytes } = this;
    let place = at;
    if (isWordStart(bytes[place])) {
      do place++;
      while (isWordPart(bytes[place]));
      if (place - at > LONGEST_WORD) return false;
      if (bytes[place] === CLOSE_ROUND) return this.isLineEnd(place + 1);
      // A word before `=` is a key already.
      if (bytes[place] === SPACE) place++;
      else place = at;
    }
    for (; ; place++) {
      if (bytes[place] === QUOTE) return false;
      while (bytes[place] !== EQUALS) {
        if (place >= bytes.length || bytes[place] === LF) return false;
        place++;
      }
      if (bytes[++place] !== QUOTE) return false;
      while (bytes[++place] !== QUOTE) {
        const byte = bytes[place] ?? LF;
        if (byte < SPACE || byte === BACKSLASH) return false;
      }
      place++;
      if (bytes[place] === CLOSE_ROUND) return this.isLineEnd(place + 1);
      if (bytes[place] !== SPACE) return false;
    }
  }

  /** Whether a header line ends here; remembers where. */
  private isLineEnd(place: number): boolean {
    const { bytes } = this;
    if (bytes[place] === LF || place === bytes.length) this.lineEnd = place;
    else if (bytes[place] === CR && bytes[place + 1] === LF) this.lineEnd = place + 1;
    else return false;
    return true;
  }
}

/** Where printable ASCII without spaces ends, or `stop` stands. */
function pastWord(bytes: Buffer, from: number, stop: number): number {
  let place = from;
  for (; ; place++) {
    const byte = bytes[place];
    if (byte === undefined || byte === stop || byte <= SPACE || byte >= 0x7f) return place;
  }
}

function isWordStart(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f);
}

/** Letters, digits, `_`, `.` and `-`. */
function isWordPart(byte: number | undefined): boolean {
  return (
    isWordStart(byte) || (byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e))
  );
}
