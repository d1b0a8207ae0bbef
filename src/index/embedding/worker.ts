// The process that embeds: started by its path (worker-embedder.ts), with the model as its argument.
import { PalaceError } from '../../base/errors.js';
import { embedderOf } from './embedder.js';
import { loadEncoder, type ModelSpec } from './encoder.js';
import type { Embedder } from './types.js';
import { type Answer, type PlainError, packEmbeddings, type Request } from './worker-messages.js';

function send(answer: Answer): void {
  // Who asked may be gone: then this process ends too, by `disconnect`.
  process.send?.(answer, undefined, undefined, () => {});
}

function plain(error: unknown): PlainError {
  if (!(error instanceof PalaceError)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, exit, next, details } = error;
  return { code, message, exit, next, details };
}

async function embed(embedder: Embedder, request: Request & { kind: 'embed' }, signal: AbortSignal): Promise<void> {
  try {
    const packed = packEmbeddings(await embedder.embed(request.texts, { signal }), embedder.dimensions);
    send({ kind: 'embedded', call: request.call, packed });
  } catch (error) {
    // The caller of a cancelled request has gone already.
    if (!signal.aborted) send({ kind: 'failed', call: request.call, error: plain(error) });
  }
}

async function serve(spec: ModelSpec): Promise<void> {
  const encoder = await loadEncoder(spec);
  const embedder = embedderOf(spec, encoder);
  const running = new Map<number, AbortController>();
  process.on('message', (request: Request) => {
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

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; what it means here, the one that started this one decides.
process.on('SIGINT', () => {});
serve(JSON.parse(process.argv[2] ?? '{}') as ModelSpec).catch((error: unknown) =>
  send({ kind: 'unusable', error: plain(error) }),
);
