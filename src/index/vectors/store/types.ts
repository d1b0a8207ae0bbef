/** A vector and the key of the text that it stands for. */
export interface VectorItem {
  /** 16 lower-case hex digits. */
  id: string;
  /** As many numbers as the store has dimensions, of length one (L2). */
  vector: Float32Array;
}

/** One answer of a query. */
export interface VectorHit {
  id: string;
  /** Cosine: 1 is the same direction. */
  score: number;
}

export interface StoreHealth {
  /** False when something was dropped or cannot be kept; `problems` says what. */
  ok: boolean;
  vectors: number;
  /** Files of vectors; 0 where all is in memory. */
  shards: number;
  /** Of all files, or of the memory that the vectors take where there are none. */
  bytes: number;
  /** One plain sentence each. */
  problems: readonly string[];
}

export interface VectorQuery {
  /** Most hits to give. */
  count: number;
  /** A filter. Asked lazily, best score first, and not again once `count` were accepted: it may be costly. */
  accepts?(id: string): boolean;
}

/**
 * Vectors by the key of their text. All of it is derived: a store that loses vectors says so (`lost`), and they are computed again.
 * Every implementation passes test/index/vectors/store/conformance.ts.
 */
export interface VectorStore {
  readonly dimensions: number;
  /** Vectors that a query looks at. */
  readonly count: number;
  /**
   * Vectors that were here are gone (a damaged or missing file): what a caller believes to be here has to be asked again with
   * `has`. Stays true until the store is closed.
   */
  readonly lost: boolean;
  has(id: string): boolean;
  /** A copy; undefined when there is none. */
  get(id: string): Float32Array | undefined;
  /**
   * Adds or replaces. All of a call is kept or none of it, whenever the process dies; of one id given twice the last counts. Where
   * nothing can be written, or another process writes for long, the vectors are held in memory and written by a later call.
   * @throws PalaceError `vector-invalid` (no 16 hex digits; NaN, infinite, zero or not of length one), `vector-dimensions` (of the
   * wrong length, or the folder holds vectors of other dimensions), `vector-model` (the folder holds those of another model). Nothing
   * of the call is kept then.
   */
  upsert(items: readonly VectorItem[]): Promise<void>;
  /** @returns how many there were. */
  remove(ids: ReadonlySet<string>): Promise<number>;
  /**
   * Best first, equal scores by id. Exact up to the size where signs are scanned first (openVectorStore).
   * @throws PalaceError `vector-dimensions`, `vector-invalid` for the vector asked for.
   */
  query(vector: Float32Array, options: VectorQuery): Promise<VectorHit[]>;
  /** Puts the files in their best form, however long it takes. */
  compact(): Promise<void>;
  health(): StoreHealth;
  /** Lets go of files and memory. The store is not used after it. */
  close(): void;
}
