import { displayWidth } from '../../text/width.js';
import type { Layout } from '../draw/layout.js';
import { layoutOf } from '../draw/layout.js';
import { type Row, span } from '../draw/spans.js';
import type { Line } from '../state/line.js';
import type { State } from '../state/types.js';

/** A row, and what stands at its right end. */
export interface Lined {
  row: Row;
  right?: Row;
}

export interface SceneList {
  count: number;
  /** Rows of one item. */
  height: number;
  /** The rows of an item, without the mark of what is chosen. */
  item(at: number): readonly Lined[];
  isMarked?(at: number): boolean;
  /** What is said in place of an empty list. */
  empty: string;
}

/** A text that scrolls. */
export interface Panel {
  count: number;
  row(at: number): Row;
  /** Row that is shown first until somebody scrolls. */
  start: number;
}

/** What a view shows, before it is drawn: what keys move within, and what components and a screen reader make of it. */
export interface Scene {
  /** What the view is called. */
  title: string;
  head: readonly Lined[];
  layout: Layout;
  list?: SceneList;
  panel?: Panel;
  /** At the left of the status line. */
  status: string;
  /** Where the cursor of a line that is typed stands, in the head. */
  cursor?: { row: number; text: string };
}

export const NO_PANEL: Panel = { count: 0, row: () => [], start: 0 };

/** Items of the list that show at once: at least one. */
export function visibleItems({ layout, list }: Pick<Scene, 'layout' | 'list'>): number {
  return Math.max(1, Math.floor(layout.list.rows / (list?.height ?? 1)));
}

export function panelOf(rows: readonly Row[], start = 0): Panel {
  return { count: rows.length, row: (at) => rows[at] ?? [], start };
}

/** Layout of a view that has a list and a panel where there is room. */
export function bothOf(state: State, head: number): Layout {
  return layoutOf(state.size, head, { list: true, panel: true });
}

/** Why a panel has nothing to show. */
export function waiting(state: State, slot: keyof State['failures']): Panel {
  const failed = state.failures[slot];
  return panelOf([failed === undefined ? [span('…', 'dim')] : [span(failed.text, 'bad')]]);
}

/** `1 drawer`, `12 drawers`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The name of `Ada Tester <ada@example.org>`, or the agent that wrote on somebody's behalf. */
export function whoOf({ author, by }: { author: string | null; by: string | null }): string {
  return by ?? author?.replace(/\s*<[^>]*>$/, '') ?? '';
}

/** A line that is typed, as far as `width` columns have room: the end that the cursor is at. */
export function typedPart({ text, cursor }: Line, width: number): { text: string; before: string } {
  const before = text.slice(0, cursor);
  if (displayWidth(text) <= width) return { text, before };
  let from = 0;
  const starts = Array.from(new Intl.Segmenter().segment(text), ({ index }) => index);
  for (const start of starts) {
    from = start;
    // A third of the room stays for what stands after the cursor.
    if (start >= cursor || displayWidth(text.slice(start, cursor)) <= Math.max(1, Math.floor((width * 2) / 3))) break;
  }
  return { text: text.slice(from), before: text.slice(from, cursor) };
}

export function shortCommit(commit: string | null | undefined): string {
  return commit?.slice(0, 7) ?? '';
}

/** `2026-03-04 10:15` of a timestamp. */
export function shortTime(time: string | null | undefined): string {
  return (time ?? '').slice(0, 16).replace('T', ' ');
}
