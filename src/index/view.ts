import { asObjectId, type ObjectId } from '../git/types.js';
import { type ByteSource, bytesOf, Container, DamagedCacheError, stringHeap, writeContainer } from './container.js';
import type { SegmentSet } from './segment-set.js';

export const VIEW_MAGIC = 'PLVW';
export const VIEW_VERSION = 1;
const SECTION = { info: 0, pathOffsets: 1, paths: 2, ids: 3, refs: 4 } as const;
/** In place of a segment number: the blob is in no segment (yet). */
export const NOWHERE = 0xffffffff;

/** A drawer file of a tree. */
export interface ViewRow {
  path: string;
  blob: ObjectId;
}

/** Facts about all drawers of a view together. */
export interface ViewFacts {
  /** Average field lengths over all passages, added up in order of path. */
  averages: readonly number[];
  /** Paths of each group of drawers that carry the same id. */
  sharedIds: readonly string[][];
}

interface ViewInfo {
  /** Tree id, or a hash of several. */
  key: string;
  /** Names of the segments that the references count in. */
  segments: string[];
  /** What takes a look at every drawer to know; absent until it was first needed. */
  facts?: ViewFacts;
  /** Markdown files below `wings/` that are no drawers because of where they stand. */
  strays: string[];
}

/**
 * The drawers of a tree in order of path, each with its blob and where that blob stands in the segments. Kept in the form
 * of its file, so that opening one costs a read and no parsing.
 */
export class View {
  private constructor(
    private readonly info: ViewInfo,
    private readonly pathOffsets: Uint32Array,
    private readonly paths: Buffer,
    private readonly ids: Buffer,
    /** Segment and blob number of each row. */
    private readonly refs: Uint32Array,
  ) {}

  /** @param rows in order of path (UTF-16 code units, as `<` compares). */
  static of(key: string, rows: readonly ViewRow[], strays: readonly string[] = []): View {
    const { offsets, heap } = stringHeap(rows.map((row) => row.path));
    const ids = Buffer.from(rows.map((row) => row.blob).join(''), 'hex');
    const refs = new Uint32Array(rows.length * 2).fill(NOWHERE);
    return new View({ key, segments: [], strays: [...strays] }, offsets, heap, ids, refs);
  }

  /**
   * The view of another tree that differs in few rows: those kept are copied with their references, not looked up again.
   * @param gone paths that this view may have and the new one does not.
   * @param added rows in order of path, none of them among the kept ones.
   */
  spliced(key: string, gone: ReadonlySet<string>, added: readonly ViewRow[], strays: readonly string[]): View {
    const cuts = [...gone].map((path) => this.find(path)).filter((row) => row !== -1);
    const inserts = added.map((row) => ({ ...row, at: this.firstAfter(row.path) }));
    const places = [...new Set([...cuts, ...cuts.map((row) => row + 1), ...inserts.map(({ at }) => at)])];
    places.sort((a, b) => a - b);
    const dropped = new Set(cuts);
    const count = this.count - dropped.size + added.length;
    const offsets = new Uint32Array(count + 1);
    const ids = Buffer.alloc(count * 20);
    const refs = new Uint32Array(count * 2).fill(NOWHERE);
    const heaps: Buffer[] = [];
    let filled = 0;
    let size = 0;
    const keep = (from: number, to: number): void => {
      const start = this.pathOffsets[from] ?? 0;
      const shift = size - start;
      for (let row = from; row < to; row++) offsets[filled + row - from + 1] = (this.pathOffsets[row + 1] ?? 0) + shift;
      heaps.push(this.paths.subarray(start, this.pathOffsets[to] ?? start));
      this.ids.copy(ids, filled * 20, from * 20, to * 20);
      refs.set(this.refs.subarray(from * 2, to * 2), filled * 2);
      size += (this.pathOffsets[to] ?? start) - start;
      filled += to - from;
    };
    const insert = ({ path, blob }: ViewRow): void => {
      const bytes = Buffer.from(path, 'utf8');
      heaps.push(bytes);
      size += bytes.length;
      ids.write(blob, filled * 20, 'hex');
      filled += 1;
      offsets[filled] = size;
    };
    let next = 0;
    let from = 0;
    for (const place of [...places, this.count]) {
      if (from < place && !dropped.has(from)) keep(from, place);
      from = place;
      for (; next < inserts.length && inserts[next]?.at === place; next++) {
        const row = inserts[next];
        if (row !== undefined) insert(row);
      }
    }
    const info: ViewInfo = { key, segments: this.info.segments, strays: [...strays] };
    return new View(info, offsets, Buffer.concat(heaps), ids, refs);
  }

