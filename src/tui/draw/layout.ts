/** Columns and rows of the terminal. */
export interface Size {
  columns: number;
  rows: number;
}

/** Where things stand on the screen. All numbers are columns or rows; 0 where a thing is not shown. */
export interface Layout {
  /** Rows of list and panel together. */
  body: number;
  list: { width: number; rows: number };
  /** `beside`: right of the list, with a line between; else below it. */
  panel: { width: number; rows: number; beside: boolean };
  /** A row with the most useful keys. */
  hints: boolean;
}

/** The smallest screen on which a panel stands beside a list. */
const WIDE = 90;
/** The fewest rows that are shared by a list and a panel below it. */
const TALL = 12;
/** From here on there is a row for keys. */
const ROWS_FOR_HINTS = 16;

/**
 * @param head rows above list and panel.
 * @param shows what the view has: with one of both, that one has all of the room.
 */
export function layoutOf({ columns, rows }: Size, head: number, shows: { list: boolean; panel: boolean }): Layout {
  const hints = rows >= ROWS_FOR_HINTS;
  // The status line is always there.
  const body = Math.max(1, rows - head - 1 - (hints ? 1 : 0));
  const none = { width: 0, rows: 0 };
  if (!shows.list) return { body, hints, list: none, panel: { width: columns, rows: body, beside: false } };
  const alone: Layout = { body, hints, list: { width: columns, rows: body }, panel: { ...none, beside: false } };
  if (!shows.panel) return alone;
  if (columns >= WIDE) {
    const list = Math.floor(columns * 0.45);
    const panel = { width: columns - list - 3, rows: body, beside: true };
    return { body, hints, list: { width: list, rows: body }, panel };
  }
  if (body < TALL) return alone;
  const list = Math.floor(body * 0.45);
  const panel = { width: columns, rows: body - list - 1, beside: false };
  return { body, hints, list: { width: columns, rows: list }, panel };
}
