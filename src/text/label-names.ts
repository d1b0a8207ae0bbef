/**
 * What a passage is about, as rules tell (behaviour reference 12.6): a decision that was taken, what somebody likes or wants done,
 * something reached or understood, something broken, a feeling. In the order of their bits; a new one goes to the end.
 */
export const LABELS = ['decision', 'preference', 'milestone', 'problem', 'emotion'] as const;
export type Label = (typeof LABELS)[number];

/** Labels as the bits of one byte. */
export function labelBits(labels: Iterable<Label>): number {
  let bits = 0;
  for (const label of labels) bits |= 1 << LABELS.indexOf(label);
  return bits;
}

/** The labels of a byte, in the order of {@link LABELS}. Bits that mean nothing (yet) are passed over. */
export function labelsOfBits(bits: number): Label[] {
  return LABELS.filter((_, at) => (bits & (1 << at)) !== 0);
}

/** The label that a word means; the original's `emotional` and plurals too. Undefined for any other word. */
export function labelNamed(word: string): Label | undefined {
  const wanted = word.trim().toLowerCase();
  const singular = wanted === 'emotional' ? 'emotion' : wanted.replace(/s$/, '');
  return LABELS.find((label) => label === singular);
}
