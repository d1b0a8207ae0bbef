/**
 * Words of the original program for which palace has another command. Only where the meaning differs or the command does not
 * exist under that name: what is merely mistyped is found by nearness. `BIN`: the name that the program was called by.
 */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'sync',
    [
      'BIN mine FOLDER again: takes what changed in the sources, and names memories whose source is gone',
      'BIN remove --source NAME: lets go of such memories',
      'git pull, git push: share the palace with another clone',
    ],
  ],
  [
    'repair',
    [
      'BIN doctor --fix: looks at everything and repairs what is safe to repair',
      'BIN index rebuild: makes the search index anew',
    ],
  ],
]);

/** What to type instead of a word of the original program; empty for any other word. `bin`: `palace` or `mempalace`. */
export function commandsFor(word: string, bin: string): string[] {
  return (OTHER_WORDS.get(word) ?? []).map((line) => line.replace('BIN', bin));
}
