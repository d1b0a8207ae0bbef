import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveOverHttp } from '../../src/mcp/serve-http.js';
import { edit, testPalace } from '../support/palace.js';

const TOKEN = 'a-token-of-this-test';

async function serving() {
  const palace = await testPalace();
  Object.assign(palace.runtime, { env: { ...palace.runtime.env, PALACE_MODEL: 'none' } });
  edit(palace, 'wings/w/general/one.md', 'The dog sleeps on the sofa.\n');
  const server = await serveOverHttp({
    set: 'full',
    palace: palace.root,
    runtime: palace.runtime,
    version: '1.0.0',
    port: 0,
    token: TOKEN,
  });
  onTestFinished(() => server.close());
  return server;
}

/** With headers that fetch does not let anybody set. */
function post(url: string, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the server over HTTP', () => {
  it.each(['legacy', 'auto'] as const)('answers the official client (%s)', { timeout: 60_000 }, async (mode) => {
    const { url } = await serving();
    const client = new Client({ name: 'web', version: '1' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    const found = await client.callTool({ name: 'mempalace_search', arguments: { query: 'dog' } });
    expect(found.structuredContent).toMatchObject({ total: 1 });
    await client.close();
  });

  it('answers nobody without the token, under another name, or of another origin', async () => {
    const { url } = await serving();
    const authorization = `Bearer ${TOKEN}`;
    expect(await post(url, { authorization })).toBe(200);
    expect(await post(url, {})).toBe(401);
    expect(await post(url, { authorization: 'Bearer wrong' })).toBe(401);
    expect(await post(url, { authorization, host: 'evil.example' })).toBe(403);
    expect(await post(url, { authorization, origin: 'https://evil.example' })).toBe(403);
    expect(await post(url, { authorization, origin: 'http://localhost:3000' })).toBe(200);
    expect(await post(url.replace('/mcp', '/'), { authorization })).toBe(404);
  });

  it('says when the port is taken', async () => {
    const { url } = await serving();
    const palace = await testPalace();
    const port = Number(new URL(url).port);
    const options = { set: 'full', palace: palace.root, runtime: palace.runtime, version: '1', token: TOKEN } as const;
    await expect(serveOverHttp({ ...options, port })).rejects.toMatchObject({ code: 'port-taken' });
  });
});
