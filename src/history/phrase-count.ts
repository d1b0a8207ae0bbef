/** A phrase as it is compared: letter case and how white space is written make no difference. */
export function foldPhrase(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** How often a folded phrase stands in a text, one after the other. */
export function countPhrase(text: string, phrase: string): number {
  const folded = foldPhrase(text);
  let count = 0;
  for (let at = folded.indexOf(phrase); at !== -1; at = folded.indexOf(phrase, at + phrase.length)) count++;
  return count;
}

/** The line on which a folded phrase first stands (where it begins, if it runs over several), 1-based; undefined when it does not. */
export function lineOfPhrase(text: string, phrase: string): { line: number; text: string } | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  let gathered = '';
  for (const [at, line] of lines.entries()) {
    const own = foldPhrase(line);
    if (own.includes(phrase)) return { line: at + 1, text: line.trim() };
    gathered = gathered === '' ? own : `${gathered} ${own}`;
    const found = gathered.replace(/ +/g, ' ').indexOf(phrase);
    if (found === -1) continue;
    let first = at;
    for (let tail = own; first > 0 && !foldPhrase(tail).includes(phrase); ) tail = `${lines[--first] ?? ''} ${tail}`;
    return { line: first + 1, text: (lines[first] ?? '').trim() };
  }
  return undefined;
}
