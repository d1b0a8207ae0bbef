import type { DrawerId, RoomName, WingName } from '../palace/types.js';
import { FIELD_COUNT } from './postings.js';
import { LazyRow, PlaceNames } from './rows.js';
import type { SegmentSet } from './segment-set.js';
import { NOWHERE, type View } from './view.js';

/**
 * The live documents of a search: every passage of every row, numbered in order of path. A view, minus the rows that are
 * `hidden` (unsaved removals and edits), plus the rows of a second view (the files as they stand unsaved).
 */
export class Documents {
  /** Passages in all. */
  readonly count: number;
  /** Rows in order of path: numbers below `base.count` are of the base view, the others of the second. */
  readonly order: Uint32Array;
  private readonly firstDocument: Uint32Array;
  /** For each segment: 1 + the first row that shows the blob, 0 when it is dead. */
  private readonly rowOfBlob: Uint32Array[];
  /** 1 + the next row with the same blob. */
  private readonly nextRow: Uint32Array;
  private readonly cached = new Map<number, LazyRow>();
  private readonly names = new PlaceNames();

  constructor(
    readonly set: SegmentSet,
    private readonly base: View,
    hidden: ReadonlySet<string>,
    private readonly extra: View,
  ) {
    const hiddenRows = new Set<number>();
    for (const path of hidden) hiddenRows.add(base.find(path));
    this.order = mergeOrder(base, hiddenRows, extra);
    const rows = base.count + extra.count;
    this.firstDocument = new Uint32Array(rows);
    this.nextRow = new Uint32Array(rows);
    this.rowOfBlob = set.segments.map((segment) => new Uint32Array(segment.blobs));
    let next = 0;
    for (const row of this.order) {
      const segment = this.segmentOf(row);
      const blob = this.blobNumber(row);
      const rowOf = this.rowOfBlob[segment];
      if (segment === NOWHERE || rowOf === undefined)
        throw new Error('a row of a view that is not bound to the segments');
      this.firstDocument[row] = next;
      next += set.segments[segment]?.passagesOf(blob) ?? 0;
      this.nextRow[row] = rowOf[blob] ?? 0;
      rowOf[blob] = row + 1;
    }
    this.count = next;
  }

  row(row: number): LazyRow {
    let known = this.cached.get(row);
    if (known === undefined) {
      const view = row < this.base.count ? this.base : this.extra;
      const at = row < this.base.count ? row : row - this.base.count;
      known = new LazyRow(
        { path: view.path(at), blob: view.blob(at), segment: view.segmentOf(at), number: view.blobNumber(at) },
        this.set,
        this.names,
      );
      this.cached.set(row, known);
    }
    return known;
  }

  /** Calls `visit` with each live document that shows a passage of a segment: none, one, or one for each copy of the file. */
  eachDocument(segment: number, passage: number, visit: (document: number, row: number) => void): void {
    const source = this.set.segments[segment];
    if (source === undefined) return;
    const blob = source.blobOf(passage);
    const ordinal = passage - (source.firstPassage[blob] ?? 0);
    for (let row = this.rowOfBlob[segment]?.[blob] ?? 0; row !== 0; row = this.nextRow[row - 1] ?? 0)
      visit((this.firstDocument[row - 1] ?? 0) + ordinal, row - 1);
  }

  /** Whether any row shows a blob of a segment. */
  showsBlob(segment: number, blob: number): boolean {
    return (this.rowOfBlob[segment]?.[blob] ?? 0) !== 0;
  }

  /** Rows that show a blob of a segment, in order of path within each view. */
  rowsOfBlob(segment: number, blob: number): number[] {
    const rows: number[] = [];
    for (let row = this.rowOfBlob[segment]?.[blob] ?? 0; row !== 0; row = this.nextRow[row - 1] ?? 0)
      rows.push(row - 1);
    return rows;
  }

  /** Number of a passage within its drawer. */
  ordinalOf(segment: number, passage: number): number {
    const source = this.set.segments[segment];
    return source === undefined ? 0 : passage - (source.firstPassage[source.blobOf(passage)] ?? 0);
  }

