import { adapterNamed } from '../registry.js';
import type { SpareMemory } from '../types.js';
import { AHEAD, type Item, type Order, sizeOf } from './messages.js';
import { noRuntime } from './no-runtime.js';

/** Where a reading puts what it finds. */
export interface Sink {
  /** The item is gone once it was put: its memory may be with another thread. */
  item(item: Item): void;
  end(): void;
  fail(error: unknown): void;
}

/** One reading: goes on while what it gave is taken. */
export class Reading {
  private waiting = 0;
  private isStopped = false;
  private wake: (() => void) | undefined;

  taken(bytes: number): void {
    this.waiting -= bytes;
    this.wake?.();
  }

  stop(): void {
    this.isStopped = true;
    this.wake?.();
  }

  /** Reads to the end, one step at a time: while this one waits, others go on. Never rejects. */
  async run(order: Order, turn: Turn, memory: SpareMemory, sink: Sink): Promise<void> {
    try {
      const items = itemsOf(order, memory)[Symbol.asyncIterator]();
      while (!this.isStopped) {
        const next = await turn.take(() => items.next());
        if (next.done) break;
        this.waiting += sizeOf(next.value);
        sink.item(next.value);
        while (this.waiting > AHEAD && !this.isStopped)
          await new Promise<void>((resolve) => {
            this.wake = resolve;
          });
      }
      await items.return?.();
      sink.end();
    } catch (error) {
      sink.fail(error);
    }
  }
}

/** Readings take turns: the earliest that has something to do. So one session at a time is in memory, unless it waits. */
export class Turn {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(step: () => Promise<T>): Promise<T> {
    const mine = this.last.then(step, step);
    this.last = mine;
    return mine;
  }
}

/** How much is kept: as many pieces as are on their way, and a body. */
const MOST_SPARES = 8;

/** Memory that pieces came back in, and that held bodies. */
export class Spares implements SpareMemory {
  private readonly all: ArrayBuffer[] = [];

  take(bytes: number): Buffer | undefined {
    let best = -1;
    for (const [place, { byteLength }] of this.all.entries())
      if (byteLength >= bytes && byteLength < (this.all[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = place;
    const [memory] = best === -1 ? [] : this.all.splice(best, 1);
    return memory && Buffer.from(memory);
  }

  free({ buffer }: Buffer): void {
    if (buffer instanceof ArrayBuffer) this.add(buffer);
  }

  add(memory: ArrayBuffer): void {
    if (this.all.push(memory) > MOST_SPARES) this.all.shift();
  }
}

function itemsOf({ adapter: name, candidate, root, options }: Order, memory: SpareMemory): AsyncIterable<Item> {
  const adapter = adapterNamed(name);
  const read = adapter.readLong ?? adapter.read;
  return read.call(adapter, candidate, root, { ...options, memory }, noRuntime());
}
