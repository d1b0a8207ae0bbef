/**
 * The halls that a passage can be classified into (docs/graph.md): what is settled or decided, what happened, what was understood,
 * what somebody likes, what somebody recommends. In the order of their bits; a new one goes to the end.
 */
export const PASSAGE_HALLS = ['facts', 'events', 'discoveries', 'preferences', 'advice'] as const;
export type PassageHall = (typeof PASSAGE_HALLS)[number];

/** Halls stand above the byte of the labels. */
const SHIFT = 8;

/** Halls as bits of the same number as the labels of a passage. */
export function hallBits(halls: Iterable<PassageHall>): number {
  let bits = 0;
  for (const hall of halls) bits |= 1 << (PASSAGE_HALLS.indexOf(hall) + SHIFT);
  return bits;
}

/** The halls of a passage's number, in the order of {@link PASSAGE_HALLS}. */
export function hallsOfBits(bits: number): PassageHall[] {
  return PASSAGE_HALLS.filter((_, at) => (bits & (1 << (at + SHIFT))) !== 0);
}

/** Whether a hall is one that passages are classified into: every one but `diary`. */
export function isPassageHall(hall: string): hall is PassageHall {
  return PASSAGE_HALLS.some((known) => known === hall);
}
