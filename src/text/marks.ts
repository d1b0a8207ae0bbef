/** `[start, end)` in UTF-16 units, as `matchRanges` gives them. */
export type Range = readonly [start: number, end: number];

/**
 * `line` drawn with `mark` on the ranges that fall into it and `rest` on everything between. `start`: where the line begins
 * in the text that the ranges are of; ranges may overlap, be unsorted or run past the line.
 */
export function markLine(
  line: string,
  start: number,
  ranges: readonly Range[],
  mark: (text: string) => string,
  rest: (text: string) => string = (text) => text,
): string {
  let drawn = '';
  let at = 0;
  for (const [first, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const from = Math.max(at, first - start);
    const to = Math.min(line.length, end - start);
    if (to <= from) continue;
    drawn += rest(line.slice(at, from)) + mark(line.slice(from, to));
    at = to;
  }
  return drawn + rest(line.slice(at));
}

/** A line of a passage to show: 0-based number in it, offset of its first character, text without line end. */
export interface ShownLine {
  number: number;
  start: number;
  text: string;
  /** Lines were left out before this one. */
  gap: boolean;
}

/**
 * The lines of a passage that a person should see: at most `most`, those around the matches first (the lines with the most
 * matches, then their neighbours), in their own order; blank lines at both ends are dropped.
 * @param focus lines (from 0, end inclusive) that count as much as any match.
 */
export function bestLines(
  text: string,
  ranges: readonly Range[],
  most: number,
  focus?: readonly [number, number],
): ShownLine[] {
  const lines: { start: number; text: string; matches: number }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const matches = ranges.filter(([first, last]) => first < end && last > start).length;
    const near = focus !== undefined && lines.length >= focus[0] && lines.length <= focus[1];
    lines.push({ start, text: line.replace(/\r$/, ''), matches: near ? ranges.length + 1 : matches });
    start = end + 1;
  }
  const chosen = new Set<number>();
  const choose = (number: number): void => {
    const line = lines[number];
    if (line !== undefined && line.text.trim() !== '' && chosen.size < most) chosen.add(number);
  };
  const byMatches = [...lines.keys()]
    .filter((number) => (lines[number]?.matches ?? 0) > 0)
    .sort((a, b) => (lines[b]?.matches ?? 0) - (lines[a]?.matches ?? 0) || a - b);
  for (const number of byMatches) choose(number);
  for (let distance = 1; distance < lines.length && chosen.size < most; distance++)
    for (const number of byMatches) {
      choose(number + distance);
      choose(number - distance);
    }
  if (chosen.size === 0) for (const number of lines.keys()) choose(number);
  let last = -1;
  return [...chosen]
    .sort((a, b) => a - b)
    .map((number) => {
      const { start: at, text: shown } = lines[number] ?? { start: 0, text: '' };
      // A blank line between two shown ones is no gap worth a mark.
      const between = lines.slice(last + 1, number);
      const gap = last !== -1 && between.some((line) => line.text.trim() !== '');
      last = number;
      return { number, start: at, text: shown, gap };
    });
}

/** A piece of a line, and whether something was cut off before and after it. */
export interface LineWindow {
  start: number;
  text: string;
  cutBefore: boolean;
  cutAfter: boolean;
}

/**
 * At most `most` characters of a long line: those from a little before its first match on, else its beginning. Cut at
 * spaces where one is near. `start` as in {@link ShownLine}.
 */
export function lineWindow(line: { start: number; text: string }, ranges: readonly Range[], most: number): LineWindow {
  const { start, text } = line;
  if (text.length <= most) return { start, text, cutBefore: false, cutAfter: false };
  const end = start + text.length;
  const firstMatch = ranges.reduce(
    (least, [from, to]) => (from < end && to > start ? Math.min(least, from) : least),
    end,
  );
  const matchAt = firstMatch === end ? 0 : Math.max(0, firstMatch - start);
  // A third of the window before the match, but no empty space at the end of the line.
  let from = Math.min(Math.max(0, matchAt - Math.floor(most / 3)), text.length - most);
  if (from > 0) from = wordStart(text, from, matchAt);
  let to = Math.min(text.length, from + most);
  if (to < text.length) to = wordEnd(text, to);
  return { start: start + from, text: text.slice(from, to), cutBefore: from > 0, cutAfter: to < text.length };
}

/** Start of the next word after `at`, if there is one within 20 characters and before `limit`; never inside a code point. */
function wordStart(text: string, at: number, limit: number): number {
  const space = text.slice(at, Math.min(at + 20, limit)).search(/\s\S/);
  return space === -1 ? codePointStart(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  const space = /\s\S*$/.exec(text.slice(at - 20, at));
  return space === null ? codePointStart(text, at) : at - 20 + space.index;
}

function codePointStart(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
