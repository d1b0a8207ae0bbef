import { endianness } from 'node:os';

/** Bytes that become text at a time, for the patterns. Strings of more than 128 KiB get pages of their own, which costs more than the rest. */
const WINDOW = 96 * 1024;
/** What a marker may take up: far more than a name and an address of a person. */
const REACH = 16 * 1024;
/** What a marker may look back upon. */
const BEFORE = 64;

/** Characters of a text that become bytes at a time. */
const PIECE = 32 * 1024;

/** Shorter texts are not worth the large table. */
const LEAST_WORDS = 1024;

/** The characters that may stand at each of the first three or four places of a marker. */
type Anchor = readonly [number[], number[], number[], number[]?];

/** Anchors share the bits of the large table in so many groups: more groups, fewer places that only look like one. */
const GROUPS = 4;
const EVEN = 0x0f;
const ODD = 0xf0;

/**
 * Tells where in a text patterns may begin, at a cost of well under 1 ms a megabyte. Each pattern (a marker) is the source of a regular
 * expression that begins with three characters or classes at least (its anchor; `(?<=…)` may stand before it), is ASCII up to there and has
 * no alternatives outside of brackets.
 *
 * The bytes are read four at a time, as two pairs. A table says of each pair whether an anchor can begin with it and whether it can
 * go on so; of the places where two neighbours fit, another one says whether the three bytes are those of an anchor. Only there
 * is a pattern tried. Tables are made when first needed, since most commands read short texts or none.
 */
export class MarkerScan {
  private pattern: RegExp | undefined;
  private anchors: Anchor[] | undefined;
  private triples: Uint8Array | undefined;
  private pairs: Uint16Array | undefined;

  constructor(private readonly sources: readonly string[]) {}

  /** Does a marker stand in these bytes? One byte is one character here. Markers of more than 16 KiB may be overlooked. */
  test(bytes: Buffer): boolean {
    let text = '';
    let start = 0;
    return this.some(bytes, (at) => {
      const end = start + text.length;
      if (end < bytes.length && at + REACH > end) {
        start = Math.max(0, at - BEFORE);
        text = bytes.toString('latin1', start, start + WINDOW);
      }
      return this.isAt(text, at - start);
    });
  }

  /** Calls `visit` with the places where a marker stands in the text, in order, until it returns true. */
  someIn(text: string, visit: (at: number) => boolean): boolean {
    const bytes = Buffer.allocUnsafe(Math.min(text.length, PIECE));
    // What an anchor needs at the end of a piece stands at the beginning of the next one too.
    for (let start = 0; start < text.length; start += PIECE - 2) {
      // Of characters beyond one byte only the lower one is left: places stay, and what looks like an anchor by that is none in the text.
      const size = bytes.write(text.slice(start, start + PIECE), 'latin1');
      const isDone = this.some(bytes.subarray(0, size), (at) => this.isAt(text, start + at) && visit(start + at));
      if (isDone) return true;
    }
    return false;
  }

  private isAt(text: string, at: number): boolean {
    this.pattern ??= new RegExp(this.sources.join('|'), 'y');
    this.pattern.lastIndex = at;
    return this.pattern.test(text);
  }

  /** Calls `visit` with the places where an anchor seems to stand, in order and each once, until it returns true. */
  private some(bytes: Uint8Array, visit: (at: number) => boolean): boolean {
    const start = -bytes.byteOffset & 3;
    const count = (bytes.length - start) >> 2;
    if (count < LEAST_WORDS || endianness() !== 'LE') return this.someOfBytes(bytes, 0, bytes.length, visit);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
    return (
      this.someOfBytes(bytes, 0, start, visit) ||
      this.someOfWords(bytes, start, words, visit) ||
      this.someOfBytes(bytes, start + 4 * count - 2, bytes.length, visit)
    );
  }

  private someOfBytes(bytes: Uint8Array, from: number, to: number, visit: (at: number) => boolean): boolean {
    this.triples ??= triplesOf(this.allAnchors());
    const end = Math.min(to, bytes.length - 2);
    for (let at = from; at < end; at++) if (this.triples[tripleAt(bytes, at)] && visit(at)) return true;
    return false;
  }

