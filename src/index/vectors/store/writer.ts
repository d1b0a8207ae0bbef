import { gather } from './gather.js';
import { meanOf, type ShardEntry, shardName, signsName, type VectorManifest } from './manifest.js';
import type { Overlay } from './overlay.js';
import { planCompaction, planRoll, TAIL_ROWS } from './roll.js';
import { encodeSigns, putSigns, signWords } from './signs.js';
import { type OpenShard, Snapshot, within } from './snapshot.js';
import { rewriteTail } from './tail.js';
import type { VectorFolder } from './vector-folder.js';

/** What a folder is for. */
export interface StoreShape {
  dimensions: number;
  model: string;
  /** Vectors above which signs are kept. */
  signsAbove: number;
}

interface Loaded {
  open: OpenShard;
  dead: Set<number>;
  live: number;
}

/**
 * Brings the changes of an overlay, or the best form, to the disk; only under the lock, and `before` must be what the disk holds.
 * Files are written first, then the manifest in one step. @returns what is on the disk then, opened, or `before` when nothing changes.
 * @throws DamagedShardError for a shard that is to be left out; system errors.
 */
export async function writeChanges(
  folder: VectorFolder,
  before: Snapshot,
  overlay: Overlay,
  shape: StoreShape,
  thorough: boolean,
): Promise<Snapshot> {
  const { loads, adds, changed } = weigh(before, overlay);
  const kept = new Set(loads.filter(({ live }) => live > 0));
  const written: ShardEntry[] = [];
  const keep = (bytes: Buffer, rows: number): void => {
    const name = shardName(bytes);
    folder.write(name, bytes);
    written.push({ name, rows, dead: new Set(), signed: false });
  };

  const tail = loads.filter(({ live }) => live > 0).sort((a, b) => a.live - b.live)[0];
  const chosen = choose([...kept], adds.size, thorough);
  if (!thorough && adds.size > 0 && tail !== undefined && tail.live + adds.size <= TAIL_ROWS) {
    keep(await renewTail(shape.dimensions, tail, adds), tail.live + adds.size);
    kept.delete(tail);
  } else if (!thorough && chosen.length === 0 && adds.size > 0 && adds.size <= TAIL_ROWS)
    keep(await rewriteTail(shape.dimensions, undefined, [], adds), adds.size);
  else if (chosen.length > 0 || adds.size > 0) {
    for (const { open } of chosen) within(open, () => open.shard.check());
    const taken = chosen.map(({ open, dead }) => ({ shard: open.shard, rows: liveRows(open, dead) }));
    for (const { bytes, rows } of gather(shape.dimensions, taken, adds)) keep(bytes, rows);
    for (const load of chosen) kept.delete(load);
  }
  const unsigned = thorough && before.live > shape.signsAbove && before.shards.some(wantsSigns);
  if (!changed && written.length === 0 && !before.incomplete && !unsigned) return before;

  const entries = [...kept].map(({ open, dead }) => entryOf(open, dead));
  return publish(folder, before, { ...shape, shards: [...entries, ...written], mean: before.mean }, shape);
}

/** What the changes leave of each shard, and which vectors are really new. */
function weigh(before: Snapshot, overlay: Overlay) {
  const dead = new Map<OpenShard, Set<number>>();
  const bury = ({ open, row }: { open: OpenShard; row: number }): void => {
    dead.set(open, (dead.get(open) ?? new Set(open.dead)).add(row));
  };
  const adds = new Map<string, Float32Array>();
  for (const [id, vector] of overlay.added) {
    const found = before.find(id);
    // A text that is embedded again gives the same vector.
    if (found !== undefined && equal(before.vector(found), vector)) continue;
    if (found !== undefined) bury(found);
    adds.set(id, vector);
  }
  for (const id of overlay.removed) {
    const found = before.find(id);
    if (found !== undefined) bury(found);
  }
  const loads = before.shards.map((open): Loaded => {
    const gone = dead.get(open) ?? new Set(open.dead);
    return { open, dead: gone, live: open.shard.rows - gone.size };
  });
  return { loads, adds, changed: adds.size > 0 || dead.size > 0 };
}

