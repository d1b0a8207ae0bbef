import { timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { EXIT, PalaceError, systemCode } from '../base/errors.js';
import type { ToolSet } from './registry.js';
import { createServer } from './server.js';
import { McpSession, type ServerOptions } from './session.js';
import { CONTENT } from './tool.js';

/** How to serve clients over HTTP. */
export interface HttpOptions extends ServerOptions {
  set: ToolSet;
  /** 0: any free one. */
  port: number;
  /** What every request must carry as `Authorization: Bearer …`. */
  token: string;
}

/** A server that listens. */
export interface HttpServer {
  /** Where: `http://127.0.0.1:PORT/mcp`. */
  url: string;
  close(): Promise<void>;
}

const PATH = '/mcp';
/** A memory of 1 MB with every character escaped. */
const LONGEST_BODY = 8 * CONTENT;

/**
 * Serves the protocol on the loopback address of this machine only: to requests that carry the token, and that no web page of another
 * origin or name could have made. @throws PalaceError `port-taken`.
 */
export async function serveOverHttp({ set, port, token, ...options }: HttpOptions): Promise<HttpServer> {
  const session = new McpSession(options);
  const { logger } = options.runtime;
  const handler = createMcpHandler(() => createServer(session, set), {
    maxRequestBodySize: LONGEST_BODY,
    onerror: (error) => logger.debug(`mcp: ${error.message}`),
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: LONGEST_BODY });
  const server = createHttpServer((request, response) => {
    const refused = refusal(request, token);
    if (refused === undefined) void handle(request, response);
    else refuse(response, refused);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(notListening(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${PATH}`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await session.close();
    },
  };
}

interface Refusal {
  status: number;
  message: string;
}

/** Why a request is not answered; undefined when it is. */
function refusal({ headers, url = '' }: IncomingMessage, token: string): Refusal | undefined {
  // A page whose name was made to point here, or a page of another origin.
  if (!validateHostHeader(headers.host, localhostAllowedHostnames()).ok)
    return { status: 403, message: 'this server answers on its loopback name only' };
  if (!validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok)
    return { status: 403, message: 'web pages of other origins are not served' };
  if (url.split('?')[0] !== PATH) return { status: 404, message: `the server is at ${PATH}` };
  if (!sameText(headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, message: 'send the token of this server as Authorization: Bearer TOKEN' };
  return undefined;
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
  const headers = { 'content-type': 'application/json', ...(status === 401 && { 'www-authenticate': 'Bearer' }) };
  response.writeHead(status, headers).end(body);
}

function notListening(error: Error, port: number): PalaceError {
  const code = systemCode(error);
  const why = code === 'EADDRINUSE' ? 'another program listens there' : (code ?? error.message);
  return new PalaceError('port-taken', `cannot listen on 127.0.0.1:${port}: ${why}`, {
    exit: EXIT.failed,
    next: ['palace mcp --http 0'],
    details: { port },
  });
}