  /** `words` are the bytes from `start` on. Anchors are found that begin three bytes before the end of them at the latest. */
  private someOfWords(bytes: Uint8Array, start: number, words: Int32Array, visit: (at: number) => boolean): boolean {
    this.triples ??= triplesOf(this.allAnchors());
    this.pairs ??= pairsOf(this.allAnchors());
    const { triples, pairs } = this;
    const isFound = (fitting: number, at: number): boolean =>
      ((fitting & EVEN) !== 0 && triples[tripleAt(bytes, at)] === 1 && visit(at)) ||
      ((fitting & ODD) !== 0 && triples[tripleAt(bytes, at + 1)] === 1 && visit(at + 1));
    let before = 0;
    for (let index = 0; index < words.length; index++) {
      const word = words[index] ?? 0;
      const first = pairs[word & 0xffff] ?? 0;
      const second = pairs[word >>> 16] ?? 0;
      const atFirst = before & (first >>> 8);
      const atSecond = first & (second >>> 8);
      if ((atFirst | atSecond) !== 0) {
        const at = start + 4 * index;
        if (atFirst !== 0 && isFound(atFirst, at - 2)) return true;
        if (atSecond !== 0 && isFound(atSecond, at)) return true;
      }
      before = second;
    }
    return false;
  }

  private allAnchors(): Anchor[] {
    this.anchors ??= [
      ...new Map(this.sources.map(anchorOf).map((anchor) => [JSON.stringify(anchor), anchor])).values(),
    ];
    return this.anchors;
  }
}

/** Of two anchors in three thousand the number is the same: then the pattern says no. */
function tripleOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & 0x3fff;
}

function tripleAt(bytes: Uint8Array, at: number): number {
  return tripleOf(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
}

function triplesOf(anchors: readonly Anchor[]): Uint8Array {
  const triples = new Uint8Array(0x4000);
  for (const [ones, twos, threes] of anchors)
    for (const one of ones) for (const two of twos) for (const three of threes) triples[tripleOf(one, two, three)] = 1;
  return triples;
}

/**
 * By pair (the second byte is the upper one): in the lower byte the groups of which an anchor begins with the pair, in the upper byte those of
 * which one goes on with it. The lower half of each byte is for anchors that begin with the first byte of a pair, the upper one for those
 * that begin with the second.
 */
function pairsOf(anchors: readonly Anchor[]): Uint16Array {
  const pairs = new Uint16Array(0x10000);
  const endingWith = new Uint16Array(0x100);
  const beginningWith = new Uint16Array(0x100);
  const mark = (ones: readonly number[], twos: readonly number[], bits: number): void => {
    for (const one of ones) for (const two of twos) pairs[one | (two << 8)] = (pairs[one | (two << 8)] ?? 0) | bits;
  };
  for (const [index, [ones, twos, threes, fours]] of anchors.entries()) {
    const even = 1 << (index % GROUPS);
    const odd = even << 4;
    mark(ones, twos, even);
    if (fours) mark(threes, fours, even << 8);
    else for (const three of threes) beginningWith[three] = (beginningWith[three] ?? 0) | (even << 8);
    for (const one of ones) endingWith[one] = (endingWith[one] ?? 0) | odd;
    mark(twos, threes, odd << 8);
  }
  const all = Array.from({ length: 0x100 }, (_, byte) => byte);
  for (const byte of all) {
    const [ends, begins] = [endingWith[byte], beginningWith[byte]];
    if (ends) mark(all, [byte], ends);
    if (begins) mark([byte], all, begins);
  }
  return pairs;
}

/** A character, an escaped sign or a class of characters, exactly once. */
const ATOM = /^(?:\\(?<sign>\W)|\[(?<characters>[^\]\\^][^\]\\]*)\]|(?<letter>[^\\[(?*+{|.$^]))(?![?*+{])/;

/** @throws RangeError when there are no three characters to look for, or when there are alternatives that begin otherwise. */
function anchorOf(source: string): Anchor {
  let rest = source.replace(/^\(\?<=(?:[^()]|\([^()]*\))*\)/, '');
  const alone = rest.replace(/\\.|\[(?:\\.|[^\]])*\]/g, '');
  const places: number[][] = [];
  for (let atom = ATOM.exec(rest); atom && places.length < 4; atom = ATOM.exec(rest)) {
    places.push(charactersOf(atom.groups?.sign ?? atom.groups?.letter, atom.groups?.characters ?? ''));
    rest = rest.slice(atom[0].length);
  }
  const [first, second, third, fourth] = places;
  if (!first || !second || !third || alone.replace(/\([^()]*\)/g, '').includes('|'))
    throw new RangeError(`a marker must begin with three characters: ${source}`);
  return [first, second, third, fourth];
}

function charactersOf(one: string | undefined, characters: string): number[] {
  if (one !== undefined) return [one.charCodeAt(0)];
  const spread = characters.replace(/(.)-(.)/g, (_, from: string, to: string) => {
    const codes = Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, at) => from.charCodeAt(0) + at);
    return String.fromCharCode(...codes);
  });
  return [...spread].map((character) => character.charCodeAt(0));
}
