/** Characters that are read for each piece that a model reads: no text has so long pieces on average. */
const CHARACTERS_PER_PIECE = 8;
/** Of these, white space may take up most. */
const LOOK_AHEAD = 8;

export interface PreparedText {
  /** White space is one blank, none at the ends. */
  text: string;
  /** Something was cut off. */
  clipped: boolean;
}

/**
 * The beginning of a text, longer than the model reads but bounded: a file of one line of 10 MB is neither copied nor
 * taken apart.
 * @param pieces that the model reads.
 */
export function prepareText(text: string, pieces: number): PreparedText {
  const limit = pieces * CHARACTERS_PER_PIECE;
  const trimmed = text.trimStart();
  const near = trimmed.slice(0, limit * LOOK_AHEAD);
  const tidy = near.replace(/\s+/g, ' ').trimEnd();
  const clipped = tidy.length > limit || near.length < trimmed.trimEnd().length;
  return { text: tidy.length > limit ? withoutHalf(tidy.slice(0, limit)) : withoutHalf(tidy), clipped };
}

/** Without the first half of a character that was cut in two. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
