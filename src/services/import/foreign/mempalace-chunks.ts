/** Characters (code points) of a text that the original's next slice repeats (behaviour reference 12.1). */
const OVERLAP = 100;

/** A shorter repetition proves nothing. */
const LEAST = 20;

/**
 * The text that the original cut into these slices, in their order; undefined where that cannot be proven. It cut windows that
 * repeat the last 100 characters of the one before and trimmed each, so that of the repetition some white space may be missing
 * at either end. Only where one single length of repetition fits for every pair are the slices put together.
 */
export function joinSlices(slices: readonly string[]): string | undefined {
  const [first, ...others] = slices;
  if (first === undefined) return undefined;
  const parts = [first];
  let before = first;
  for (const slice of others) {
    const repeated = repetition(before, slice);
    if (repeated === undefined) return undefined;
    parts.push(slice.slice(repeated));
    before = slice;
  }
  return parts.join('');
}

/** How many code units at the start of `next` stand at the end of `before`; undefined when it is not certain. */
function repetition(before: string, next: string): number | undefined {
  // Twice the length holds 100 characters in any script.
  const tail = [...wholeEnd(before, 4 * OVERLAP)];
  const head = [...next.slice(0, 4 * OVERLAP)];
  let found: number | undefined;
  for (let length = Math.min(OVERLAP, tail.length, head.length); length > 0; length--) {
    const start = tail.length - length;
    if (!head.slice(0, length).every((character, at) => character === tail[start + at])) continue;
    const after = countBlank(head, length, 1);
    const ahead = countBlank(tail, start - 1, -1);
    if (length + after + ahead < OVERLAP) continue;
    if (found !== undefined) return undefined;
    found = length;
  }
  return found === undefined || found < LEAST ? undefined : head.slice(0, found).join('').length;
}

function wholeEnd(text: string, units: number): string {
  const end = text.slice(-units);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}

function countBlank(characters: readonly string[], from: number, step: 1 | -1): number {
  let count = 0;
  for (let at = from; isBlank(characters[at]); at += step) count++;
  return count;
}

/** White space as Python takes it off. */
function isBlank(character: string | undefined): boolean {
  return character !== undefined && character !== '\ufeff' && /^[\s\x1c-\x1f\x85]$/.test(character);
}