  /** Wings that hold drawers, and the rooms of each. */
  places(): Map<WingName, Set<RoomName>> {
    const places = new Map<WingName, Set<RoomName>>();
    for (const row of this.order) {
      const { wing, room } = this.placeOf(row);
      const rooms = places.get(wing);
      if (rooms === undefined) places.set(wing, new Set([room]));
      else rooms.add(room);
    }
    return places;
  }

  isLive(segment: number, blob: number): boolean {
    return (this.rowOfBlob[segment]?.[blob] ?? 0) !== 0;
  }

  /**
   * Average field lengths. Summed one document after another as MiniSearch does while documents are added, in order of
   * path: the same numbers to the last bit.
   */
  averages(): number[] {
    const averages = new Array<number>(FIELD_COUNT).fill(0);
    let count = 0;
    for (const row of this.order) {
      const segment = this.set.segments[this.segmentOf(row)];
      if (segment === undefined) continue;
      const blob = this.blobNumber(row);
      const first = segment.firstPassage[blob] ?? 0;
      const last = first + segment.passagesOf(blob);
      for (let passage = first; passage < last; passage++) {
        for (let field = 0; field < FIELD_COUNT; field++)
          averages[field] = ((averages[field] ?? 0) * count + segment.length(passage, field)) / (count + 1);
        count += 1;
      }
    }
    return averages;
  }

  /** Paths of each group of drawers that carry the same id. */
  sharedIds(): string[][] {
    const first = new Map<string, number>();
    const groups = new Map<string, string[]>();
    for (const row of this.order) {
      const digits = this.set.segments[this.segmentOf(row)]?.drawerDigits(this.blobNumber(row)) ?? '';
      if (digits === '') continue;
      const other = first.get(digits);
      if (other === undefined) first.set(digits, row);
      else groups.set(digits, [...(groups.get(digits) ?? [this.pathOf(other)]), this.pathOf(row)]);
    }
    return [...groups.values()];
  }

  /** Paths of the drawers with this id, in order. */
  pathsOfId(id: DrawerId): string[] {
    const digits = Buffer.from(id.slice(2), 'hex');
    const [first, second] = [digits.readUInt32LE(0), digits.readUInt32LE(4)];
    const paths: string[] = [];
    // By blob and not by row: a loop over numbers that lie side by side.
    this.set.segments.forEach((segment, number) => {
      for (const blob of segment.blobsOfDrawer(first, second))
        for (let row = this.rowOfBlob[number]?.[blob] ?? 0; row !== 0; row = this.nextRow[row - 1] ?? 0)
          paths.push(this.pathOf(row - 1));
    });
    return paths.sort();
  }

  /** Labels of all passages of a row together. */
  labelsOfRow(row: number): number {
    const segment = this.set.segments[this.segmentOf(row)];
    if (segment === undefined) return 0;
    const blob = this.blobNumber(row);
    const first = segment.firstPassage[blob] ?? 0;
    const last = first + segment.passagesOf(blob);
    let labels = 0;
    for (let passage = first; passage < last; passage++) labels |= segment.labels(passage);
    return labels;
  }

  /** Wing and room of a row, without making an object of it. */
  placeOf(row: number): { wing: WingName; room: RoomName } {
    return this.names.of(this.pathOf(row));
  }

  pathOf(row: number): string {
    return row < this.base.count ? this.base.path(row) : this.extra.path(row - this.base.count);
  }

  segmentOf(row: number): number {
    return row < this.base.count ? this.base.segmentOf(row) : this.extra.segmentOf(row - this.base.count);
  }

  blobNumber(row: number): number {
    return row < this.base.count ? this.base.blobNumber(row) : this.extra.blobNumber(row - this.base.count);
  }
}

/** Rows of both views in order of path; a path of both is taken from the second. */
function mergeOrder(base: View, hidden: ReadonlySet<number>, extra: View): Uint32Array {
  const order: number[] = [];
  if (hidden.size === 0 && extra.count === 0) return Uint32Array.from({ length: base.count }, (_, row) => row);
  let next = 0;
  for (let row = 0; row < base.count; row++) {
    if (hidden.has(row)) continue;
    if (next < extra.count) {
      const path = base.path(row);
      while (next < extra.count && extra.path(next) < path) order.push(base.count + next++);
      if (next < extra.count && extra.path(next) === path) continue;
    }
    order.push(row);
  }
  while (next < extra.count) order.push(base.count + next++);
  return Uint32Array.from(order);
}
