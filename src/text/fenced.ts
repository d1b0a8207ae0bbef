/**
 * A memory as quoted data for a model: between fences longer than any in it, so that nothing in the text can end the quotation.
 * @param name what it is, on the first fence.
 */
export function fenced(text: string, name: string): string {
  const longest = [...text.matchAll(/~{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '~'.repeat(longest + 1);
  return `${fence} ${name.replace(/\s+/g, ' ')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** One line of a text, for a list of quotations: white space folded, control characters gone, cut with `…`. `longest`: characters. */
export function quotedLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  const cut = characters.slice(0, longest - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > longest * 0.7 ? cut.slice(0, space) : cut}…`;
}
