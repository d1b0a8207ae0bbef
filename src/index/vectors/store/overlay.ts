import type { Snapshot } from './snapshot.js';
import type { VectorItem } from './types.js';

/** Changes that are not on the disk: before they are written, or because they cannot be. */
export class Overlay {
  readonly added = new Map<string, Float32Array>();
  readonly removed = new Set<string>();

  get isEmpty(): boolean {
    return this.added.size === 0 && this.removed.size === 0;
  }

  add(items: readonly VectorItem[]): void {
    for (const { id, vector } of items) {
      this.added.set(id, vector.slice());
      this.removed.delete(id);
    }
  }

  /** @returns how many of them there were, here or below. */
  remove(ids: ReadonlySet<string>, below: Snapshot): number {
    let count = 0;
    for (const id of ids) {
      const isBelow = !this.removed.has(id) && below.find(id) !== undefined;
      if (isBelow) this.removed.add(id);
      if (this.added.delete(id) || isBelow) count++;
    }
    return count;
  }

  /** Vectors that count when these changes are laid over `below`. */
  count(below: Snapshot): number {
    let count = below.live;
    for (const id of this.removed) if (below.find(id) !== undefined) count--;
    for (const id of this.added.keys()) if (below.find(id) === undefined) count++;
    return count;
  }

  copy(): Overlay {
    const copy = new Overlay();
    for (const [id, vector] of this.added) copy.added.set(id, vector);
    for (const id of this.removed) copy.removed.add(id);
    return copy;
  }

  /** Forgets what was written, but not what has changed since `written` was copied. */
  settle(written: Overlay): void {
    for (const id of written.removed) this.removed.delete(id);
    for (const [id, vector] of written.added) {
      const now = this.added.get(id);
      if (now === vector) this.added.delete(id);
      // Removed while it was being written.
      else if (now === undefined) this.removed.add(id);
    }
  }

  clear(): void {
    this.added.clear();
    this.removed.clear();
  }
}
