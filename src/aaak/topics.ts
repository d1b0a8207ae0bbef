import { STOP_WORDS } from '../text/languages/all.js';
import { hasUnspaced } from '../text/unspaced.js';
import { topicTerm } from './lines.js';

/** Longer texts are looked at in their first part: what they are about is said there. Characters. */
const LOOKED_AT = 100_000;

/** The words that a text is about, best first: frequent ones, names and identifiers before others. `count` at most. */
export function topicsOf(text: string, count = 3): string[] {
  const scores = new Map<string, number>();
  for (const { word, bonus } of wordsOf(text.slice(0, LOOKED_AT))) {
    const key = word.toLowerCase();
    scores.set(key, (scores.get(key) ?? 0) + 1 + bonus);
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => topicTerm(word))
    .filter((term) => term !== '')
    .slice(0, count);
}

function* wordsOf(text: string): Generator<{ word: string; bonus: number }> {
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}\p{N}_-]*/gu)) {
    if (hasUnspaced(word)) {
      yield* segmented(word);
      continue;
    }
    const trimmed = word.replace(/[_-]+$/, '');
    if (trimmed.length < 3 || STOP_WORDS.has(trimmed.toLowerCase())) continue;
    const capital = /^\p{Lu}/u.test(trimmed) ? 2 : 0;
    const compound = /[_-]|\p{Lu}/u.test(trimmed.slice(1)) ? 2 : 0;
    yield { word: trimmed, bonus: capital + compound };
  }
}

function* segmented(run: string): Generator<{ word: string; bonus: number }> {
  for (const { segment, isWordLike } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(run))
    if (isWordLike === true && Array.from(segment).length > 1 && !STOP_WORDS.has(segment))
      yield { word: segment, bonus: 0 };
}
