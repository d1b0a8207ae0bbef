/** Words of a text for comparing: letters and digits of any script in lower case; each Han or kana character is one. */
export function comparableWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Runs of three words; a shorter text is one run. */
export function shingles(words: readonly string[]): Set<string> {
  if (words.length <= 3) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  const runs = new Set<string>();
  for (let at = 0; at + 3 <= words.length; at++) runs.add(words.slice(at, at + 3).join(' '));
  return runs;
}

/** Share of runs that two texts have in common, 0 to 1 (Jaccard). Two empty sets have nothing in common. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  for (const run of small) if (large.has(run)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

/**
 * The words by which to look for texts like this one: long words are rarer than short ones, and a few of them are enough
 * to find a text that shares nearly all. In order of appearance, each once.
 */
export function tellingWords(words: readonly string[], count = 12): string[] {
  const distinct = [...new Set(words)];
  const chosen = new Set(
    [...distinct].sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0)).slice(0, count),
  );
  return distinct.filter((word) => chosen.has(word));
}
