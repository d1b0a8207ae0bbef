/**
 * The id that begins at `at` of a table of ids beside another id, as a difference. Byte by byte, since the first one tells nearly
 * always: a call of the system's comparison costs more than that.
 */
export function compareIdAt(table: Uint8Array, at: number, id: Uint8Array, length: number): number {
  for (let byte = 0; byte < length; byte++) {
    const difference = (table[at + byte] ?? 0) - (id[byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
