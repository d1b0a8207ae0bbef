import { isAscii } from './fold.js';
import { createAnalyzer } from './tokens.js';
import { pairs, runs } from './unspaced.js';

const WORDS = /[\p{L}\p{M}\p{N}]+(?:[._\-/:@'’]+[\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?|\p{Extended_Pictographic}/gu;
const PIECES = /[\p{L}\p{M}\p{N}]+/gu;
/** The same for ASCII: patterns that cost nothing to compile. */
const ASCII_WORDS = /[A-Za-z0-9]+(?:[._\-/:@']+[A-Za-z0-9]+)*(?:\+\+|#)?/g;
const ASCII_PIECES = /[A-Za-z0-9]+/g;
/** A word without humps or joints: all its index forms begin as it does. */
const PLAIN = /^[A-Za-z][a-z]*$/;

/**
 * Where the words of a hit stand in a text, for marking them: `[start, end)` in UTF-16 units of `text`, in order, not
 * overlapping. `terms` are index forms as a hit carries them. Of a joined name (`src/auth/login.ts`) only the pieces that
 * match are marked, unless it matches as a whole.
 */
export function matchRanges(text: string, terms: Iterable<string>): [number, number][] {
  const wanted = new Set(terms);
  const ranges: [number, number][] = [];
  if (wanted.size === 0) return ranges;
  const analyzer = createAnalyzer();
  const firsts = new Set(Array.from(wanted, (term) => term[0]));
  const matches = (word: string): boolean =>
    // Most words are told by their first letter; taking each apart would be most of the work.
    (firsts.has(word[0]?.toLowerCase()) || !PLAIN.test(word)) && analyzer.terms(word).some((term) => wanted.has(term));
  const ascii = isAscii(text);
  const [words, piecesOf] = ascii ? [ASCII_WORDS, ASCII_PIECES] : [WORDS, PIECES];
  for (const run of ascii ? [{ text, start: 0, unspaced: false }] : runs(text)) {
    if (run.unspaced) markPairs(run.text, run.start, wanted, ranges);
    else
      for (const token of run.text.matchAll(words)) {
        const start = run.start + token.index;
        if (!matches(token[0])) continue;
        const pieces = [...token[0].matchAll(piecesOf)];
        if (pieces.length < 2 || wanted.has(token[0].toLowerCase())) ranges.push([start, start + token[0].length]);
        else {
          const marked = pieces.filter((piece) => matches(piece[0]));
          if (marked.length === 0) ranges.push([start, start + token[0].length]);
          for (const piece of marked) ranges.push([start + piece.index, start + piece.index + piece[0].length]);
        }
      }
  }
  return ranges;
}

function markPairs(run: string, start: number, wanted: ReadonlySet<string>, ranges: [number, number][]): void {
  const characters = [...run];
  const marked = characters.map((character) => wanted.has(character.normalize('NFKC')));
  pairs(characters).forEach((pair, at) => {
    if (wanted.has(pair.normalize('NFKC'))) marked[at] = marked[at + 1] = true;
  });
  let at = start;
  let open: [number, number] | undefined;
  characters.forEach((character, index) => {
    if (marked[index]) {
      if (open) open[1] = at + character.length;
      else {
        open = [at, at + character.length];
        ranges.push(open);
      }
    } else open = undefined;
    at += character.length;
  });
}
