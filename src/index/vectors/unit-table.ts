import { sha256 } from '../../base/hash.js';
import type { UnitSize } from '../../text/units.js';
import { type ByteSource, bytesOf, Container, DamagedCacheError, writeContainer } from '../container.js';
import { compareIdAt } from '../id-bytes.js';

const MAGIC = 'PLUT';
/** Raised when units are cut in another way: the tables are made again, vectors of texts that stay are kept. */
export const UNIT_TABLE_VERSION = 1;
const SECTION = { ids: 0, firstUnit: 1, keys: 2, lines: 3, sizes: 4, order: 5 } as const;
const ID = 20;
const KEY = 8;
const SIZES: readonly UnitSize[] = ['sentence', 'window'];

/** A unit whose vector is in the store of its size under `key`. */
export interface Unit {
  /** 16 hex digits. */
  key: string;
  size: UnitSize;
  /** 1-based body lines, end inclusive. */
  firstLine: number;
  lastLine: number;
}

/** The key of a text in a vector store: the same words have one vector, wherever they stand. */
export function textKey(text: string): string {
  return sha256(text).slice(0, 2 * KEY);
}

/**
 * Which units each blob (a version of a drawer) has. A blob is in a table only when all its units have their vectors, so
 * what is in no table is what waits. Immutable; blobs in order of id, units numbered from 0.
 */
export class UnitTable {
  private constructor(
    private readonly ids: Buffer,
    private readonly firstUnit: Uint32Array,
    private readonly keys: Buffer,
    private readonly lines: Uint32Array,
    private readonly sizes: Buffer,
    /** Units in order of key. */
    private readonly order: Uint32Array,
  ) {}

  /** @throws DamagedCacheError */
  static open(source: ByteSource): UnitTable {
    try {
      const container = Container.open(source, MAGIC, UNIT_TABLE_VERSION);
      const [ids, firstUnit] = [container.section(SECTION.ids), container.numbers(SECTION.firstUnit)];
      const [keys, lines] = [container.section(SECTION.keys), container.numbers(SECTION.lines)];
      const [sizes, order] = [container.section(SECTION.sizes), container.numbers(SECTION.order)];
      const units = firstUnit[firstUnit.length - 1] ?? -1;
      const fits = ids.length === (firstUnit.length - 1) * ID && keys.length === units * KEY;
      if (!fits || order.length !== units || sizes.length !== units || lines.length !== units * 2)
        throw new DamagedCacheError('unit tables do not fit together');
      return new UnitTable(ids, firstUnit, keys, lines, sizes, order);
    } finally {
      source.close();
    }
  }

  get blobs(): number {
    return this.firstUnit.length - 1;
  }

  get units(): number {
    return this.order.length;
  }

  /** True when any unit is of this size. */
  holds(size: UnitSize): boolean {
    return this.sizes.includes(SIZES.indexOf(size));
  }

  /** Number of a blob (20 bytes), -1 when it is not here. */
  find(blob: Uint8Array): number {
    let low = 0;
    let high = this.blobs;
    while (low < high) {
      const middle = (low + high) >> 1;
      const compared = compareIdAt(this.ids, middle * ID, blob, ID);
      if (compared === 0) return middle;
      if (compared < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  idOf(blob: number): Buffer {
    return this.ids.subarray(blob * ID, blob * ID + ID);
  }

  unitsOf(blob: number): Unit[] {
    const first = this.firstUnit[blob] ?? 0;
    return Array.from({ length: (this.firstUnit[blob + 1] ?? first) - first }, (_, at) => this.unit(first + at));
  }

  unit(number: number): Unit {
    return {
      key: this.keys.toString('hex', number * KEY, number * KEY + KEY),
      size: this.sizeOf(number),
      firstLine: this.lines[number * 2] ?? 1,
      lastLine: this.lines[number * 2 + 1] ?? 1,
    };
  }

  blobOf(unit: number): number {
    let low = 0;
    let high = this.blobs;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.firstUnit[middle] ?? 0) <= unit) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Numbers of the units with this key. */
  unitsOfKey(key: Buffer): number[] {
    let low = 0;
    let high = this.units;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compareKey(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (; low < this.units && this.compareKey(low, key) === 0; low++) found.push(this.order[low] ?? 0);
    return found;
  }

  sizeOf(unit: number): UnitSize {
    return SIZES[this.sizes[unit] ?? 0] ?? 'sentence';
  }

  private compareKey(place: number, key: Buffer): number {
    return compareIdAt(this.keys, (this.order[place] ?? 0) * KEY, key, KEY);
  }
}

/** Gathers blobs with their units. */
export class UnitTableBuilder {
  private readonly held = new Map<string, readonly Unit[]>();

  /** @param blob 40 hex digits. */
  add(blob: string, units: readonly Unit[]): void {
    this.held.set(blob, units);
  }

  get blobs(): number {
    return this.held.size;
  }

  /** The file; undefined when nothing was added. The same content gives the same bytes. */
  finish(): Buffer | undefined {
    if (this.held.size === 0) return undefined;
    const blobs = [...this.held].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = blobs.flatMap(([, units]) => units);
    const firstUnit = new Uint32Array(blobs.length + 1);
    blobs.forEach(([, units], at) => {
      firstUnit[at + 1] = (firstUnit[at] ?? 0) + units.length;
    });
    const lines = Uint32Array.from(all.flatMap(({ firstLine, lastLine }) => [firstLine, lastLine]));
    const order = all.map((_, unit) => unit);
    order.sort((a, b) => compare(all[a]?.key ?? '', all[b]?.key ?? '') || a - b);
    return writeContainer(MAGIC, UNIT_TABLE_VERSION, [
      Buffer.from(blobs.map(([id]) => id).join(''), 'hex'),
      bytesOf(firstUnit),
      Buffer.from(all.map(({ key }) => key).join(''), 'hex'),
      bytesOf(lines),
      Uint8Array.from(all, ({ size }) => SIZES.indexOf(size)),
      bytesOf(Uint32Array.from(order)),
    ]);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
