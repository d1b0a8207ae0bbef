/** A drawer or a part of a source, reduced to what aligning needs: the hash of the source bytes it stands for. */
export interface Hashed {
  hash: string | undefined;
}

/** A run of drawers and the run of new parts between two places where old and new agree. Indexes, ends exclusive. */
export interface Stretch {
  old: [number, number];
  fresh: [number, number];
}

export interface Alignment {
  /** Drawer `old` stands for part `fresh`, whose source did not change. In order on both sides. */
  same: { old: number; fresh: number }[];
  /** What lies between; at least one side is not empty. */
  stretches: Stretch[];
}

/**
 * Which parts of a source are as they were filed, and which runs of drawers stand against which runs of new parts. The
 * longest common subsequence of receipts; on a tie the earlier match.
 */
export function align(old: readonly Hashed[], fresh: readonly Hashed[]): Alignment {
  const same: Alignment['same'] = [];
  let head = 0;
  while (head < old.length && head < fresh.length && equal(old[head], fresh[head])) {
    same.push({ old: head, fresh: head });
    head++;
  }
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (tail < most && equal(old[old.length - 1 - tail], fresh[fresh.length - 1 - tail])) tail++;

  for (const pair of middle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)))
    same.push({ old: pair.old + head, fresh: pair.fresh + head });
  for (let back = tail; back > 0; back--) same.push({ old: old.length - back, fresh: fresh.length - back });

  const stretches: Stretch[] = [];
  let [lastOld, lastFresh] = [0, 0];
  for (const pair of [...same, { old: old.length, fresh: fresh.length }]) {
    if (pair.old > lastOld || pair.fresh > lastFresh)
      stretches.push({ old: [lastOld, pair.old], fresh: [lastFresh, pair.fresh] });
    [lastOld, lastFresh] = [pair.old + 1, pair.fresh + 1];
  }
  return { same, stretches };
}

function equal(a: Hashed | undefined, b: Hashed | undefined): boolean {
  return a?.hash !== undefined && a.hash === b?.hash;
}

/** Longest common subsequence by the table of lengths; a source of 100 MB has 2,000 parts, of which few differ. */
function middle(old: readonly Hashed[], fresh: readonly Hashed[]): Alignment['same'] {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] = equal(old[i], fresh[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: Alignment['same'] = [];
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    if (equal(old[i], fresh[j])) pairs.push({ old: i++, fresh: j++ });
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
