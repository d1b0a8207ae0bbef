import { FRONT_MATTER_KEYS, renderEntry } from './front-matter.js';
import type { FrontMatterValue } from './types.js';

interface Entry {
  key: string;
  /** Lines with their line ends; comments and blank lines before the next key belong to nobody. */
  lines: string[];
}

type Piece = Entry | { key?: undefined; lines: string[] };

/**
 * Front-matter text (between the two `---`) with some keys set, or removed where the value is undefined, in place; new keys
 * go where the table has them, unknown new ones to the end. Lines of other keys are not touched. Works on any layout with
 * top-level keys at the first column; the caller checks the result by reading it.
 */
export function editLines(
  text: string,
  changes: ReadonlyMap<string, FrontMatterValue | undefined>,
  eol: '\n' | '\r\n',
): string {
  const pieces = cut(text);
  for (const [key, value] of changes) {
    const at = pieces.findIndex((piece) => piece.key === key);
    if (value === undefined) {
      if (at !== -1) pieces.splice(at, 1);
      continue;
    }
    const entry: Entry = { key, lines: [`${renderEntry(key, value)}${eol}`] };
    if (at !== -1) pieces[at] = entry;
    else pieces.splice(placeOf(key, pieces), 0, entry);
  }
  return pieces.flatMap((piece) => piece.lines).join('');
}

/** After the last entry that the table has before `key`; before everything when there is none; unknown keys last. */
function placeOf(key: string, pieces: readonly Piece[]): number {
  const rank = rankOf(key);
  let place = 0;
  pieces.forEach((piece, index) => {
    if (piece.key !== undefined && rankOf(piece.key) <= rank) place = index + 1;
  });
  return rank === FRONT_MATTER_KEYS.length ? lastEntry(pieces) : place;
}

function rankOf(key: string): number {
  const keys: readonly string[] = FRONT_MATTER_KEYS;
  const index = keys.indexOf(key);
  return index === -1 ? keys.length : index;
}

function lastEntry(pieces: readonly Piece[]): number {
  return pieces.findLastIndex((piece) => piece.key !== undefined) + 1;
}

function cut(text: string): Piece[] {
  const pieces: Piece[] = [];
  let open: Entry | undefined;
  let loose: string[] = [];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const key = keyOf(line);
    if (key !== undefined) {
      if (loose.length > 0) pieces.push({ lines: loose });
      loose = [];
      open = { key, lines: [line] };
      pieces.push(open);
    } else if (open === undefined || /^(?:#.*)?\s*$/.test(line)) {
      loose.push(line);
    } else {
      // An indented line or a list item: what was held back lies inside the entry.
      open.lines.push(...loose, line);
      loose = [];
    }
  }
  if (loose.length > 0) pieces.push({ lines: loose });
  return pieces;
}

/** The key of a line that begins a top-level entry. */
function keyOf(line: string): string | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s|$)/.exec(line)?.[1];
  if (quoted?.startsWith('"')) return parsedKey(quoted);
  if (quoted !== undefined) return quoted.slice(1, -1).replaceAll("''", "'");
  return /^([^\s#\-?'"[{&*!|>%@`,\]}][^\n]*?)\s*:(?:\s|$)/.exec(line)?.[1];
}

function parsedKey(text: string): string | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