  /** @throws DamagedCacheError */
  static open(source: ByteSource): View {
    const container = Container.open(source, VIEW_MAGIC, VIEW_VERSION);
    try {
      const info = JSON.parse(container.section(SECTION.info).toString('utf8')) as ViewInfo;
      const offsets = container.numbers(SECTION.pathOffsets);
      const refs = container.numbers(SECTION.refs);
      if (offsets.length * 2 !== refs.length + 2) throw new DamagedCacheError('view tables do not fit together');
      return new View(info, offsets, container.section(SECTION.paths), container.section(SECTION.ids), refs);
    } finally {
      container.close();
    }
  }

  encode(): Buffer {
    return writeContainer(VIEW_MAGIC, VIEW_VERSION, [
      Buffer.from(JSON.stringify(this.info), 'utf8'),
      bytesOf(this.pathOffsets),
      this.paths,
      this.ids,
      bytesOf(this.refs),
    ]);
  }

  get key(): string {
    return this.info.key;
  }

  get count(): number {
    return this.pathOffsets.length - 1;
  }

  get strays(): readonly string[] {
    return this.info.strays;
  }

  get facts(): ViewFacts | undefined {
    return this.info.facts;
  }

  withFacts(facts: ViewFacts): View {
    return new View({ ...this.info, facts }, this.pathOffsets, this.paths, this.ids, this.refs);
  }

  path(row: number): string {
    return this.paths.toString('utf8', this.pathOffsets[row] ?? 0, this.pathOffsets[row + 1] ?? 0);
  }

  blob(row: number): ObjectId {
    return asObjectId(this.ids.toString('hex', row * 20, row * 20 + 20));
  }

  /** Ids of all blobs in order of row, 20 bytes each. */
  get blobIds(): Buffer {
    return this.ids;
  }

  segmentOf(row: number): number {
    return this.refs[row * 2] ?? NOWHERE;
  }

  blobNumber(row: number): number {
    return this.refs[row * 2 + 1] ?? NOWHERE;
  }

  rows(): ViewRow[] {
    return Array.from({ length: this.count }, (_, row) => ({ path: this.path(row), blob: this.blob(row) }));
  }

  /** Row of a path, -1 when it has none. */
  find(path: string): number {
    const row = this.firstAfter(path);
    return row < this.count && this.path(row) === path ? row : -1;
  }

  /** The first row whose path is `path` or comes after it. */
  private firstAfter(path: string): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.path(middle) < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** True when the references already count in the segments of `set` (which may hold more behind them). */
  countsIn(set: SegmentSet): boolean {
    return this.refersTo(set) && !this.refs.includes(NOWHERE);
  }

  /** As {@link countsIn}, for a view some of whose blobs are in no segment yet. */
  refersTo(set: SegmentSet): boolean {
    return this.info.segments.every((name, at) => set.segments[at]?.name === name);
  }

  /** The same rows with references into `set` (itself when nothing changes); a blob in none of its segments is `NOWHERE`. */
  bind(set: SegmentSet): View {
    const places = this.info.segments.map((name) => set.segments.findIndex((segment) => segment.name === name));
    const refs = new Uint32Array(this.refs.length);
    for (let row = 0; row < this.count; row++) {
      const place = places[this.segmentOf(row)] ?? -1;
      if (place !== -1) {
        refs[row * 2] = place;
        refs[row * 2 + 1] = this.blobNumber(row);
        continue;
      }
      const found = set.find(this.ids.subarray(row * 20, row * 20 + 20));
      refs[row * 2] = found?.segment ?? NOWHERE;
      refs[row * 2 + 1] = found?.blob ?? NOWHERE;
    }
    const names = set.segments.map((segment) => segment.name);
    if (this.refs.every((ref, at) => ref === refs[at]) && this.info.segments.every((name, at) => name === names[at]))
      return this;
    const info = { ...this.info, segments: names };
    return new View(info, this.pathOffsets, this.paths, this.ids, refs);
  }

  /** Rows whose blob is in no segment. */
  missing(): ViewRow[] {
    const missing: ViewRow[] = [];
    for (let row = 0; row < this.count; row++)
      if (this.segmentOf(row) === NOWHERE) missing.push({ path: this.path(row), blob: this.blob(row) });
    return missing;
  }
}
