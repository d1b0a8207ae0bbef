import { bestFirst } from './best-first.js';
import { checkItems, directionOf } from './guards.js';
import { dot } from './scanner.js';
import type { StoreHealth, VectorHit, VectorItem, VectorQuery, VectorStore } from './types.js';

/** Vectors in memory only: where nothing can be written, and the measure of the other stores. */
export class MemoryVectorStore implements VectorStore {
  private readonly vectors = new Map<string, Float32Array>();
  readonly lost = false;

  constructor(readonly dimensions: number) {}

  get count(): number {
    return this.vectors.size;
  }

  has(id: string): boolean {
    return this.vectors.has(id);
  }

  get(id: string): Float32Array | undefined {
    return this.vectors.get(id)?.slice();
  }

  async upsert(items: readonly VectorItem[]): Promise<void> {
    checkItems(items, this.dimensions);
    for (const { id, vector } of items) this.vectors.set(id, vector.slice());
  }

  async remove(ids: ReadonlySet<string>): Promise<number> {
    let removed = 0;
    for (const id of ids) if (this.vectors.delete(id)) removed++;
    return removed;
  }

  async query(vector: Float32Array, options: VectorQuery): Promise<VectorHit[]> {
    const query = directionOf(vector, this.dimensions);
    const ids = [...this.vectors.keys()];
    const scores = Float64Array.from(this.vectors.values(), (other) => dot(other, 0, query));
    return bestFirst({ rows: Uint32Array.from(ids.keys()), scores, id: (row) => ids[row] ?? '' }, options);
  }

  async compact(): Promise<void> {}

  health(): StoreHealth {
    const vectors = this.count;
    return { ok: true, vectors, shards: 0, bytes: vectors * this.dimensions * 4, problems: [] };
  }

  close(): void {
    this.vectors.clear();
  }
}
