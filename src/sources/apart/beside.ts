import { Incoming, type Ordered } from './incoming.js';
import type { Order } from './messages.js';
import { Reading, Spares, Turn } from './reading.js';

/** Reads in this very thread, between whatever else it has to do: for when it waits for another one. */
export class ReaderBeside {
  private readonly spares = new Spares();
  private readonly turn = new Turn();
  private running = 0;

  /** Nothing is being read. */
  get isFree(): boolean {
    return this.running === 0;
  }

  read(order: Order): Ordered {
    const reading = new Reading();
    const incoming = new Incoming({
      taken: (bytes) => reading.taken(bytes),
      // As from another thread: whoever kept the piece finds it empty, and nobody else's words in it.
      free: (memory) => this.spares.add(structuredClone(memory, { transfer: [memory] })),
      stop: () => reading.stop(),
    });
    this.running++;
    void reading
      .run(order, this.turn, this.spares, {
        item: (item) => incoming.push(item),
        end: () => incoming.end(),
        fail: (error) => incoming.fail(error instanceof Error ? error : new Error(String(error))),
      })
      .finally(() => this.running--);
    return incoming;
  }
}
