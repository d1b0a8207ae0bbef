import { PalaceError, systemCode } from '../../../base/errors.js';
import type { Runtime } from '../../../base/runtime.js';
import { DamagedCacheError } from '../../container.js';
import { checkItems, directionOf } from './guards.js';
import { Overlay } from './overlay.js';
import { createScanner, type Scanner } from './scanner.js';
import { Rows } from './search.js';
import { DamagedShardError, type OpenShard, Snapshot, within } from './snapshot.js';
import type { StoreHealth, VectorHit, VectorItem, VectorQuery, VectorStore } from './types.js';
import { VectorFolder } from './vector-folder.js';
import { type StoreShape, writeChanges } from './writer.js';

/** What a process that stays holds of the vectors in memory; of more, signs say which are worth reading. */
const MOST_RESIDENT = 384 * 2 ** 20;

/** Vectors in a folder of shards. Open it with openVectorStore. */
export class VectraVectorStore implements VectorStore {
  private readonly overlay = new Overlay();
  private readonly problems: string[] = [];
  private snapshot = new Snapshot('');
  /** The folder belongs to vectors of another model. */
  private foreign: PalaceError | undefined;
  private writing: Promise<unknown> = Promise.resolve();
  /** Made for the first query. */
  private scanner: Scanner | undefined;
  lost = false;

  private constructor(
    private readonly folder: VectorFolder,
    private readonly shape: StoreShape,
    private readonly runtime: Runtime,
    private writable: boolean,
    private readonly resident: boolean,
  ) {}

  static open(
    path: string,
    shape: StoreShape,
    runtime: Runtime,
    { readOnly = false, resident = false }: { readOnly?: boolean; resident?: boolean } = {},
  ): VectraVectorStore {
    const store = new VectraVectorStore(new VectorFolder(path, runtime), shape, runtime, !readOnly, resident);
    store.load();
    if (store.foreign !== undefined) store.tell(store.foreign.message);
    return store;
  }

  get dimensions(): number {
    return this.shape.dimensions;
  }

  get count(): number {
    return this.overlay.count(this.snapshot);
  }

  has(id: string): boolean {
    return this.overlay.added.has(id) || (!this.overlay.removed.has(id) && this.snapshot.find(id) !== undefined);
  }

  get(id: string): Float32Array | undefined {
    const added = this.overlay.added.get(id);
    if (added !== undefined) return added.slice();
    if (this.overlay.removed.has(id)) return undefined;
    return this.whileDamaged(() => {
      const found = this.snapshot.find(id);
      return found && this.snapshot.vector(found);
    });
  }

  async upsert(items: readonly VectorItem[]): Promise<void> {
    checkItems(items, this.dimensions);
    if (this.foreign !== undefined) throw this.foreign;
    this.overlay.add(items);
    await this.save(false);
  }

  async remove(ids: ReadonlySet<string>): Promise<number> {
    if (this.writable) this.reload();
    const removed = this.overlay.remove(ids, this.snapshot);
    await this.save(false);
    return removed;
  }

  async query(vector: Float32Array, options: VectorQuery): Promise<VectorHit[]> {
    const direction = directionOf(vector, this.dimensions);
    return this.whileDamaged(() => {
      this.scanner ??= createScanner(this.dimensions);
      if (this.resident) this.hold();
      const rows = new Rows(this.snapshot, this.overlay, direction, this.scanner);
      if (this.snapshot.live <= this.shape.signsAbove) return rows.exact(options);
      return rows.bySigns(options, (open) => this.signs(open));
    });
  }

  async compact(): Promise<void> {
    await this.save(true);
  }

  health(): StoreHealth {
    const { problems, snapshot, count: vectors } = this;
    const memory = this.overlay.added.size * this.dimensions * 4;
    const bytes = snapshot.bytes + memory;
    return { ok: problems.length === 0, vectors, shards: snapshot.shards.length, bytes, problems };
  }

  close(): void {
    this.snapshot.close();
    this.snapshot = new Snapshot('');
    this.overlay.clear();
  }

  /** Brings the vectors that are looked at into memory, as long as there is room. */
  private hold(): void {
    if (this.snapshot.live > this.shape.signsAbove) return;
    let bytes = 0;
    for (const open of this.snapshot.shards) {
      bytes += open.shard.matrixBytes;
      if (bytes > MOST_RESIDENT) return;
      within(open, () => open.shard.keep());
    }
  }

