import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { change } from '../../src/palace/change.js';
import { openPalace } from '../../src/palace/open.js';
import type { Palace } from '../../src/palace/types.js';
import { initPalace } from '../../src/services/init/init.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, gitIn } from '../support/palace.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

/** A real small disk; undefined where this user may not mount one. */
function smallDisk(kilobytes: number): string | undefined {
  const disk = join(tempDir(), 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'palace-test', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  return disk;
}

async function palaceOn(disk: string, engine: 'system' | 'isomorphic'): Promise<Palace> {
  const home = tempDir();
  const runtime = testRuntime({ home });
  const root = join(disk, 'palace');
  await initPalace({ root, runtime, git: engine });
  const palace = await openPalace(root, runtime, { git: engine });
  onTestFinished(() => palace.close());
  return palace;
}

const A = 'wings/w/r/a.md';
/** Does not shrink when git packs it. */
const noise = (bytes: number, seed: number) => {
  const out = Buffer.alloc(bytes);
  for (let at = 0, state = seed + 1; at < bytes; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out[at] = state >>> 24;
  }
  return out;
};

describe.each(ENGINES)('a disk that cannot take a change, %s engine', (engine) => {
  it('full: at whatever file or object it ends, everything is as before, and smaller changes go through', async (context) => {
    const disk = smallDisk(1200);
    if (disk === undefined) return context.skip('mounting a small disk needs root');
    const palace = await palaceOn(disk, engine);
    await change(palace, { op: 'add', subject: 'x', writes: [{ kind: 'put', path: A, content: noise(20_000, 1) }] });
    const head = gitIn(palace, 'rev-parse', 'HEAD');
    let failures = 0;
    // From too large for the files alone to too large only for git's copy of them.
    for (const size of [1_400_000, 900_000, 700_000, 600_000]) {
      const writes = [
        { kind: 'put' as const, path: A, content: noise(size / 2, size) },
        { kind: 'put' as const, path: 'wings/new/r/b.md', content: noise(size / 2, size + 1) },
      ];
      const result = await change(palace, { op: 'add', subject: 'large', writes }).catch((error: unknown) => error);
      if (!(result instanceof Error)) break;
      failures++;
      expect(result, String(size)).toMatchObject({ code: 'disk-full', exit: 1, details: { system_code: 'ENOSPC' } });
      expect(gitIn(palace, 'rev-parse', 'HEAD')).toBe(head);
      expect(readFileSync(join(palace.root, A)).equals(noise(20_000, 1))).toBe(true);
      assertClean(palace);
    }
    expect(failures).toBeGreaterThan(1);
    const receipt = await change(palace, {
      op: 'add',
      subject: 'small',
      writes: [{ kind: 'put', path: A, content: Buffer.from('small') }],
    });
    expect(receipt?.indexRefreshed).toBe(true);
    assertClean(palace);
  });

  it('read-only: says so, and nothing is left behind', async (context) => {
    const disk = smallDisk(4000);
    if (disk === undefined) return context.skip('mounting a small disk needs root');
    const palace = await palaceOn(disk, engine);
    const set = { op: 'add', subject: 'x', writes: [{ kind: 'put' as const, path: A, content: Buffer.from('x') }] };
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await expect(change(palace, set)).rejects.toMatchObject({
      code: 'read-only',
      exit: 1,
      message: expect.stringContaining(`${palace.stateDir} (EROFS)`), // the folder, not a file that could not be made
    });
    await expect(initPalace({ root: join(disk, 'other'), runtime: palace.runtime, git: engine })).rejects.toMatchObject(
      { code: 'read-only' },
    );
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    expect(await change(palace, set)).not.toBeNull();
    assertClean(palace);
  });

  it('without a folder for temporary files: a file stands in its place', async () => {
    const palace = await palaceOn(tempDir(), engine);
    rmSync(join(palace.root, '.palace'), { recursive: true, force: true });
    writeFileSync(join(palace.root, '.palace'), 'a file of that name');
    await expect(
      change(palace, { op: 'add', subject: 'x', writes: [{ kind: 'put', path: A, content: Buffer.from('x') }] }),
    ).rejects.toThrow(/\.palace/);
    expect(gitIn(palace, 'log', '--format=%s').trim()).toBe('init palace');
  });
});
