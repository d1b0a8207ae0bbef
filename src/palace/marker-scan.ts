import { type Anchor, anchorOf, EVEN, ODD, pairsOf, type Triples, tripleAt, triplesOf } from './marker-tables.js';

/** Bytes that become text at a time, for the patterns. Strings of more than 128 KiB get pages of their own, which costs more than the rest. */
const WINDOW = 96 * 1024;
/** What a marker may take up: far more than a name and an address of a person. */
const REACH = 16 * 1024;
/** What a marker may look back upon. */
const BEFORE = 64;

/**
 * The tables pay from so many bytes on. Before that each marker is tried on the whole, which costs 20 ms a megabyte, but begins at once,
 * where making the tables takes several milliseconds in a process that has just begun.
 */
const FEW = 64 * 1024;

/** Characters of a text that become bytes at a time. */
const PIECE = 32 * 1024;

/** Shorter texts are not worth the large table. */
const LEAST_WORDS = 1024;

/** What a text may hold, as regular expression: one of the heads, and then the tail. */
export interface Marker {
  /**
   * Each begins with three characters or classes of characters at least (its anchor), all of ASCII; `(?<=…)` may stand before them. Has no
   * alternatives outside of brackets.
   */
  heads: readonly string[];
  tail?: string;
}

/**
 * Tells where in a text markers stand, at a cost of well under 1 ms a megabyte.
 *
 * The bytes are read four at a time, as two pairs. A table says of each pair whether an anchor can begin with it and whether it can
 * go on so; of the places where two neighbours fit, another one says of which markers the three bytes are the beginning. Only there
 * these are tried.
 */
export class MarkerScan {
  private readonly patterns: RegExp[] = [];
  private plain: RegExp[] | undefined;
  private seen = 0;
  private anchors: { marker: number; places: Anchor }[] | undefined;
  private triples: Triples | undefined;
  private pairs: Uint16Array | undefined;

  /** @param markers the place of one in this list is its number. */
  constructor(private readonly markers: readonly Marker[]) {}

  /** Does a marker stand in these bytes? One byte is one character here. Markers of more than 16 KiB may be overlooked. */
  test(bytes: Buffer): boolean {
    if (this.areFew(bytes.length)) return this.isAnywhere(bytes.toString('latin1'));
    let text = '';
    let start = 0;
    return this.some(bytes, (at, marker) => {
      const end = start + text.length;
      if (end < bytes.length && at + REACH > end) {
        start = Math.max(0, at - BEFORE);
        text = bytes.toString('latin1', start, start + WINDOW);
      }
      return this.isAt(text, at - start, marker);
    });
  }

  /** Calls `visit` with the places in the text where a marker stands, in order, and with its number, until it returns true. */
  someIn(text: string, visit: (at: number, marker: number) => boolean): boolean {
    if (this.areFew(text.length) && !this.isAnywhere(text)) return false;
    const bytes = Buffer.allocUnsafe(Math.min(text.length, PIECE));
    // What an anchor needs at the end of a piece stands at the beginning of the next one too.
    for (let start = 0; start < text.length; start += PIECE - 2) {
      // Of characters beyond one byte only the lower one is left: places stay, and what looks like an anchor by that is none in the text.
      const size = bytes.write(text.slice(start, start + PIECE), 'latin1');
      const isDone = this.some(
        bytes.subarray(0, size),
        (at, marker) => this.isAt(text, start + at, marker) && visit(start + at, marker),
      );
      if (isDone) return true;
    }
    return false;
  }

  private areFew(more: number): boolean {
    this.seen += more;
    return this.seen < FEW && more <= WINDOW;
  }

  private isAnywhere(text: string): boolean {
    this.plain ??= this.markers.map((marker) => new RegExp(sourceOf(marker)));
    return this.plain.some((pattern) => pattern.test(text));
  }

  private isAt(text: string, at: number, marker: number): boolean {
    this.patterns[marker] ??= new RegExp(
      this.markers
        .slice(marker, marker + 1)
        .map(sourceOf)
        .join(),
      'y',
    );
    const pattern = this.patterns[marker];
    pattern.lastIndex = at;
    return pattern.test(text);
  }

  /** Calls `visit` with the places where the anchor of a marker stands (or hardly ever, something else), in order, until it returns true. */
  private some(bytes: Uint8Array, visit: (at: number, marker: number) => boolean): boolean {
    this.anchors ??= this.markers.flatMap(({ heads }, marker) =>
      heads.map((head) => ({ marker, places: anchorOf(head) })),
    );
    this.triples ??= triplesOf(this.anchors);
    const { lists, listOf } = this.triples;
    const visitAll = (at: number): boolean => {
      const list = lists[listOf[tripleAt(bytes, at)] ?? 0] ?? [];
      for (const marker of list) if (visit(at, marker)) return true;
      return false;
    };
    const start = -bytes.byteOffset & 3;
    const count = (bytes.length - start) >> 2;
    if (count < LEAST_WORDS || !isLittleEndian()) return someOfBytes(bytes, 0, bytes.length, listOf, visitAll);
    this.pairs ??= pairsOf(this.anchors.map(({ places }) => places));
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
    return (
      someOfBytes(bytes, 0, start, listOf, visitAll) ||
      someOfWords(words, this.pairs, (at) => listOf[tripleAt(bytes, start + at)] !== 0 && visitAll(start + at)) ||
      someOfBytes(bytes, start + 4 * count - 2, bytes.length, listOf, visitAll)
    );
  }
}

/** Calls `visit` with the places in `from` to `to` where three bytes are those of an anchor, until it returns true. */
function someOfBytes(
  bytes: Uint8Array,
  from: number,
  to: number,
  listOf: Uint16Array,
  visit: (at: number) => boolean,
): boolean {
  const end = Math.min(to, bytes.length - 2);
  for (let at = from; at < end; at++) if (listOf[tripleAt(bytes, at)] && visit(at)) return true;
  return false;
}

/**
 * Calls `visit` with the places (in bytes from the beginning of the words) where pairs fit, until it returns true. Finds anchors that begin
 * three bytes before the end at the latest.
 */
function someOfWords(words: Int32Array, pairs: Uint16Array, visit: (at: number) => boolean): boolean {
  const isFound = (fitting: number, at: number): boolean =>
    ((fitting & EVEN) !== 0 && visit(at)) || ((fitting & ODD) !== 0 && visit(at + 1));
  let before = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0;
    const first = pairs[word & 0xffff] ?? 0;
    const second = pairs[word >>> 16] ?? 0;
    const atFirst = before & (first >>> 8);
    const atSecond = first & (second >>> 8);
    if ((atFirst | atSecond) !== 0) {
      if (atFirst !== 0 && isFound(atFirst, 4 * index - 2)) return true;
      if (atSecond !== 0 && isFound(atSecond, 4 * index)) return true;
    }
    before = second;
  }
  return false;
}

/** Whether the first byte of a word is its lower one, as the tables have it. `node:os` could say it, but takes milliseconds to load. */
function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}

function sourceOf({ heads, tail = '' }: Marker): string {
  return `(?:${heads.join('|')})${tail}`;
}
