/** The characters that may stand at each of the first three or four places of a head. */
export type Anchor = readonly [string, string, string, string?];

/** The markers (their numbers) that may begin with three bytes, by {@link tripleOf}; at 0 those of all others, which are none. */
export interface Triples {
  lists: readonly (readonly number[])[];
  listOf: Uint16Array;
}

/** Anchors share the bits of the large table in so many groups: more groups, fewer places that only look like one. */
const GROUPS = 4;
/** In each half of a table's entry: the groups of anchors that begin with the first byte of a pair, and with the second. */
export const EVEN = 0x0f;
export const ODD = 0xf0;

/** Some triples that are no anchors have the number of one: then the pattern says no. */
function tripleOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & 0x3fff;
}

/** The number of the three bytes from this place on. */
export function tripleAt(bytes: Uint8Array, at: number): number {
  return tripleOf(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
}

/** @param anchors with the numbers of their markers. */
export function triplesOf(anchors: readonly { marker: number; places: Anchor }[]): Triples {
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
export function pairsOf(anchors: readonly Anchor[]): Uint16Array {
  const pairs = new Uint16Array(0x10000);
  const mark = (ones: readonly number[], twos: readonly number[], bits: number): void => {
    for (const one of ones) for (const two of twos) pairs[one | (two << 8)] = (pairs[one | (two << 8)] ?? 0) | bits;
  };
  const byWord = new Map(anchors.map((anchor) => [anchor.join(), anchor]));
  // Like with like: anchors of one group that have nothing in common make pairs that fit and are no anchor of either.
  const distinct = [...byWord].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, anchor]) => anchor);
  const evenBit = (index: number): number => 1 << Math.floor((index * GROUPS) / distinct.length);
  const endingWith = new Uint16Array(0x100);
  const beginningWith = new Uint16Array(0x100);
  for (const [index, [ones, , threes, fours]] of distinct.entries()) {
    const even = evenBit(index);
    for (const one of codesOf(ones)) endingWith[one] = (endingWith[one] ?? 0) | (even << 4);
    if (fours === undefined)
      for (const three of codesOf(threes)) beginningWith[three] = (beginningWith[three] ?? 0) | (even << 8);
  }
  // Whole rows first, which are filled at once: this runs but once in a command, when nothing of it is compiled yet.
  for (const [byte, bits] of endingWith.entries()) if (bits) pairs.fill(bits, byte << 8, (byte + 1) << 8);
  for (const [byte, bits] of beginningWith.entries())
    if (bits) for (let pair = byte; pair < pairs.length; pair += 0x100) pairs[pair] = (pairs[pair] ?? 0) | bits;
  for (const [index, anchor] of distinct.entries()) {
    const even = evenBit(index);
    const [ones, twos, threes] = [codesOf(anchor[0]), codesOf(anchor[1]), codesOf(anchor[2])];
    mark(ones, twos, even);
    mark(twos, threes, even << 12);
    if (anchor[3] !== undefined) mark(threes, codesOf(anchor[3]), even << 8);
  }
  return pairs;
}

function codesOf(characters: string): number[] {
  return Array.from(characters, (character) => character.charCodeAt(0));
}

/**
 * What the source of a regular expression begins with.
 * @throws RangeError when there are no three characters to look for.
 */
export function anchorOf(source: string): Anchor {
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
