import { clip, displayWidth, padEnd, padStart } from './width.js';

export interface Column {
  /** Heading; no heading line is drawn when all are absent. */
  title?: string;
  align?: 'left' | 'right';
  /** This column gives way when the line is too long (at most one). */
  flexible?: boolean;
}

/**
 * Rows as aligned lines, two spaces between columns, nothing at the line ends. A line longer than `width` columns cuts
 * its flexible cell with `…`; without one, it is left long: a cut id or path is of no use.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const headed = columns.some(({ title }) => title !== undefined);
  const all = headed ? [columns.map(({ title }) => title ?? ''), ...rows] : rows;
  const widths = columns.map((_, at) => all.reduce((widest, row) => Math.max(widest, displayWidth(row[at] ?? '')), 0));
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (flexible !== -1) {
    const others = widths.reduce((sum, columnWidth, at) => (at === flexible ? sum : sum + columnWidth), 0);
    const room = width - others - 2 * (columns.length - 1);
    widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(10, room));
  }
  return all.map((row) =>
    columns
      .map(({ align }, at) => {
        const columnWidth = widths[at] ?? 0;
        const cell = at === flexible ? clip(row[at] ?? '', columnWidth) : (row[at] ?? '');
        return align === 'right' ? padStart(cell, columnWidth) : padEnd(cell, columnWidth);
      })
      .join('  ')
      .trimEnd(),
  );
}
