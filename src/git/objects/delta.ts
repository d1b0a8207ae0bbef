/**
 * The object that a delta of a pack makes of its base (gitformat-pack: two sizes, then copies out of the base and bytes of its
 * own). @returns undefined for a damaged one, and for an object of more than `largest` bytes.
 */
export function applyDelta(base: Buffer, delta: Buffer, largest: number): Buffer | undefined {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.next);
  if (from.size !== base.length || to.size > largest) return undefined;
  const target = Buffer.allocUnsafe(to.size);
  let written = 0;
  for (let at = to.next; at < delta.length; ) {
    const command = delta[at++] ?? 0;
    if (command === 0) return undefined;
    const isCopy = (command & 0x80) !== 0;
    let start = at;
    let size = command;
    if (isCopy) {
      start = 0;
      size = 0;
      for (let bit = 0; bit < 4; bit++) if (command & (1 << bit)) start += (delta[at++] ?? 0) * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit++) if (command & (0x10 << bit)) size += (delta[at++] ?? 0) << (8 * bit);
      if (size === 0) size = 0x10000;
    } else at += size;
    const source = isCopy ? base : delta;
    if (start + size > source.length || written + size > target.length) return undefined;
    source.copy(target, written, start, start + size);
    written += size;
  }
  return written === target.length ? target : undefined;
}

/** Little-endian, seven bits a byte. */
function readSize(bytes: Buffer, start: number): { size: number; next: number } {
  let size = 0;
  let factor = 1;
  let at = start;
  for (; at < bytes.length; factor *= 128) {
    const byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  return { size, next: at };
}
