/**
 * A YAML text in which plain scalars that hold one of these words stand in quotes, all else byte for byte. A placeholder in a plain
 * scalar (`- [secret:github-token:1]`) would be a list. The text as it is when it is no YAML.
 */
export async function quotedWith(text: string, words: readonly string[]): Promise<string> {
  const { parseDocument, visit } = await import('yaml');
  const document = parseDocument(text);
  if (document.errors.length > 0) return text;
  const places: { start: number; end: number; value: string }[] = [];
  visit(document, {
    Scalar(_, { type, value, range }) {
      if (type !== 'PLAIN' || typeof value !== 'string' || !range) return;
      const [start, end] = range;
      if (words.some((word) => value.includes(word))) places.push({ start, end, value });
    },
  });
  let quoted = text;
  // From the end, so that what comes before stays where it is.
  for (const { start, end, value } of places.sort((a, b) => b.start - a.start))
    quoted = `${quoted.slice(0, start)}${JSON.stringify(value)}${quoted.slice(end)}`;
  return quoted;
}
