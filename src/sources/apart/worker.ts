// The thread that reads: started by its path (thread.ts).
import { parentPort } from 'node:worker_threads';
import { adapterNamed } from '../registry.js';
import type { SpareMemory } from '../types.js';
import {
  AHEAD,
  type Answer,
  asBuffer,
  type Item,
  type Order,
  plainError,
  type Request,
  sizeOf,
  transferable,
} from './messages.js';
import { noRuntime } from './no-runtime.js';

/** How many of them are kept: as many as are on their way, and a body. */
const MOST_SPARES = 8;

/** One reading: goes on while what it gave is taken. */
class Reading {
  private waiting = 0;
  private isStopped = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly call: number,
    private readonly send: (answer: Answer, transfer: ArrayBuffer[]) => void,
  ) {}

  taken(bytes: number): void {
    this.waiting -= bytes;
    this.wake?.();
  }

  stop(): void {
    this.isStopped = true;
    this.wake?.();
  }

  /** Reads to the end, one step at a time: while this one waits, others go on. */
  async run(order: Order, turn: Turn, memory: SpareMemory): Promise<void> {
    const { call } = this;
    const items = itemsOf(order, memory)[Symbol.asyncIterator]();
    try {
      while (!this.isStopped) {
        const next = await turn.take(() => items.next());
        if (next.done) break;
        // Its bytes are gone once it is sent.
        this.waiting += sizeOf(next.value);
        this.send({ kind: 'item', call, item: next.value }, transferable(next.value));
        while (this.waiting > AHEAD && !this.isStopped)
          await new Promise<void>((resolve) => {
            this.wake = resolve;
          });
      }
      await items.return?.();
      this.send({ kind: 'end', call }, []);
    } catch (error) {
      this.send({ kind: 'failed', call, error: plainError(error) }, []);
    }
  }
}

/** Readings take turns: the earliest that has something to do. So one session at a time is in memory, unless it waits. */
class Turn {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(step: () => Promise<T>): Promise<T> {
    const mine = this.last.then(step, step);
    this.last = mine;
    return mine;
  }
}

/** Memory that pieces came back in, and that held bodies. */
class Spares implements SpareMemory {
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
  const own = { ...candidate, head: asBuffer(candidate.head) };
  return read.call(adapter, own, root, { ...options, memory }, noRuntime());
}

const port = parentPort;
if (port !== null) {
  const turn = new Turn();
  const spares = new Spares();
  const readings = new Map<number, Reading>();
  port.on('message', (request: Request) => {
    const { call } = request;
    if (request.kind === 'taken') readings.get(call)?.taken(request.bytes);
    else if (request.kind === 'stop') readings.get(call)?.stop();
    else if (request.kind === 'spare') spares.add(request.memory);
    else {
      const reading = new Reading(call, (answer, transfer) => port.postMessage(answer, transfer));
      readings.set(call, reading);
      void reading.run(request.order, turn, spares).finally(() => readings.delete(call));
    }
  });
}
