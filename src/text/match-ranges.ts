import { createAnalyzer } from './tokens.js';
import { pairs, runs } from './unspaced.js';

const WORDS = /[\p{L}\p{M}\p{N}]+(?:[._\-/:@'’]+[\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?|\p{Extended_Pictographic}/gu;

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
  const matches = (word: string): boolean => analyzer.terms(word).some((term) => wanted.has(term));
  for (const run of runs(text)) {
    if (run.unspaced) markPairs(run.text, run.start, wanted, ranges);
    else
      for (const token of run.text.matchAll(WORDS)) {
        const start = run.start + token.index;
        if (!matches(token[0])) continue;
        const pieces = [...token[0].matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
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
