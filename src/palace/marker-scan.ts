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

/** The characters that may stand at each of the first three or four places of a head. */
type Anchor = readonly [string, string, string, string?];

/** The markers (their numbers) that may begin with three bytes, by {@link tripleOf}; at 0 those of all others, which are none. */
interface Triples {
  lists: readonly (readonly number[])[];
  listOf: Uint16Array;
}

/** Anchors share the bits of the large table in so many groups: more groups, fewer places that only look like one. */
const GROUPS = 4;
const EVEN = 0x0f;
const ODD = 0xf0;

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
      someOfWords(words, this.pairs, (at) => visitAll(start + at)) ||
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

/** Some triples that are no anchors have the number of one: then the pattern says no. */
function tripleOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & 0x3fff;
}

function tripleAt(bytes: Uint8Array, at: number): number {
  return tripleOf(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
}

function triplesOf(anchors: readonly { marker: number; places: Anchor }[]): Triples {
  const lists: number[][] = [[]];
  const listOf = new Uint16Array(0x4000);
  const add = (triple: number, marker: number): void => {
    const list = lists[listOf[triple] || lists.length];
    if (!list) listOf[triple] = lists.push([marker]) - 1;
    else if (!list.includes(marker)) list.push(marker);
  };
  for (const {
    marker,
    places: [ones, twos, threes],
  } of anchors)
    for (const one of codesOf(ones))
      for (const two of codesOf(twos)) for (const three of codesOf(threes)) add(tripleOf(one, two, three), marker);
  return { lists, listOf };
}

/**
 * By pair (the second byte is the upper one): in the lower byte the groups of which an anchor begins with the pair, in the upper byte those of
 * which one goes on with it. The lower half of each byte is for anchors that begin with the first byte of a pair, the upper one for those
 * that begin with the second.
 */
function pairsOf(anchors: readonly Anchor[]): Uint16Array {
  const pairs = new Uint16Array(0x10000);
  const mark = (ones: readonly number[], twos: readonly number[], bits: number): void => {
    for (const one of ones) for (const two of twos) pairs[one | (two << 8)] = (pairs[one | (two << 8)] ?? 0) | bits;
  };
  const distinct = [...new Map(anchors.map((anchor) => [anchor.join(), anchor])).values()];
  const endingWith = new Uint16Array(0x100);
  const beginningWith = new Uint16Array(0x100);
  for (const [index, [ones, , threes, fours]] of distinct.entries()) {
    const even = 1 << (index % GROUPS);
    for (const one of codesOf(ones)) endingWith[one] = (endingWith[one] ?? 0) | (even << 4);
    if (fours === undefined)
      for (const three of codesOf(threes)) beginningWith[three] = (beginningWith[three] ?? 0) | (even << 8);
  }
  // Whole rows first, which are filled at once: this runs but once in a command, when nothing of it is compiled yet.
  for (const [byte, bits] of endingWith.entries()) if (bits) pairs.fill(bits, byte << 8, (byte + 1) << 8);
  for (const [byte, bits] of beginningWith.entries())
    if (bits) for (let pair = byte; pair < pairs.length; pair += 0x100) pairs[pair] = (pairs[pair] ?? 0) | bits;
  for (const [index, anchor] of distinct.entries()) {
    const even = 1 << (index % GROUPS);
    const [ones, twos, threes] = [codesOf(anchor[0]), codesOf(anchor[1]), codesOf(anchor[2])];
    mark(ones, twos, even);
    mark(twos, threes, even << 12);
    if (anchor[3] !== undefined) mark(threes, codesOf(anchor[3]), even << 8);
  }
  return pairs;
}

/** Whether the first byte of a word is its lower one, as the tables have it. `node:os` could say it, but takes milliseconds to load. */
function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}

function codesOf(characters: string): number[] {
  return Array.from(characters, (character) => character.charCodeAt(0));
}

function sourceOf({ heads, tail = '' }: Marker): string {
  return `(?:${heads.join('|')})${tail}`;
}

/** @throws RangeError when there are no three characters to look for. */
function anchorOf(source: string): Anchor {
  const places: string[] = [];
  let at = endOfLookbehind(source);
  while (places.length < 4) {
    const [characters, next] = placeAt(source, at);
    if (characters === '' || '?*+{'.includes(source[next] ?? ' ')) break;
    places.push(characters);
    at = next;
  }
  const [first, second, third, fourth] = places;
  if (first === undefined || second === undefined || third === undefined)
    throw new RangeError(`what is looked for must begin with three characters: ${source}`);
  return [first, second, third, fourth];
}

/** The characters that a plain character, an escaped sign or a class stands for, none for anything else; and where it ends. */
function placeAt(source: string, at: number): [characters: string, next: number] {
  const [one = '|', two = 'a'] = source.slice(at, at + 2);
  if (one === '\\') return [/\w/.test(two) ? '' : two, at + 2];
  if (one !== '[') return ['(){}*+?|.^$'.includes(one) ? '' : one, at + 1];
  const end = source.indexOf(']', at);
  return [two === '^' ? '' : source.slice(at + 1, end).replace(/\\(.)|(.)-(.)/g, charactersOfRange), end + 1];
}

function charactersOfRange(_: string, sign: string | undefined, from: string, to: string): string {
  if (sign !== undefined) return sign;
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_one, index) => first + index));
}

function endOfLookbehind(source: string): number {
  if (!source.startsWith('(?<=')) return 0;
  return /^\(\?<=(?:[^()]|\([^()]*\))*\)/.exec(source)?.[0].length ?? 0;
}
