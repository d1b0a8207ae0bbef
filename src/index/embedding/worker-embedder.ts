import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PalaceError } from '../../base/errors.js';
import { packageRoot } from '../../base/package-root.js';
import { coverageOf } from './embedder.js';
import type { ModelSpec } from './encoder.js';
import { firstLine, modelUnavailable } from './errors.js';
import { KnownCharacters } from './known-characters.js';
import type { Embedder, Embedding, EmbedOptions } from './types.js';
import { type Answer, type PlainError, type Request, unpackEmbeddings } from './worker-messages.js';

/** Where the build puts the thread's program; the sources find the one that was built. */
export function workerFile(): string {
  return join(packageRoot(), 'dist', 'src', 'index', 'embedding', 'worker.js');
}

interface Call {
  resolve(embeddings: Embedding[]): void;
  reject(reason: unknown): void;
}

/**
 * Loads a model in a thread of its own. The thread keeps the process alive only while it owes an answer.
 * @param file program of the thread; default the built one.
 * @throws PalaceError `model-damaged`, `model-unavailable`.
 */
export async function openEmbedderInWorker(spec: ModelSpec, file = workerFile()): Promise<Embedder> {
  if (!existsSync(file)) throw modelUnavailable(spec.name, `${file} is missing`, ['npm install -g gitpalace']);
  const thread = new EmbedderThread(spec, new Worker(file, { workerData: spec, execArgv: [] }));
  await thread.ready;
  return thread;
}

class EmbedderThread implements Embedder {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** Resolves when the model is loaded. */
  readonly ready: Promise<void>;
  #reader: { known: KnownCharacters; pieces: number } | undefined;
  #calls = new Map<number, Call>();
  #last = 0;
  /** Why no call can be answered any more. */
  #over: PalaceError | undefined;

  constructor(
    spec: ModelSpec,
    private readonly worker: Worker,
  ) {
    this.id = spec.id;
    this.name = spec.name;
    this.dimensions = spec.dimensions;
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (answer: Answer) => {
        if (answer.kind === 'ready') {
          this.#reader = { known: KnownCharacters.from(answer.known), pieces: answer.pieces };
          worker.unref();
          resolve();
        } else if (answer.kind === 'unusable') {
          const error = this.#errorOf(answer.error);
          // The thread has nothing left to do; its end is awaited, so that no handle is left open.
          void worker.terminate().then(() => reject(error));
        } else this.#settle(answer);
      });
      worker.on('error', (error) => this.#end(this.#unavailable(`its thread failed (${firstLine(error)})`, error)));
      worker.on('exit', (code) => {
        this.#end(this.#unavailable(`its thread ended with code ${code}`));
        reject(this.#over);
      });
    });
  }

  coverage(text: string): number {
    if (this.#over !== undefined || this.#reader === undefined) throw this.#over ?? this.#closed();
    return coverageOf(text, this.#reader);
  }

  async embed(texts: readonly string[], { signal }: EmbedOptions = {}): Promise<Embedding[]> {
    signal?.throwIfAborted();
    if (this.#over !== undefined) throw this.#over;
    const call = ++this.#last;
    const answered = new Promise<Embedding[]>((resolve, reject) => this.#calls.set(call, { resolve, reject }));
    const cancel = (): void => {
      this.#send({ kind: 'cancel', call });
      this.#take(call)?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      this.worker.ref();
      this.#send({ kind: 'embed', call, texts });
      return await answered;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#end(this.#closed());
    await this.worker.terminate();
  }

  #send(request: Request): void {
    this.worker.postMessage(request);
  }

  #settle(answer: Answer & { kind: 'embedded' | 'failed' }): void {
    const call = this.#take(answer.call);
    if (answer.kind === 'embedded') call?.resolve(unpackEmbeddings(answer.packed, this.dimensions));
    else call?.reject(this.#errorOf(answer.error));
  }

  #take(number: number): Call | undefined {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    if (this.#calls.size === 0) this.worker.unref();
    return call;
  }

  /** Only the first reason counts: what ends a thread ends it once. */
  #end(reason: PalaceError): void {
    this.#over ??= reason;
    for (const number of [...this.#calls.keys()]) this.#take(number)?.reject(this.#over);
  }

  #errorOf({ code, message, exit, next, details }: PlainError): PalaceError {
    if (code === undefined) return this.#unavailable(message);
    return new PalaceError(code, message, {
      ...(exit !== undefined && { exit }),
      next: next ?? [],
      details: { ...details },
    });
  }

  #unavailable(why: string, cause?: unknown): PalaceError {
    return modelUnavailable(this.name, why, ['palace model list', 'palace model use none'], cause);
  }

  #closed(): PalaceError {
    return this.#unavailable('it has been closed');
  }
}
