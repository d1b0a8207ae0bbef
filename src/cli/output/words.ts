/** `1 drawer`, `2,300 drawers`. `many`: the plural when it is not `one` + s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `12,345`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `812 B`, `4.1 kB`, `12 MB`: powers of 1000. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 'B';
  for (const name of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = name;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** The parts that are not zero: `12 added, 3 changed`; `nothing` when all are. */
export function tally(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'nothing' : parts.map(([what, count]) => `${grouped(count)} ${what}`).join(', ');
}

/** First 10 hex digits of a commit, as people write them. */
export function shortCommit(id: string): string {
  return id.slice(0, 10);
}
