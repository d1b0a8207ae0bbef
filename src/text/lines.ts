/** Where each line of a text begins, as offsets; a text that ends in a newline has no empty line after it. Empty text: one line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts.push(at + 1);
  return starts;
}
