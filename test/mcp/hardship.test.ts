import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine } from '../e2e/support.js';
import { longRun } from '../support/counts.js';
import { StdioServer } from './stdio-server.js';

builtBeforeAll();

/** Between file and commit, between commit and git's index, and the two beside them in the long run. */
const PHASES = ['objects', 'index', 'write', 'ref'];

const drawer = (content: string) => ({ wing: 'w', room: 'r', content });

async function machineWithPalace(): Promise<Machine> {
  const machine = new Machine();
  expect((await machine.cli(['init'])).code).toBe(0);
  return machine;
}

async function isWhole(machine: Machine): Promise<void> {
  await machine.git('fsck', '--strict', '--no-dangling');
  const verified = await machine.cli(['verify', '--json']);
  expect(verified.json(), verified.stderr).toMatchObject({ edited: [], problems: [], outside_layout: [] });
}

describe('a server', () => {
  it('goes on after garbage and a line of 50 MB, each told once', async () => {
    const machine = await machineWithPalace();
    const server = await new StdioServer(machine).initialize();
    server.write('GET / HTTP/1.1\r\n\r\n{"jsonrpc": "2.0", "id": 7\n');
    server.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    const piece = Buffer.alloc(1024 * 1024, '{"a":');
    for (let n = 0; n < 50; n++) server.write(piece);
    server.write('\n');
    expect(await server.call('add_drawer', drawer('Still there.'))).toMatchObject({ success: true });
    expect(server.other.map(({ id, error }) => [id, error?.code])).toEqual(Array(4).fill([null, -32700]));
    expect(server.other.at(-1)?.error?.message).toContain('longer than');
    server.child.stdin?.end();
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    await isWhole(machine);
  });

  it('ends by itself when nobody reads its answers any more, and what it wrote stands', async () => {
    const machine = await machineWithPalace();
    const server = await new StdioServer(machine).initialize();
    await server.call('add_drawer', drawer('Read.'));
    server.child.stdout?.destroy();
    server.request('tools/call', { name: 'mempalace_add_drawer', arguments: drawer('Never read.') }).catch(() => {});
    for (let n = 0; n < 20; n++) server.request('tools/list').catch(() => {});
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    await isWhole(machine);
    const after = await new StdioServer(machine).initialize();
    expect(await after.call('search', { query: 'read' })).toMatchObject({ results: expect.anything() });
  });

  it('ends at SIGTERM while it waits for a request', async () => {
    const machine = await machineWithPalace();
    const server = await new StdioServer(machine).initialize();
    server.child.kill('SIGTERM');
    expect((await server.ended()).signal).toBeNull();
  });

  it.each(PHASES.slice(0, longRun(2, PHASES.length)))(
    'killed while it writes (%s) leaves a palace in which its successor goes on',
    async (phase) => {
      const machine = await machineWithPalace();
      const env = { PALACE_TEST: '1', PALACE_TEST_KILL: `${phase}:1` };
      const server = await new StdioServer(machine, [], env).initialize();
      await expect(server.call('add_drawer', drawer('Cut off.'))).rejects.toThrow('the server has ended');
      expect(await server.ended()).toEqual({ code: null, signal: 'SIGKILL' });
      const successor = await new StdioServer(machine).initialize();
      // Whether the first write got as far as its commit or not: now it stands there once.
      expect(await successor.call('add_drawer', drawer('Cut off.'))).toMatchObject({ success: true });
      expect(await successor.call('add_drawer', drawer('And on.'))).toMatchObject({ success: true });
      expect(await successor.call('status')).toMatchObject({ total_drawers: 2, unsaved: 0 });
      await isWhole(machine);
      expect(await machine.git('status', '--porcelain')).toBe('');
    },
  );
});
