import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../../src/mcp/stdio-transport.js';

async function transport() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const made = new StdioTransport(input, output);
  const received: JSONRPCMessage[] = [];
  let closed = false;
  made.onmessage = (message) => void received.push(message);
  made.onclose = () => {
    closed = true;
  };
  await made.start();
  const said = (): unknown[] =>
    String(output.read() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { made, input, received, said, settle, isClosed: () => closed };
}

const request = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

describe('messages over standard input and output', () => {
  it('answers what is no message, and goes on', async () => {
    const { input, received, said, settle } = await transport();
    input.write(
      `nonsense\n\n  \n{"half": \n[${request(1)}]\n5\n{"jsonrpc":"1.0","id":1,"method":"x"}\n${request(2)}\r\n`,
    );
    await settle();
    expect(said().map((each) => (each as { error: { code: number }; id: null }).error.code)).toEqual([
      -32700, -32700, -32600, -32600, -32600,
    ]);
    expect(received).toEqual([{ jsonrpc: '2.0', id: 2, method: 'ping' }]);
  });

  it('takes messages however they are cut, and null for no parameters', async () => {
    const { input, received, settle } = await transport();
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":"ü","method":"m","params":null}\n${request(7)}\n`);
    for (const byte of bytes) input.write(Buffer.of(byte));
    await settle();
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 'ü', method: 'm' },
      { jsonrpc: '2.0', id: 7, method: 'ping' },
    ]);
  });

  it('passes over a line of 50 MB without keeping it', async () => {
    const { input, received, said, settle } = await transport();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let at = 0; at < 50; at++) {
      input.write(piece);
      await settle();
    }
    input.write(`\n${request(3)}\n`);
    await settle();
    expect(said()).toMatchObject([{ id: null, error: { code: -32700, message: expect.stringContaining('longer') } }]);
    expect(received).toHaveLength(1);
  });

  it('answers what was asked before the client closed its end', async () => {
    const { made, input, received, said, settle, isClosed } = await transport();
    input.write(`${request(1)}\n${request(2)}\n`);
    input.end();
    await settle();
    await settle();
    expect([received.length, isClosed()]).toEqual([2, false]);
    await made.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(isClosed()).toBe(false);
    await made.send({ jsonrpc: '2.0', id: 2, result: {} });
    expect(isClosed()).toBe(true);
    expect(said()).toHaveLength(2);
  });

  it('owes no answer to what was cancelled', async () => {
    const { input, received, settle, isClosed } = await transport();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    input.write(`${request(1)}\n${JSON.stringify(cancelled)}\n`);
    input.end();
    await settle();
    await settle();
    expect([received.length, isClosed()]).toEqual([2, true]);
  });

  it('ends with the client when nothing is owed', async () => {
    const { input, settle, isClosed } = await transport();
    input.end();
    input.resume();
    await settle();
    await settle();
    expect(isClosed()).toBe(true);
  });
});
