import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Palace } from '../../palace/types.js';
import type { UnitSize } from '../../text/units.js';
import type { EmbedderSource } from '../embedding/types.js';
import type { DrawerRow } from '../types.js';
import type { PassagePlace, Versions } from '../versions.js';
import { FinishedSets, fingerprint } from './finished.js';
import { openVectorStore } from './store/open.js';
import type { StoreHealth, VectorStore } from './store/types.js';
import { UnitTables } from './unit-tables.js';

/** A unit near a query, and the passage of the drawer in which it stands. */
export interface UnitHit {
  row: DrawerRow;
  size: UnitSize;
  /** Cosine. */
  score: number;
  /** 1-based body lines of the unit. */
  firstLine: number;
  lastLine: number;
  passage: PassagePlace;
}

type Place = Omit<UnitHit, 'score'>;

export interface MeaningQuery {
  vector: Float32Array;
  /** Most units of each size, whatever the limit of the caller. */
  pool: number;
  /** Filters before the cut; asked for candidates in order of nearness. */
  accepts?(row: DrawerRow, passage: PassagePlace): boolean;
}

/** What the vectors of one model are kept in. All of it is derived; keyed by text and version, so that it fits any branch. */
export interface MeaningParts {
  tables: UnitTables;
  stores: Readonly<Record<UnitSize, VectorStore>>;
  finished: FinishedSets;
  /** For the lock of who embeds. */
  folder: string;
}

export const SIZES: readonly UnitSize[] = ['sentence', 'window'];

/** The folder of a model's vectors in a palace. */
export function vectorsFolder(palace: Pick<Palace, 'cacheDir'>, source: Pick<EmbedderSource, 'id'>): string {
  return join(palace.cacheDir, 'vectors', source.id.replace(/[^A-Za-z0-9._@-]+/g, '-'));
}

/** Vectors of a palace in one model. Close it after use. */
export class Meaning {
  private known: ({ versions: Versions; generation: number } & Record<UnitSize, Map<string, Place[]>>) | undefined;

  private constructor(
    readonly parts: MeaningParts,
    /** What the disk held when it was opened. */
    private readonly stamp: string,
    private readonly resident: boolean,
  ) {}

  /**
   * Opens what there is. Nothing is embedded, nothing written; damage is said and left out.
   * @param resident for a process that stays: vectors that are looked at stay in memory.
   */
  static async open(palace: Palace, source: EmbedderSource, resident = false): Promise<Meaning> {
    const folder = vectorsFolder(palace, source);
    const { runtime } = palace;
    const options = { dimensions: source.dimensions, model: source.id, runtime, resident };
    const stamp = stampOf(folder);
    const [sentence, window] = await Promise.all(SIZES.map((size) => openVectorStore(join(folder, size), options)));
    if (sentence === undefined || window === undefined) throw new Error('a store for each size');
    const tables = UnitTables.open(join(folder, 'units'), runtime);
    const finished = new FinishedSets(join(folder, 'finished'), runtime);
    const stores = { sentence, window };
    if (SIZES.some((size) => stores[size].lost || (stores[size].count === 0 && tables.holds(size)))) {
      // Which drawers had the lost vectors cannot be told: all are looked at again, and only what is gone is embedded.
      tables.clear();
      finished.clear();
    }
    return new Meaning({ tables, stores, finished, folder }, stamp, resident);
  }

  /** False when anything of it was written since it was opened, by this process or another. */
  get isCurrent(): boolean {
    return this.stamp === stampOf(this.parts.folder);
  }

  /** Number of vectors. */
  get vectors(): number {
    return this.parts.stores.sentence.count + this.parts.stores.window.count;
  }

  /** Health of the stores, by size. */
  health(): Record<UnitSize, StoreHealth> {
    const { sentence, window } = this.parts.stores;
    return { sentence: sentence.health(), window: window.health() };
  }

  /** Rows (one for each version) whose vectors are not made yet, in order of path. */
  waiting(versions: Versions): number[] {
    const { tables, finished } = this.parts;
    const print = fingerprint(versions);
    if (finished.has(print, tables.blobs)) return [];
    const rows = new Map<string, number>();
    versions.each((blob, row) => {
      if (tables.has(blob)) return;
      const id = blob.toString('hex');
      if (!rows.has(id)) rows.set(id, row);
    });
    if (rows.size === 0) finished.add(print, tables.blobs);
    return [...rows.values()];
  }

  /** The units nearest to a vector, best first within each size. */
  async find(versions: Versions, { vector, pool, accepts }: MeaningQuery): Promise<UnitHit[]> {
    const { tables, stores } = this.parts;
    const placesOf = this.places(versions);
    const accepted = (place: Place): boolean => accepts === undefined || accepts(place.row, place.passage);
    const lives = (blob: Buffer): boolean => versions.shows(blob);
    const isWanted = (size: UnitSize, key: string): boolean =>
      accepts === undefined && !this.resident ? tables.hasOwner(key, size, lives) : placesOf(size, key).some(accepted);
    const hits: UnitHit[] = [];
    for (const size of SIZES) {
      const ranked = await stores[size].query(vector, { count: pool, accepts: (key) => isWanted(size, key) });
      for (const { id, score } of ranked)
        for (const place of placesOf(size, id)) {
          if (!accepted(place)) continue;
          // Field by field: thousands are made for one query.
          const { row, firstLine, lastLine, passage } = place;
          hits.push({ row, size, score, firstLine, lastLine, passage });
        }
    }
    return hits;
  }

  /** Where units of a key stand; a process that stays looks each up once. */
  private places(versions: Versions): (size: UnitSize, key: string) => Place[] {
    const { tables } = this.parts;
    const look = (size: UnitSize, key: string): Place[] =>
      tables
        .ownersOf(key)
        .filter((unit) => unit.size === size)
        .flatMap(({ blob, firstLine, lastLine }) =>
          versions.rowsOf(blob).map((number) => ({
            row: versions.row(number),
            size,
            firstLine,
            lastLine,
            passage: versions.passageAt(number, firstLine),
          })),
        );
    if (!this.resident) return look;
    if (this.known?.versions !== versions || this.known.generation !== tables.generation)
      this.known = { versions, generation: tables.generation, sentence: new Map(), window: new Map() };
    const { known } = this;
    return (size, key) => {
      const there = known[size].get(key);
      if (there !== undefined) return there;
      const found = look(size, key);
      known[size].set(key, found);
      return found;
    };
  }

  close(): void {
    for (const store of Object.values(this.parts.stores)) store.close();
  }
}

/** Of all that is written below the folder of a model: lists of shards and unit tables are replaced, never changed in place. */
function stampOf(folder: string): string {
  const lists = SIZES.map((size) => {
    const status = statSync(join(folder, size, 'manifest.bin'), { throwIfNoEntry: false });
    return status === undefined ? '' : `${status.ino} ${status.size} ${status.mtimeMs}`;
  });
  return [...lists, ...tablesIn(join(folder, 'units'))].join('\n');
}

function tablesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