function choose(loads: readonly Loaded[], incoming: number, thorough: boolean): Loaded[] {
  const plan = thorough
    ? planCompaction(loads.map(({ open, live }) => ({ rows: open.shard.rows, live })))
    : incoming === 0
      ? []
      : planRoll(
          loads.map(({ live }) => live),
          incoming,
        );
  return plan.flatMap((at) => loads[at] ?? []);
}

async function renewTail(dimensions: number, tail: Loaded, adds: ReadonlyMap<string, Float32Array>): Promise<Buffer> {
  const { shard } = tail.open;
  const bytes = within(tail.open, () => {
    shard.check();
    return shard.contents();
  });
  const dead = Array.from(tail.dead, (row) => shard.id(row));
  return rewriteTail(dimensions, bytes, dead, adds);
}

/** Opens the new files, adds signs where they are due, and lets all of it count. */
function publish(folder: VectorFolder, before: Snapshot, manifest: VectorManifest, shape: StoreShape): Snapshot {
  const { snapshot, damaged } = Snapshot.open(folder, manifest, '', before);
  try {
    const [missing] = damaged;
    // Written a moment ago: the disk is not to be trusted.
    if (missing !== undefined) throw Object.assign(new Error(`${missing} was not kept`), { code: 'EIO' });
    const mean = sign(folder, snapshot, shape);
    const entries = snapshot.shards.map((open) => entryOf(open, open.dead));
    const generation = folder.publish({ ...manifest, shards: entries, mean });
    return new Snapshot(generation, snapshot.shards, mean);
  } catch (error) {
    snapshot.close(before);
    throw error;
  }
}

/**
 * Writes the signs that are missing. The mean is taken anew when there are twice as many vectors as when it was taken: signs around
 * another mean are other signs. @returns the mean in use.
 */
function sign(folder: VectorFolder, snapshot: Snapshot, { dimensions, signsAbove }: StoreShape): Snapshot['mean'] {
  const { live, shards } = snapshot;
  if (live <= signsAbove) return snapshot.mean;
  const keeps = snapshot.mean !== undefined && live <= 2 * snapshot.mean.vectors;
  const mean = keeps && snapshot.mean !== undefined ? snapshot.mean : meanOf(average(shards, dimensions), live);
  const words = signWords(dimensions);
  for (const open of shards) {
    if (!keeps) open.signed = false;
    if (!wantsSigns(open)) continue;
    const bits = new Uint32Array(open.shard.rows * words);
    within(open, () =>
      open.shard.each((matrix, row, rows) => {
        for (let at = 0; at < rows; at++) putSigns(matrix, at * dimensions, mean.vector, bits, (row + at) * words);
      }),
    );
    folder.write(signsName(open.shard.name, mean.key), encodeSigns(bits, open.shard.rows));
    open.signed = true;
    open.bits = bits;
  }
  return mean;
}

/** A small shard is soon rewritten, and soon looked at. */
function wantsSigns({ shard, signed }: OpenShard): boolean {
  return !signed && shard.rows > TAIL_ROWS;
}

function average(shards: readonly OpenShard[], dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  let count = 0;
  for (const open of shards)
    within(open, () =>
      open.shard.each((matrix, _, rows) => {
        count += rows;
        for (let at = 0; at < rows * dimensions; at += dimensions)
          for (let dimension = 0; dimension < dimensions; dimension++)
            sums[dimension] = (sums[dimension] ?? 0) + (matrix[at + dimension] ?? 0);
      }),
    );
  return Float32Array.from(sums, (sum) => sum / Math.max(1, count));
}

function entryOf({ shard, signed }: OpenShard, dead: ReadonlySet<number>): ShardEntry {
  return { name: shard.name, rows: shard.rows, dead, signed };
}

function liveRows({ shard }: OpenShard, dead: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  for (let row = 0; row < shard.rows; row++) if (!dead.has(row)) rows.push(row);
  return rows;
}

function equal(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((number, at) => number === b[at]);
}
