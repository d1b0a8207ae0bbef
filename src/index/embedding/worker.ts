// The thread that embeds: started by its path (worker-embedder.ts), with the model in `workerData`.
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { PalaceError } from '../../base/errors.js';
import { embedderOf } from './embedder.js';
import { loadEncoder, type ModelSpec } from './encoder.js';
import type { Embedder } from './types.js';
import { type Answer, type PlainError, packEmbeddings, type Request } from './worker-messages.js';

function send(answer: Answer, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(answer, transfer);
}

function plain(error: unknown): PlainError {
  if (!(error instanceof PalaceError)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, exit, next, details } = error;
  return { code, message, exit, next, details };
}

async function embed(embedder: Embedder, request: Request & { kind: 'embed' }, signal: AbortSignal): Promise<void> {
  try {
    const packed = packEmbeddings(await embedder.embed(request.texts, { signal }), embedder.dimensions);
    const { vectors, flags, coverage } = packed;
    send({ kind: 'embedded', call: request.call, packed }, [vectors.buffer, flags.buffer, coverage.buffer]);
  } catch (error) {
    // The caller of a cancelled request has gone already.
    if (!signal.aborted) send({ kind: 'failed', call: request.call, error: plain(error) });
  }
}

async function serve(spec: ModelSpec): Promise<void> {
  const encoder = await loadEncoder(spec);
  const embedder = embedderOf(spec, encoder);
  const running = new Map<number, AbortController>();
  parentPort?.on('message', (request: Request) => {
    if (request.kind === 'cancel') {
      running.get(request.call)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(request.call, controller);
    void embed(embedder, request, controller.signal).finally(() => running.delete(request.call));
  });
  send({ kind: 'ready', known: encoder.known.toJSON(), pieces: encoder.pieces });
}

serve(workerData as ModelSpec).catch((error: unknown) => send({ kind: 'unusable', error: plain(error) }));
