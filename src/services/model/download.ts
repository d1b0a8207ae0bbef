import { createWriteStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import { ensureDir } from '../../base/files.js';
import type { Runtime } from '../../base/runtime.js';
import { storageError } from '../../palace/storage-error.js';

/** What a hub answers for a file, or a whole repository, that is not there (or not for everybody). */
const ABSENT: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Downloads one file, telling progress in kB.
 * @returns its size in bytes; undefined when the hub has no such file.
 * @throws PalaceError `no-network`, `download-failed` (exit 6), `interrupted` (130), `disk-full`, `read-only`.
 */
export async function downloadFile(runtime: Runtime, url: string, to: string): Promise<number | undefined> {
  const { signal } = runtime;
  try {
    const answer = await fetch(url, { ...(signal && { signal }), headers: { 'user-agent': 'gitpalace' } });
    if (ABSENT.has(answer.status)) {
      await answer.body?.cancel();
      return undefined;
    }
    if (!answer.ok || answer.body === null) throw failed(url, `answered ${answer.status} ${answer.statusText}`.trim());
    const total = sizeOf(answer);
    await ensureDir(dirname(to));
    const received = await writeBody(runtime, answer.body as ReadableStream<Uint8Array>, to, total);
    if (total !== undefined && received !== total)
      throw failed(url, `sent ${received} bytes of ${total}: the connection was cut`);
    return received;
  } catch (error) {
    throw explained(runtime, url, to, error);
  }
}

async function writeBody(
  runtime: Runtime,
  body: ReadableStream<Uint8Array>,
  to: string,
  total: number | undefined,
): Promise<number> {
  let received = 0;
  const label = `kB of ${basename(to)}`;
  await pipeline(
    Readable.fromWeb(body),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        received += chunk.length;
        const done = Math.round(received / 1000);
        runtime.onProgress?.({
          phase: 'download',
          done,
          label,
          ...(total !== undefined && { total: Math.round(total / 1000) }),
        });
        yield chunk;
      }
    },
    createWriteStream(to),
    ...(runtime.signal ? [{ signal: runtime.signal }] : []),
  );
  return received;
}

/** Bytes that the file will have; undefined where the answer does not say, or is compressed on the way. */
function sizeOf(answer: Response): number | undefined {
  if (answer.headers.get('content-encoding') !== null) return undefined;
  const said = answer.headers.get('content-length');
  return said !== null && /^\d+$/.test(said) ? Number(said) : undefined;
}

function explained(runtime: Runtime, url: string, to: string, error: unknown): unknown {
  if (error instanceof PalaceError) return error;
  if (runtime.signal?.aborted === true)
    return new PalaceError('interrupted', 'stopped while downloading; nothing was kept', {
      exit: EXIT.interrupted,
      next: ['run the command again to start over'],
    });
  const stored = storageError(error, to);
  if (stored instanceof PalaceError) return stored;
  const code = systemCode(error instanceof Error ? error.cause : undefined) ?? systemCode(error);
  if (code === undefined && !(error instanceof TypeError)) return error;
  if (code?.startsWith('UND_ERR') === true) return failed(url, `broke off (${code})`, error);
  return new PalaceError('no-network', `cannot reach ${new URL(url).host} (${code ?? 'no connection'})`, {
    exit: EXIT.remote,
    next: [
      'look at the network connection, then run the command again',
      'palace config set model_hub ADDRESS (a mirror of the hub)',
      'palace model use PATH (a folder with the files of a model)',
    ],
    details: { url },
    cause: error,
  });
}

function failed(url: string, why: string, cause?: unknown): PalaceError {
  return new PalaceError('download-failed', `${url} ${why}`, {
    exit: EXIT.remote,
    next: ['run the command again in a while'],
    details: { url },
    cause,
  });
}
