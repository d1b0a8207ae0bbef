import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import { packageRoot } from '../../base/package-root.js';
import type { Runtime } from '../../base/runtime.js';
import { coverageOf } from './embedder.js';
import type { ModelSpec } from './encoder.js';
import { firstLine, modelUnavailable } from './errors.js';
import { KnownCharacters } from './known-characters.js';
import type { Embedder, Embedding, EmbedOptions } from './types.js';
import { type Answer, type PlainError, type Request, unpackEmbeddings } from './worker-messages.js';

/** Where the build puts the worker's program; the sources find the one that was built. */
export function workerFile(): string {
  return join(packageRoot(), 'dist', 'src', 'index', 'embedding', 'worker.js');
}

interface Call {
  resolve(embeddings: Embedding[]): void;
  reject(reason: unknown): void;
}

/**
 * What the C library of Linux is asked for: memory in huge pages and few pieces, kept once it is had. A runtime that loads a model
 * copies its weights several times, each copy into fresh pages: 180 ms become 45. Elsewhere nobody reads it.
 */
const MEMORY = 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=67108864';

/**
 * Loads a model in a process of its own. It keeps this process alive only while it owes an answer, and ends with it.
 *
 * A process, not a thread: this onnxruntime corrupts memory when a thread that has loaded it ends (seen: aborts at exit, crashes of
 * the next thread, no second load).
 * @param file program of the worker; default the built one.
 * @param env its environment; default that of this process.
 * @throws PalaceError `model-damaged`, `model-unavailable`.
 */
export async function openEmbedderInWorker(
  spec: ModelSpec,
  { file = workerFile(), env }: { file?: string; env?: Runtime['env'] } = {},
): Promise<Embedder> {
  if (!existsSync(file)) throw modelUnavailable(spec.name, `${file} is missing`, ['npm install -g gitpalace']);
  const child = fork(file, [JSON.stringify(spec)], {
    execArgv: [],
    ...(env !== undefined && { env: { GLIBC_TUNABLES: MEMORY, ...env } }),
    serialization: 'advanced',
    // What the runtime has to say about a model comes back as an error.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const embedder = new EmbedderProcess(spec, child);
  await embedder.ready;
  return embedder;
}

class EmbedderProcess implements Embedder {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** Resolves when the model is loaded. */
  readonly ready: Promise<void>;
  readonly #ended: Promise<void>;
  #reader: { known: KnownCharacters; pieces: number } | undefined;
  #calls = new Map<number, Call>();
  #last = 0;
  /** Why no call can be answered any more. */
  #over: PalaceError | undefined;

  constructor(
    spec: ModelSpec,
    private readonly child: ChildProcess,
  ) {
    this.id = spec.id;
    this.name = spec.name;
    this.dimensions = spec.dimensions;
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      // It could not be started: there will be no exit.
      child.once('error', () => resolve());
    });
    this.ready = new Promise((resolve, reject) => {
      const end = (reason: PalaceError): void => {
        this.#end(reason);
        reject(this.#over);
      };
      child.on('message', (answer: Answer) => {
        if (answer.kind === 'ready') {
          this.#reader = { known: KnownCharacters.from(answer.known), pieces: answer.pieces };
          this.#hold(false);
          resolve();
        } else if (answer.kind === 'unusable') {
          end(this.#errorOf(answer.error));
          child.kill('SIGKILL');
        } else this.#settle(answer);
      });
      child.on('error', (error) => end(this.#unavailable(`its process failed (${firstLine(error)})`, error)));
      child.on('exit', (code, signal) => end(this.#unavailable(`its process ended (${signal ?? `code ${code}`})`)));
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
      this.#hold(true);
      this.#send({ kind: 'embed', call, texts });
      return await answered;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#end(this.#closed());
    // Else this process, with nothing else to wait for, would be over before the caller goes on.
    this.#hold(true);
    // It has nothing to save, and might be in the middle of a batch.
    this.child.kill('SIGKILL');
    await this.#ended;
  }

  /** Whether this process waits for the other one. */
  #hold(waits: boolean): void {
    if (waits) {
      this.child.ref();
      this.child.channel?.ref();
    } else {
      this.child.unref();
      this.child.channel?.unref();
    }
  }

  #send(request: Request): void {
    // When it cannot be sent the process is gone, which `exit` tells.
    if (this.child.connected) this.child.send(request, () => {});
  }

  #settle(answer: Answer & { kind: 'embedded' | 'failed' }): void {
    const call = this.#take(answer.call);
    if (answer.kind === 'embedded') call?.resolve(unpackEmbeddings(answer.packed, this.dimensions));
    else call?.reject(this.#errorOf(answer.error));
  }

  #take(number: number): Call | undefined {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    if (this.#calls.size === 0) this.#hold(false);
    return call;
  }

  /** Only the first reason counts: what ends a process ends it once. */
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
