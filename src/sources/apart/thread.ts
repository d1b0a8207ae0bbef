import { availableParallelism } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { PalaceError, systemCode } from '../../base/errors.js';
import { builtProgram } from '../../base/package-root.js';
import { Incoming, type Ordered } from './incoming.js';
import { type Answer, errorOf, type Order, type Request, received } from './messages.js';

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
    worker.on('error', (error: Error) => this.fail(isOutOfMemory(error) ? outOfMemory() : error));
    worker.on('exit', () => this.fail(new Error('the thread that reads sources ended')));
    worker.unref();
  }

  /**
   * Undefined where a thread brings nothing: on one processor, or where the program was not built.
   * @param resourceLimits Default: those of the process.
   */
  static open(resourceLimits?: ResourceLimits): ReaderThread | undefined {
    const file = availableParallelism() < 2 ? undefined : builtProgram('src/sources/apart/worker.js');
    return file === undefined
      ? undefined
      : new ReaderThread(new Worker(file, { ...(resourceLimits && { resourceLimits }) }));
  }

  /**
   * Orders a reading. Its errors come to whoever takes it.
   * @param idle Called when whoever takes it waits for the thread.
   */
  read(order: Order, idle?: () => void): Ordered {
    const call = ++this.last;
    const incoming = new Incoming({
      taken: (bytes) => this.send({ kind: 'taken', call, bytes }),
      free: (memory) => this.send({ kind: 'spare', memory }, [memory]),
      stop: () => this.send({ kind: 'stop', call }),
      done: () => this.forget(call),
      ...(idle && { idle }),
    });
    if (this.failure) incoming.fail(this.failure);
    else {
      this.readings.set(call, incoming);
      this.worker.ref();
      this.send({ kind: 'read', call, order });
    }
    return incoming;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private send(request: Request, transfer?: ArrayBuffer[]): void {
    this.worker.postMessage(request, transfer);
  }

  private forget(call: number): void {
    this.readings.delete(call);
    // Nobody waits any more: the process may end.
    if (this.readings.size === 0) this.worker.unref();
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

/** One record of a file may be larger than the heap. */
function isOutOfMemory(error: Error): boolean {
  return systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(): PalaceError {
  return new PalaceError(
    'out-of-memory',
    'a source needs more memory to be read than Node may use; nothing of it was filed',
    {
      next: ['NODE_OPTIONS=--max-old-space-size=8192 palace mine PATH'],
    },
  );
}
