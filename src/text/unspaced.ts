/** Made where it is needed: to compile these patterns takes milliseconds, and most texts need none of them. */
const unspaced = (): RegExp =>
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu;

/** A stretch of text; `unspaced` when its script does not put spaces between words (Chinese, Japanese, Thai, …). */
export interface Run {
  text: string;
  start: number;
  unspaced: boolean;
}

/** True when the text holds a letter of a script that is written without spaces (or, Hangul, with suffixes glued on). */
export function hasUnspaced(text: string): boolean {
  return unspaced().test(text);
}

/** The text cut into unspaced and other runs, in order; joined they are the text. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let from = 0;
  for (const match of text.matchAll(unspaced())) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), start: from, unspaced: false });
    found.push({ text: match[0], start: match.index, unspaced: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), start: from, unspaced: false });
  return found;
}

/**
 * Index terms of an unspaced run: each character, each pair of neighbours, and words of three and more characters. The
 * pairs make any piece of two or more characters findable whatever a segmenter thinks the words are.
 */
export function unspacedTerms(run: string, words: readonly string[]): string[] {
  const characters = [...run];
  const terms = [...characters];
  for (const pair of pairs(characters)) terms.push(pair);
  for (const word of words) if ([...word].length > 2) terms.push(word);
  return terms;
}

/** Each two neighbouring characters, joined. */
export function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}
