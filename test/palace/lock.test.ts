import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLock } from '../../src/palace/lock.js';
import { holderOf, type LockHolder, readHolder } from '../../src/palace/lock-file.js';
import { bundleWorker } from '../support/bundle.js';
import { longRun } from '../support/counts.js';
import { type TestRuntime, testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

const HERE = dirname(fileURLToPath(import.meta.url));
let built = '';
let script = '';

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'palace-lock-'));
  script = await bundleWorker(join(HERE, 'lock-worker.ts'), built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

function holderPalace(lockWaitMs = 20_000, overrides: Parameters<typeof testRuntime>[0] | object = {}) {
  const stateDir = tempDir();
  const runtime: TestRuntime = testRuntime({ home: stateDir, ...overrides });
  const settings = {
    maxSourceBytes: 1,
    secrets: 'off' as const,
    searchLimit: 1,
    lockWaitMs,
    batchSize: 1,
    vanishLimit: 1,
    roomFanout: 1,
    singleValued: [],
    commonShare: 0.8,
    closetRaises: [],
    hallRaise: 0,
    skipRooms: [],
    model: 'none',
  };
  return { stateDir, runtime, settings };
}

function lockAs(stateDir: string, holder: LockHolder): void {
  writeFileSync(join(stateDir, 'lock'), JSON.stringify(holder));
}

/** What is left in the state folder, but for the folder in which waiters line up. */
function leftovers(stateDir: string): string[] {
  expect(existsSync(join(stateDir, 'lock.queue')) ? readdirSync(join(stateDir, 'lock.queue')) : []).toEqual([]);
  return readdirSync(stateDir)
    .filter((name) => name !== 'lock.queue')
    .sort();
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

describe('the lock', () => {
  it('holds one at a time within a process, and lets go also after an error', async () => {
    const palace = holderPalace();
    const order: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        withLock(palace, name, async () => {
          order.push(`${name} in`);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`${name} out`);
        }),
      ),
    );
    for (let turn = 0; turn < 6; turn += 2) expect(order[turn]?.slice(0, 1)).toBe(order[turn + 1]?.slice(0, 1));
    await expect(
      withLock(palace, 'x', async () => {
        throw new Error('boom');
      }),
    ).rejects.toThrow('boom');
    expect(leftovers(palace.stateDir)).toEqual([]);
  });

  it('names process, host, operation and time when it gives up', async () => {
    const palace = holderPalace(100);
    lockAs(palace.stateDir, {
      ...holderOf('mine', palace.runtime),
      host: 'other-host',
      pid: 4242,
      at: '2026-06-01T00:00:00.000Z',
    });
    await expect(withLock(palace, 'add', async () => 1)).rejects.toMatchObject({
      code: 'locked',
      exit: 7,
      message: expect.stringMatching(/palace mine.*4242.*other-host.*2026-06-01T00:00:00/),
      details: { pid: 4242, host: 'other-host', op: 'mine', since: '2026-06-01T00:00:00.000Z' },
    });
    expect(readHolder(palace.stateDir)?.pid).toBe(4242);
  });

  it('is taken from a process of this boot that is gone, whose number was given again, or of an earlier boot', async () => {
    const palace = holderPalace();
    const self = holderOf('mine', palace.runtime);
    const gone = spawn(process.execPath, ['-e', '0']);
    await ended(gone);
    for (const stale of [
      { ...self, pid: gone.pid ?? 0, started: '' },
      { ...self, started: '1' },
      { ...self, boot: 'earlier-boot' },
    ]) {
      lockAs(palace.stateDir, stale);
      expect(await withLock(palace, 'add', async () => readHolder(palace.stateDir)?.op)).toBe('add');
    }
    expect(palace.runtime.warnings.join()).toContain('ended without letting go');
    expect(leftovers(palace.stateDir)).toEqual([]);
  });

  it('is not taken from a live process, nor from another machine or container that beats', async () => {
    const palace = holderPalace(600);
    const self = holderOf('mine', palace.runtime);
    for (const alive of [self, { ...self, host: 'other', pid: 1 }, { ...self, space: 'pid:[1]', pid: 999_999_999 }]) {
      lockAs(palace.stateDir, alive);
      await expect(withLock(palace, 'add', async () => 1)).rejects.toMatchObject({ code: 'locked' });
      expect(readHolder(palace.stateDir)?.token).toBe(self.token);
    }
  });

  it('is taken after a minute without a sign of life, also when its content is damaged', async () => {
    const palace = holderPalace();
    const self = holderOf('mine', palace.runtime);
    for (const content of [JSON.stringify({ ...self, host: 'other' }), '', '{"pid":']) {
      const file = join(palace.stateDir, 'lock');
      writeFileSync(file, content);
      const old = statSync(file).mtimeMs / 1000 - 61;
      utimesSync(file, old, old);
      expect(await withLock(palace, 'add', async () => readHolder(palace.stateDir)?.op)).toBe('add');
    }
    expect(leftovers(palace.stateDir)).toEqual([]);
  });

  it('comes to those who wait in the order in which they came', async () => {
    const palace = holderPalace();
    const order: number[] = [];
    const done: Promise<void>[] = [];
    await withLock(palace, 'first', async () => {
      for (const n of [0, 1, 2, 3, 4]) {
        done.push(withLock(palace, `waiter ${n}`, async () => void order.push(n)));
        const queue = join(palace.stateDir, 'lock.queue');
        while (!existsSync(queue) || readdirSync(queue).filter((name) => !name.endsWith('.tmp')).length <= n)
          await new Promise((resolve) => setImmediate(resolve));
      }
    });
    // One that comes when the lock happens to be free lines up behind them.
    done.push(withLock(palace, 'late', async () => void order.push(5)));
    await Promise.all(done);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(leftovers(palace.stateDir)).toEqual([]);
  });

  it('is not held up by waiters that died or went silent', async () => {
    const palace = holderPalace();
    const self = holderOf('mine', palace.runtime);
    const queue = join(palace.stateDir, 'lock.queue');
    mkdirSync(queue);
    writeFileSync(join(queue, `000000000001-${'a'.repeat(24)}`), JSON.stringify({ ...self, started: '1' }));
    const silent = join(queue, `000000000002-${'b'.repeat(24)}`);
    writeFileSync(silent, JSON.stringify({ ...self, host: 'other' }));
    utimesSync(silent, statSync(silent).mtimeMs / 1000 - 11, statSync(silent).mtimeMs / 1000 - 11);
    expect(await withLock(palace, 'add', async () => 'done')).toBe('done');
    expect(leftovers(palace.stateDir)).toEqual([]);
  });

  it('is let go of by its owner only', async () => {
    const palace = holderPalace();
    const other = { ...holderOf('thief', palace.runtime), host: 'other' };
    await withLock(palace, 'add', async () => lockAs(palace.stateDir, other));
    expect(readHolder(palace.stateDir)?.token).toBe(other.token);
  });

  it('is not waited for once the command is interrupted', async () => {
    const stop = new AbortController();
    const palace = holderPalace(60_000, { signal: stop.signal });
    await withLock(palace, 'mine', async () => {
      const waiting = withLock(palace, 'add', async () => 1);
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ code: 'interrupted', exit: 130 });
    });
  });

  it('is held by one of many processes at a time', async () => {
    const stateDir = tempDir();
    const processes = longRun(6, 20);
    const times = longRun(5, 10);
    const children = Array.from({ length: processes }, () =>
      spawn(process.execPath, [script, stateDir, String(times)], { stdio: ['ignore', 'inherit', 'inherit'] }),
    );
    expect(await Promise.all(children.map(ended))).toEqual(children.map(() => 0));
    expect(readFileSync(join(stateDir, 'turns'), 'utf8').trim().split('\n')).toHaveLength(processes * times);
    expect(leftovers(stateDir)).toEqual(['turns']);
  });

  it('survives kill -9 of its holder while many wait', async () => {
    const stateDir = tempDir();
    const holder = spawn(process.execPath, [script, stateDir, '1', 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout?.once('data', resolve));
    const waiters = Array.from({ length: longRun(4, 12) }, () =>
      spawn(process.execPath, [script, stateDir, '3'], { stdio: ['ignore', 'inherit', 'inherit'] }),
    );
    const all = waiters.map(ended);
    rmdirSync(join(stateDir, 'alone'));
    const killed = ended(holder);
    holder.kill('SIGKILL');
    await killed;
    expect(await Promise.all(all)).toEqual(waiters.map(() => 0));
    expect(readFileSync(join(stateDir, 'turns'), 'utf8').trim().split('\n')).toHaveLength(waiters.length * 3);
    expect(existsSync(join(stateDir, 'lock'))).toBe(false);
  });
});
