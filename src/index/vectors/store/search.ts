import { bestFirst } from './best-first.js';
import type { Overlay } from './overlay.js';
import type { Scanner } from './scanner.js';
import { bands, putSigns, scanSigns, signWords } from './signs.js';
import { type OpenShard, type Snapshot, within } from './snapshot.js';
import type { VectorHit, VectorQuery } from './types.js';

/** A shard's place among the numbers of all rows. */
interface Part {
  open: OpenShard;
  start: number;
  /** Rows of the shard that do not count. */
  excluded: ReadonlySet<number>;
}

/** How many candidates signs give for each hit wanted, and at least: 1,000 held 99.9 % of the best 10 of a million. */
const CANDIDATES_A_HIT = 10;
const LEAST_CANDIDATES = 1000;
/** Share of all vectors above which reading one here and one there takes longer than reading all. */
const MOST_READ_SINGLY = 0.15;
/** A distance that no row has. */
const NO_ROW = 0xffff;

/** All vectors that count, numbered through: the rows of each shard, then those that are in memory only. */
export class Rows {
  private readonly parts: Part[] = [];
  private readonly size: number;
  private readonly added: readonly [string, Float32Array][];
  private readonly scores: Float64Array;

  /** @param direction of length one. */
  constructor(
    private readonly snapshot: Snapshot,
    overlay: Overlay,
    private readonly direction: Float64Array,
    private readonly scanner: Scanner,
  ) {
    const hidden = new Map<OpenShard, Set<number>>();
    for (const id of [...overlay.removed, ...overlay.added.keys()]) {
      const found = snapshot.find(id);
      if (found === undefined) continue;
      const rows = hidden.get(found.open) ?? new Set(found.open.dead);
      hidden.set(found.open, rows.add(found.row));
    }
    let start = 0;
    for (const open of snapshot.shards) {
      this.parts.push({ open, start, excluded: hidden.get(open) ?? open.dead });
      start += open.shard.rows;
    }
    this.size = start;
    this.added = [...overlay.added];
    this.scores = new Float64Array(start + this.added.length);
  }

  /** Looks at every vector. @throws DamagedShardError */
  exact(options: VectorQuery): VectorHit[] {
    return this.best(this.scored(this.parts), options);
  }

  /**
   * Looks at the signs of every vector, and at those vectors whose signs come closest. With a filter it goes on, with twice as many each
   * time, until there are enough and the last ones gave nothing better: of a few accepted, the best may be far down. When that becomes
   * more work than looking at all vectors, it looks at all. Shards without signs are looked at as a whole. @throws DamagedShardError
   */
  bySigns(options: VectorQuery, signsOf: (open: OpenShard) => Uint32Array | undefined): VectorHit[] {
    const { count } = options;
    const accepts = options.accepts && asksOnce(options.accepts);
    const distances = new Uint16Array(this.size).fill(NO_ROW);
    const unsigned = this.parts.filter((part) => !this.scanSigns(part, signsOf(part.open), distances));
    let hits = this.best(this.scored(unsigned), { count, accepts });
    let looked = 0;
    for (const band of bands(distances, this.direction.length, Math.max(LEAST_CANDIDATES, count * CANDIDATES_A_HIT))) {
      looked += band.length;
      if (looked > LEAST_CANDIDATES && looked > this.size * MOST_READ_SINGLY) return this.exact({ count, accepts });
      this.readScores(band);
      const above = hits.length < count ? undefined : hits.at(-1)?.score;
      const better = this.best(Uint32Array.from(band), { count, accepts, above });
      hits = [...hits, ...better].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, count);
      if (hits.length >= count && (accepts === undefined || better.length === 0)) break;
    }
    return hits;
  }

  /** Distances of a shard's rows; false when it has no signs. */
  private scanSigns(part: Part, bits: Uint32Array | undefined, distances: Uint16Array): boolean {
    const { mean } = this.snapshot;
    if (bits === undefined || mean === undefined) return false;
    const query = new Uint32Array(signWords(this.direction.length));
    putSigns(this.direction, 0, mean.vector, query, 0);
    scanSigns(bits, query, distances, part.start);
    for (const row of part.excluded) distances[part.start + row] = NO_ROW;
    return true;
  }

  /** Scores all rows of these shards and of memory. @returns the numbers of those that count. */
  private scored(parts: readonly Part[]): Uint32Array {
    const rows = new Uint32Array(this.scores.length);
    let count = 0;
    this.scanner.ask(this.direction);
    for (const { open, start, excluded } of parts) {
      within(open, () => open.shard.scan(this.scanner, this.direction, this.scores, start));
      for (let row = 0; row < open.shard.rows; row++) if (!excluded.has(row)) rows[count++] = start + row;
    }
    this.added.forEach(([, vector], at) => {
      this.scanner.piece.set(vector);
      this.scanner.scan(1, this.scores, this.size + at);
      rows[count++] = this.size + at;
    });
    return rows.subarray(0, count);
  }

  /** Scores single rows, each read from its file. */
  private readScores(rows: readonly number[]): void {
    const { capacity, piece } = this.scanner;
    const dimensions = this.direction.length;
    const products = new Float64Array(capacity);
    this.scanner.ask(this.direction);
    for (let from = 0; from < rows.length; from += capacity) {
      const some = rows.slice(from, from + capacity);
      some.forEach((row, at) => {
        const { open, start } = this.part(row);
        within(open, () => open.shard.read(row - start, piece.subarray(at * dimensions, (at + 1) * dimensions)));
      });
      this.scanner.scan(some.length, products, 0);
      some.forEach((row, at) => {
        this.scores[row] = products[at] ?? 0;
      });
    }
  }

  private best(rows: Uint32Array, options: VectorQuery & { above?: number }): VectorHit[] {
    return bestFirst({ rows, scores: this.scores, id: (row) => this.id(row) }, options);
  }

  private id(row: number): string {
    if (row >= this.size) return this.added[row - this.size]?.[0] ?? '';
    const { open, start } = this.part(row);
    return open.shard.id(row - start);
  }

  private part(row: number): Part {
    let found: Part | undefined;
    for (const part of this.parts) {
      if (part.start > row) break;
      found = part;
    }
    if (found === undefined) throw new RangeError(`no row ${row}`);
    return found;
  }
}

/** The same filter, asked once for each id. */
function asksOnce(accepts: (id: string) => boolean): (id: string) => boolean {
  const answers = new Map<string, boolean>();
  return (id) => {
    const known = answers.get(id) ?? accepts(id);
    answers.set(id, known);
    return known;
  };
}
