import { type Item, sizeOf, transferable } from './messages.js';

/** A reading as it comes from a reader that goes by itself. */
export interface Ordered extends AsyncIterable<Item> {
  /** Lets the reader go on with something else. */
  stop(): void;
}

/** Whoever reads hears what became of what it gave. */
export interface Giver {
  /** So many bytes were taken. */
  taken(bytes: number): void;
  /** Memory of a piece is free. */
  free(memory: ArrayBuffer): void;
  /** The rest is not wanted. */
  stop(): void;
  /** The one who takes has nothing to do until more comes. */
  idle?(): void;
  /** Nothing more will come or be taken. */
  done?(): void;
}

/** What came of one reading and was not taken yet. */
export class Incoming implements Ordered {
  private readonly queue: Item[] = [];
  private isWhole = false;
  private error: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly giver: Giver) {}

  push(item: Item): void {
    this.queue.push(item);
    this.wake?.();
  }

  end(): void {
    this.isWhole = true;
    this.giver.done?.();
    this.wake?.();
  }

  fail(error: Error): void {
    this.error = error;
    this.end();
  }

  stop(): void {
    if (!this.isWhole) this.giver.stop();
    this.end();
    this.queue.length = 0;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    try {
      for (;;) {
        const item = this.queue.shift();
        if (item !== undefined) {
          this.giver.taken(sizeOf(item));
          yield item;
          this.giveBack(item);
        } else if (this.error !== undefined) throw this.error;
        else if (this.isWhole) return;
        else {
          const come = new Promise<void>((resolve) => {
            this.wake = resolve;
          });
          this.giver.idle?.();
          await come;
        }
      }
    } finally {
      this.stop();
    }
  }

  /** Fresh memory costs more than all that is done with it. Whoever kept a piece all the same finds it empty. */
  private giveBack(item: Item): void {
    if (!('piece' in item)) return;
    const [memory] = transferable(item);
    if (memory !== undefined) this.giver.free(memory);
  }
}
