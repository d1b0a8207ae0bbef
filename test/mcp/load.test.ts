import { expect, it } from 'vitest';
import { builtBeforeAll, Machine } from '../e2e/support.js';
import { longRun } from '../support/counts.js';
import { StdioServer } from './stdio-server.js';

builtBeforeAll();

/** Of each kind. */
const WRITERS = 4;
/** Drawers and facts of each writer: 400 in all in the long run. */
const EACH = longRun(2, 50);
const LONGEST_CALL_MS = 5000;

it('four servers and four command lines write at once: nothing is lost, every commit is reachable', async () => {
  const machine = new Machine();
  expect((await machine.cli(['init'])).code).toBe(0);
  const drawers = new Set<string>();
  const commits = new Set<string>();
  const slowest = { server: 0, cli: 0 };
  const timed = async <T>(who: keyof typeof slowest, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    slowest[who] = Math.max(slowest[who], performance.now() - start);
    return result;
  };
  const words = (writer: string, n: number): string => `Writer ${writer} says number ${n}.`;

  const byServer = async (writer: number): Promise<void> => {
    const server = await new StdioServer(machine).initialize(`client-${writer}`);
    for (let n = 0; n < EACH; n++) {
      const name = `s${writer}`;
      const result = await timed('server', () =>
        n % 2 === 0
          ? server.call('add_drawer', { wing: `w${n % 3}`, room: 'r', content: words(name, n), force: true })
          : server.call('kg_add', {
              subject: `Agent ${name}`,
              predicate: 'counted',
              object: `number ${n}`,
              also: true,
            }),
      );
      if (typeof result.drawer_id === 'string') drawers.add(result.drawer_id);
      commits.add(String(result.commit));
    }
    server.child.stdin?.end();
    expect(await server.ended()).toEqual({ code: 0, signal: null });
  };
  const byCli = async (writer: number): Promise<void> => {
    for (let n = 0; n < EACH; n++) {
      const name = `c${writer}`;
      const args =
        n % 2 === 0
          ? ['add', words(name, n), '--wing', `w${n % 3}`, '--room', 'r', '--force']
          : ['kg', 'add', `Agent ${name}`, 'counted', `number ${n}`, '--also'];
      const ran = await timed('cli', () => machine.cli([...args, '--json']));
      expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
      const { id, commit } = ran.json<{ id?: string; commit: string }>();
      if (id !== undefined && n % 2 === 0) drawers.add(id);
      commits.add(commit);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => [byServer(n), byCli(n)]).flat());

  const writes = 2 * WRITERS * EACH;
  const filed = 2 * WRITERS * Math.ceil(EACH / 2);
  expect([drawers.size, commits.size]).toEqual([filed, writes]);
  const reachable = new Set((await machine.git('rev-list', 'HEAD')).trim().split('\n'));
  expect([...commits].filter((commit) => !reachable.has(commit))).toEqual([]);
  const files = (await machine.git('ls-tree', '-r', '--name-only', 'HEAD', 'wings')).trim().split('\n');
  expect(files.filter((file) => file.endsWith('.md'))).toHaveLength(filed);
  const stats = (await machine.cli(['kg', 'stats', '--json'])).json<{ triples: number }>();
  expect(stats.triples).toBe(writes - filed);
  expect(await machine.git('status', '--porcelain')).toBe('');
  await machine.git('fsck', '--strict', '--no-dangling');
  // A small run beside other tests says nothing about speed.
  if (longRun(0, 1) === 1) expect(Math.max(slowest.server, slowest.cli)).toBeLessThan(LONGEST_CALL_MS);
}, 900_000);
