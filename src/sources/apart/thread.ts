import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { builtProgram } from '../../base/package-root.js';
import {
  type Answer,
  errorOf,
  type Item,
  type Order,
  type Request,
  received,
  sizeOf,
  transferable,
} from './messages.js';

/** A reading as it comes over. */
export interface ThreadReading extends AsyncIterable<Item> {
  /** Lets the thread go on with something else. */
  stop(): void;
}

/**
 * A thread that reads files while this one is at work on those before. Readings run in the order of their orders, each a few
 * megabytes ahead of whoever takes them.
 */
export class ReaderThread {
  private readonly readings = new Map<number, Incoming>();
  private last = 0;
  private failure: Error | undefined;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (answer: Answer) => this.take(answer));
    worker.on('error', (error: Error) => this.fail(error));
    worker.on('exit', () => this.fail(new Error('the thread that reads sources ended')));
    worker.unref();
  }

  /** Undefined where a thread brings nothing: on one processor, or where the program was not built. */
  static open(): ReaderThread | undefined {
    const file = availableParallelism() < 2 ? undefined : builtProgram('src/sources/apart/worker.js');
    return file === undefined ? undefined : new ReaderThread(new Worker(file));
  }

  /** Orders a reading. Its errors come to whoever takes it. */
  read(order: Order): ThreadReading {
    const call = ++this.last;
    const send = (request: Request, transfer?: ArrayBuffer[]): void => this.worker.postMessage(request, transfer);
    const incoming = new Incoming(call, send, () => {
      this.readings.delete(call);
      // Nobody waits any more: the process may end.
      if (this.readings.size === 0) this.worker.unref();
    });
    if (this.failure) incoming.fail(this.failure);
    else {
      this.readings.set(call, incoming);
      this.worker.ref();
      send({ kind: 'read', call, order });
    }
    return incoming;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private take(answer: Answer): void {
    const reading = this.readings.get(answer.call);
    if (answer.kind === 'item') reading?.push(received(answer.item));
    else if (answer.kind === 'end') reading?.end();
    else reading?.fail(errorOf(answer.error));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const reading of [...this.readings.values()]) reading.fail(this.failure);
  }
}

/** What came of one reading and was not taken yet. */
class Incoming implements ThreadReading {
  private readonly queue: Item[] = [];
  private isWhole = false;
  private error: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly call: number,
    private readonly send: (request: Request, transfer?: ArrayBuffer[]) => void,
    private readonly done: () => void,
  ) {}

  push(item: Item): void {
    this.queue.push(item);
    this.wake?.();
  }

  end(): void {
    this.isWhole = true;
    this.done();
    this.wake?.();
  }

  fail(error: Error): void {
    this.error = error;
    this.end();
  }

  stop(): void {
    if (!this.isWhole) this.send({ kind: 'stop', call: this.call });
    this.end();
    this.queue.length = 0;
  }

  /** Fresh memory costs more than all that is done with it. Whoever kept a piece all the same finds it empty. */
  private giveBack(item: Item): void {
    if (!('piece' in item) || this.isWhole) return;
    const [memory] = transferable(item);
    if (memory !== undefined) this.send({ kind: 'spare', call: this.call, memory }, [memory]);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    try {
      for (;;) {
        const item = this.queue.shift();
        if (item !== undefined) {
          this.send({ kind: 'taken', call: this.call, bytes: sizeOf(item) });
          yield item;
          this.giveBack(item);
        } else if (this.error !== undefined) throw this.error;
        else if (this.isWhole) return;
        else
          await new Promise<void>((resolve) => {
            this.wake = resolve;
          });
      }
    } finally {
      this.stop();
    }
  }
}
