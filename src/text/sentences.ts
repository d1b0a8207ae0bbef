/** A sentence and where it begins in the text. */
export interface Sentence {
  /** Offset in UTF-16 units. */
  start: number;
  text: string;
}

/** Texts are segmented in stretches of about this size: the segmenter's time grows faster than a text does. */
const STRETCH = 4_000;

/** Sentences of a text by the rules of Unicode, without the white space around them. No empty ones. */
export function sentencesOf(text: string): Sentence[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfStretch(text, from);
    for (const { segment, index } of segmenter.segment(text.slice(from, to))) {
      const trimmed = segment.trim();
      if (trimmed === '') continue;
      sentences.push({ start: from + index + (segment.length - segment.trimStart().length), text: trimmed });
    }
    from = to;
  }
  return sentences;
}

/** The end of a sentence, else a space, near the end of the stretch that begins at `from`. */
function endOfStretch(text: string, from: number): number {
  if (text.length - from <= STRETCH) return text.length;
  const stretch = text.slice(from, from + STRETCH);
  const half = STRETCH / 2;
  for (const mark of ['. ', '。', ' ']) {
    const at = stretch.lastIndexOf(mark);
    if (at >= half) return from + at + mark.length;
  }
  const unit = text.charCodeAt(from + STRETCH);
  return from + STRETCH - (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0);
}