  /** One writing at a time, also within this process. */
  private async save(thorough: boolean): Promise<void> {
    const turn = this.writing.then(() => this.write(thorough));
    this.writing = turn.catch(() => {});
    await turn;
  }

  /** What cannot be written stays in memory, and is tried again the next time. */
  private async write(thorough: boolean): Promise<void> {
    if (!this.writable || this.foreign !== undefined || (this.overlay.isEmpty && !thorough)) return;
    try {
      const done = await this.folder.exclusively(async () => {
        this.reload();
        if (this.foreign !== undefined) throw this.foreign;
        // What is added meanwhile waits for the next writing.
        const changes = this.overlay.copy();
        const next = await this.writeLeavingOut(changes, thorough);
        const before = this.snapshot;
        this.snapshot = next;
        before.close(next);
        this.overlay.settle(changes);
        return true;
      });
      if (done === undefined)
        this.runtime.logger.debug('another process writes the vectors; those of this one wait in memory');
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      this.writable = false;
      this.tell(`the vector cache cannot be written (${code}); keeping vectors in memory`);
    }
  }

  private async writeLeavingOut(changes: Overlay, thorough: boolean): Promise<Snapshot> {
    for (;;) {
      try {
        return await writeChanges(this.folder, this.snapshot, changes, this.shape, thorough);
      } catch (error) {
        if (!(error instanceof DamagedShardError)) throw error;
        this.leaveOut(error);
      }
    }
  }

  /** Another process may have written: its vectors count too. */
  private reload(): void {
    if (this.folder.manifest().generation !== this.snapshot.generation) this.load();
  }

  private load(attempts = 2): void {
    const { generation, manifest, damage } = this.folder.manifest();
    const before = this.snapshot;
    this.foreign = manifest && foreignTo(manifest, this.shape);
    if (manifest === undefined || this.foreign !== undefined) {
      before.close();
      this.snapshot = new Snapshot(generation);
      if (damage !== undefined) this.lose(damage);
      // Somebody deleted the folder, or put another model's vectors there.
      else if (before.live > 0) this.lost = true;
      return;
    }
    const { snapshot, damaged } = Snapshot.open(this.folder, manifest, generation, before);
    // A writer may have replaced the files between the manifest and them.
    if (damaged.length > 0 && attempts > 1) {
      snapshot.close(before);
      this.load(attempts - 1);
      return;
    }
    this.snapshot = snapshot;
    before.close(snapshot);
    if (damaged.length > 0) this.lose(`${damaged.length} of ${manifest.shards.length} files cannot be used`);
  }

  /** Does something with the snapshot, leaving out shard after shard that turns out to be damaged. */
  private whileDamaged<T>(work: () => T): T {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof DamagedShardError)) throw error;
        this.leaveOut(error);
      }
    }
  }

  private leaveOut({ shard, message }: DamagedShardError): void {
    this.snapshot.drop(shard);
    this.lose(message);
  }

  /** Signs only save time: without them the vectors themselves are looked at. */
  private signs(open: OpenShard): Uint32Array | undefined {
    try {
      return this.snapshot.signs(open, this.folder);
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error;
      open.signed = false;
      this.tell('signs of vectors were damaged or missing; looking at the vectors themselves');
      return undefined;
    }
  }

  private lose(reason: string): void {
    this.tell(`the vector cache was damaged (${reason}); those vectors will be made again`, !this.lost);
    this.lost = true;
  }

  private tell(problem: string, aloud = true): void {
    if (this.problems.includes(problem)) return;
    this.problems.push(problem);
    if (aloud) this.runtime.logger.warn(problem);
  }
}

function foreignTo(manifest: { dimensions: number; model: string }, shape: StoreShape): PalaceError | undefined {
  const { dimensions, model } = manifest;
  const next = ['palace index rebuild'];
  const details = { dimensions, model, wanted_dimensions: shape.dimensions, wanted_model: shape.model };
  if (dimensions !== shape.dimensions)
    return new PalaceError(
      'vector-dimensions',
      `the stored vectors have ${dimensions} dimensions (model ${model}), not ${shape.dimensions}: they are of no use to ${shape.model}`,
      { next, details },
    );
  if (model !== shape.model)
    return new PalaceError('vector-model', `the stored vectors are of the model ${model}, not of ${shape.model}`, {
      next,
      details,
    });
  return undefined;
}
