/** What a line is, for where a passage may end; the level of a heading times {@link LEVEL} is added. 0: words. */
export const BLANK = 1;
export const ITEM = 2;
export const UNDERLINE = 4;
export const FENCE = 8;
export const LEVEL = 16;

/** A few characters tell what a line is; a line of a megabyte is not copied. */
const LOOKED_AT = 200;
/** As many as need no care for {@link LOOKED_AT}. */
const NEAR = 150;

const FENCE_MARK = /^\s{0,3}(`{3,}|~{3,})/;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const STAR = 0x2a;
const PLUS = 0x2b;
const DASH = 0x2d;
const DOT = 0x2e;
const CLOSE_ROUND = 0x29;
const EQUALS = 0x3d;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/**
 * What the line from `start` to `end` (its newline included) is. Most lines are told by a byte or two; {@link flagsOf} says
 * what it all means, and is asked where that is not so.
 */
export function lineFlags(text: Buffer, start: number, end: number): number {
  let at = start;
  while (text[at] === SPACE || text[at] === TAB) if (++at >= end || at - start > NEAR) return odd(text, start, end);
  if (at >= end) return BLANK;
  const byte = text[at] ?? LF;
  if (isLetter(byte)) return 0;
  const next = at + 1 < end ? (text[at + 1] ?? LF) : LF;
  if (byte === LF || (byte === CR && next === LF)) return BLANK;
  if (byte < SPACE) return odd(text, start, end);
  if (byte >= 0x80) return mayBeSpace(byte, next) ? odd(text, start, end) : 0;
  if (byte === DASH && next === DASH) return at === start ? odd(text, start, end) : 0;
  if (byte === STAR || byte === PLUS || byte === DASH) return itemBefore(next) ?? odd(text, start, end);
  if (byte >= 0x30 && byte <= 0x39) return numbered(text, start, at, end);
  if (byte === HASH) return heading(text, start, at, end);
  if (byte === BACKTICK || byte === TILDE)
    return at - start <= 3 && at + 2 < end && next === byte && text[at + 2] === byte ? FENCE : 0;
  return byte === EQUALS && at === start ? odd(text, start, end) : 0;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

/** Whether these may be the first bytes of a space or line separator beyond ASCII. */
function mayBeSpace(byte: number, next: number): boolean {
  switch (byte) {
    case 0xc2:
      return next === 0xa0;
    case 0xe1:
      return next === 0x9a;
    case 0xe2:
      return next === 0x80 || next === 0x81;
    case 0xe3:
      return next === 0x80;
    case 0xef:
      return next === 0xbb;
    default:
      return false;
  }
}

/** What a line is whose bullet or number this byte follows; undefined where more has to be looked at. */
function itemBefore(byte: number): number | undefined {
  if (byte === SPACE || byte === TAB) return ITEM;
  return byte === LF || (byte > SPACE && byte < 0x7f) ? 0 : undefined;
}

function heading(text: Buffer, start: number, from: number, end: number): number {
  if (from - start > 3) return 0;
  for (let at = start; at < from; at++) if (text[at] === TAB) return 0;
  let at = from;
  while (at < end && text[at] === HASH) at++;
  return at - from <= 6 && at < end && (text[at] === SPACE || text[at] === TAB) ? (at - from) * LEVEL : 0;
}

function numbered(text: Buffer, start: number, from: number, end: number): number {
  let at = from;
  for (let byte = text[at]; byte !== undefined && byte >= 0x30 && byte <= 0x39; byte = text[++at])
    if (at - start > NEAR) return odd(text, start, end);
  if (at >= end || (text[at] !== DOT && text[at] !== CLOSE_ROUND)) return 0;
  return itemBefore(at + 1 < end ? (text[at + 1] ?? LF) : LF) ?? odd(text, start, end);
}

function odd(text: Buffer, start: number, end: number): number {
  return flagsOf(lineText(text, start, end));
}

/** The first characters of a line. */
function lineText(text: Buffer, start: number, end: number): string {
  // No character takes more than three bytes for a code unit.
  return text.toString('utf8', start, Math.min(end, start + 3 * LOOKED_AT + 3)).slice(0, LOOKED_AT);
}

/** What a line is by its characters. */
export function flagsOf(whole: string): number {
  const line = whole.slice(0, LOOKED_AT).replace(/\r?\n$/, '');
  const level = /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1]?.length ?? 0;
  return (
    level * LEVEL +
    (/^\s*$/.test(line) ? BLANK : 0) +
    (/^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? ITEM : 0) +
    (/^(?:=+|-{3,})\s*$/.test(line) ? UNDERLINE : 0) +
    (FENCE_MARK.test(line) ? FENCE : 0)
  );
}

/** The mark that opens or closes a code fence at the beginning of a line. */
export function fenceAt(text: Buffer, start: number, end: number): string | undefined {
  return FENCE_MARK.exec(lineText(text, start, end))?.[1];
}
