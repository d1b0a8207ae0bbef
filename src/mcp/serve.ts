import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolSet } from './registry.js';
import { createServer } from './server.js';
import { McpSession, type ServerOptions } from './session.js';
import { StdioTransport } from './stdio-transport.js';

/** How to serve one client over standard input and output. */
export interface StdioOptions extends ServerOptions {
  set: ToolSet;
  input: Readable;
  output: Writable;
}

/**
 * Serves the protocol until the client closes its end or `runtime.signal` is aborted; what was asked before is answered. Speaks the
 * versions from 2024-11 to 2026-07.
 */
export async function serveOverStdio({ set, input, output, ...options }: StdioOptions): Promise<void> {
  const session = new McpSession(options);
  const { runtime } = options;
  const transport = new StdioTransport(input, output);
  const closed = new Promise<void>((resolve) => {
    const served = serveStdio(() => createServer(session, set), {
      transport: closing(transport, resolve),
      onerror: (error) => runtime.logger.debug(`mcp: ${error.message}`),
    });
    runtime.signal?.addEventListener('abort', () => void served.close().finally(resolve), { once: true });
  });
  await closed;
  await session.close();
}

/** The same transport, telling when it is over. */
function closing(transport: StdioTransport, over: () => void): StdioTransport {
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    over();
  };
  return transport;
}
