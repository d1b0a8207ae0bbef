import { COLUMNS } from './metrics.mjs';

/** A table of rows `{name, n, …metrics from 0 to 1}`, as percentages. */
export function scoreLines(title, rows) {
  const width = (column) => Math.max(8, column.length + 2);
  const head = title.padEnd(26) + 'n'.padStart(6) + COLUMNS.map((column) => column.padStart(width(column))).join('');
  const lines = rows.map(
    (row) =>
      row.name.padEnd(26) +
      String(row.n).padStart(6) +
      COLUMNS.map((column) => (100 * row[column]).toFixed(1).padStart(width(column))).join(''),
  );
  return [head, ...lines];
}

/** `p50 12.3 ms, p95 …, max …`. */
export function latencies(took) {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, max ${at(1).toFixed(1)} ms`;
}

/** What the palace took to make and holds. */
export function madeLines({ mineMs, embedMs, vectors, model, cacheBytes }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const cache = `cache ${(cacheBytes / 1e6).toFixed(1)} MB`;
  return [
    `mined in ${seconds(mineMs)}, embedded in ${seconds(embedMs)}: ${vectors} vectors (${model ?? 'no model'}), ${cache}`,
  ];
}
