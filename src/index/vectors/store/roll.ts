/** Most vectors of the shard that single additions rewrite. */
export const TAIL_ROWS = 512;
/** Most vectors of any shard: 32 MB at 512 dimensions, what the unluckiest addition rewrites. */
export const FULL_ROWS = 16_384;

/**
 * Which shards (numbers, smallest first) to join with `incoming` vectors that no tail has room for. A shard is joined while it is at
 * most twice what has gathered, so that sizes stay apart: there are few shards, and a vector is rewritten about as often as its
 * number doubles. `sizes`: live vectors of each shard.
 */
export function planRoll(sizes: readonly number[], incoming: number): number[] {
  const chosen: number[] = [];
  let total = incoming;
  for (const at of bySize(sizes)) {
    const size = sizes[at] ?? 0;
    if (size > TAIL_ROWS && (size > 2 * total || total + size > FULL_ROWS)) break;
    chosen.push(at);
    total += size;
  }
  return chosen;
}

/** Which shards to write anew when everything is put in its best form: small ones, and those with many dead rows. */
export function planCompaction(shards: readonly { rows: number; live: number }[]): number[] {
  const chosen = new Set<number>();
  shards.forEach(({ rows, live }, at) => {
    if (rows - live > rows * 0.05) chosen.add(at);
  });
  const small = bySize(shards.map(({ live }) => live)).filter((at) => (shards[at]?.live ?? 0) < FULL_ROWS / 2);
  if (small.length > 1 || chosen.size > 0) for (const at of small) chosen.add(at);
  return [...chosen];
}

/** Into how many rows each piece is cut, so that none is over the full size and all are of about one size. */
export function pieceRows(total: number): number {
  return Math.ceil(total / Math.max(1, Math.ceil(total / FULL_ROWS)));
}

function bySize(sizes: readonly number[]): number[] {
  return sizes.map((_, at) => at).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
}
