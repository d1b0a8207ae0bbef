/**
 * Ids as numbers: two 32-bit words each, the first eight hex digits and the last eight, so that a table of ids is one flat array
 * whose order is the order of the texts. No table of strings is ever built.
 */

/** The two words of an id; undefined for what is no id. */
export function wordsOf(id: string): readonly [number, number] | undefined {
  if (!/^[0-9a-f]{16}$/.test(id)) return undefined;
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)];
}

/** The id in a row of a table. */
export function idAt(table: Uint32Array, row: number): string {
  return hex(table[2 * row] ?? 0) + hex(table[2 * row + 1] ?? 0);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}

/** The row of an id in a sorted table; -1 when it is not there. */
export function findRow(table: Uint32Array, id: string): number {
  const words = wordsOf(id);
  if (words === undefined) return -1;
  const [high, low] = words;
  let from = 0;
  let to = table.length / 2;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const first = table[2 * middle] ?? 0;
    const second = table[2 * middle + 1] ?? 0;
    if (first < high || (first === high && second < low)) from = middle + 1;
    else to = middle;
  }
  return table[2 * from] === high && table[2 * from + 1] === low ? from : -1;
}

/** Whether each id is larger than the one before. */
export function isSorted(table: Uint32Array): boolean {
  for (let at = 2; at < table.length; at += 2) {
    const first = table[at] ?? 0;
    const before = table[at - 2] ?? 0;
    if (first < before || (first === before && (table[at + 1] ?? 0) <= (table[at - 1] ?? 0))) return false;
  }
  return true;
}
