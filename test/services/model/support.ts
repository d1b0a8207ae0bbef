import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundledFolder } from '../../../src/index/embedding/places.js';

export interface Hub {
  /** Address for the setting `model_hub`. */
  address: string;
  /** Paths that were asked for, in order. */
  asked: string[];
}

type Handler = (path: string, answer: ServerResponse, request: IncomingMessage) => boolean;

/**
 * A hub on this machine that has the bundled model as `acme/encoder`, without our record of it.
 * `first`: may answer a request itself (true) instead.
 */
export async function localHub(first: Handler = () => false): Promise<Hub> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    if (first(path, answer, request)) return;
    const file = /^\/acme\/encoder\/resolve\/main\/(.+)$/.exec(path)?.[1];
    if (file === undefined || !/^(config|tokenizer|tokenizer_config)\.json$|^onnx\/model_quantized\.onnx$/.test(file)) {
      answer.writeHead(404).end('not here');
      return;
    }
    const bytes = readFileSync(join(bundledFolder(), file));
    answer.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
