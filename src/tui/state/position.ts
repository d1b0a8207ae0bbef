/** What is chosen in a list, and which item is the first that shows. Both from 0. */
export interface Position {
  selected: number;
  top: number;
}

export const FIRST: Position = { selected: 0, top: 0 };

/** The position moved by `delta` items, within a list of `count` of which `visible` show. */
export function moved(position: Position, delta: number, count: number, visible: number): Position {
  return within({ ...position, selected: position.selected + delta }, count, visible);
}

/** The position in range: an item of the list is chosen and shows, and no room below the last item is left empty. */
export function within({ selected, top }: Position, count: number, visible: number): Position {
  const shown = Math.max(1, visible);
  const chosen = Math.max(0, Math.min(selected, count - 1));
  const highest = Math.max(0, count - shown);
  const first = Math.max(chosen - shown + 1, Math.min(top, chosen));
  return { selected: chosen, top: Math.max(0, Math.min(first, highest)) };
}

/** First row of a scrolled text, in range. */
export function scrolled(top: number, count: number, visible: number): number {
  return Math.max(0, Math.min(top, count - Math.max(1, visible)));
}
