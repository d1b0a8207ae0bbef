/** Letters of one column each, which need no segmenter: printable ASCII, Latin letters, and the mark of a cut. */
const NARROW = /^[\x20-\x7e\u00c0-\u024f\u2026]*$/;

/** Terminal columns of text without escape sequences: CJK and emoji take two, combining marks and controls none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** `text` cut to `columns` with a final `…` when it does not fit; never through a grapheme. */
export function clip(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (NARROW.test(text)) return `${text.slice(0, Math.max(0, columns - 1))}…`;
  let kept = '';
  let width = 0;
  for (const grapheme of graphemes(text)) {
    const next = graphemeWidth(grapheme);
    if (width + next > columns - 1) break;
    kept += grapheme;
    width += next;
  }
  return `${kept}…`;
}

/** `text` followed by spaces up to `columns`; longer text stays as it is. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Control characters (also C1 and bidi overrides) shown as `�`: a memory must not move the cursor or recolour the terminal. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (mark) => (mark === '\r' ? '' : '�'));
}

/** The title of a memory on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

function graphemes(text: string): Iterable<string> {
  if (NARROW.test(text)) return text;
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

/** Columns of one character as people see it. */
export function graphemeWidth(grapheme: string): number {
  const point = grapheme.codePointAt(0) ?? 0;
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return 0;
  if (/^[\p{M}\u200b-\u200f\u2060\ufeff]/u.test(grapheme)) return 0;
  if (/^\p{Emoji_Presentation}/u.test(grapheme) || grapheme.includes('\ufe0f')) return 2;
  return isWide(point) ? 2 : 1;
}

/** East Asian Width W and F, as the blocks that hold them. */
function isWide(point: number): boolean {
  return (
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0x303e) ||
    (point >= 0x3041 && point <= 0xa4cf && point !== 0x303f) ||
    (point >= 0xa960 && point <= 0xa97c) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xfe30 && point <= 0xfe6f) ||
    (point >= 0xff01 && point <= 0xff60) ||
    (point >= 0xffe0 && point <= 0xffe6) ||
    (point >= 0x1f300 && point <= 0x1f64f) ||
    (point >= 0x1f900 && point <= 0x1f9ff) ||
    (point >= 0x20000 && point <= 0x3fffd)
  );
}
