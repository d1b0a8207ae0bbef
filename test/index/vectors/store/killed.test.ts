import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleWorker } from '../../../support/bundle.js';
import { longRun } from '../../../support/counts.js';
import { tempDir } from '../../../support/temp.js';
import { LONGEST } from './conformance.js';
import { openIn, shardFiles } from './support.js';
import { idOf, vectorOf } from './vectors.js';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), 'killed-writer.ts');
const BATCHES = [3, 170, 40, 600, 1, 90];
const sizeOf = (batch: number): number => BATCHES[batch % BATCHES.length] ?? 1;

const outDir = mkdtempSync(join(tmpdir(), 'writer-'));
let script = '';
beforeAll(async () => {
  script = await bundleWorker(SOURCE, outDir);
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

function write(...args: string[]): { child: ChildProcess; said: () => number[]; talk: () => string } {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Nothing outlives a test that fails or takes too long.
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, talk] = ['', ''];
  child.stdout?.on('data', (data) => {
    out += String(data);
  });
  child.stderr?.on('data', (data) => {
    talk += String(data);
  });
  return { child, said: () => out.split('\n').slice(0, -1).map(Number), talk: () => talk };
}

describe('a writer that is killed', () => {
  it(
    `leaves all or nothing of each call, ${longRun(5, 20)} times`,
    async () => {
      const folder = join(tempDir('vectors'), 'store');
      let most = -1;
      for (let round = 0; round < longRun(5, 20); round++) {
        const { child, said, talk } = write(folder);
        // Somewhere within one of the writings that follow, each time at another place.
        while (said().length < 2 + (round % 7) && child.exitCode === null) await once(child.stdout ?? child, 'data');
        child.kill('SIGKILL');
        await once(child, 'close');
        expect(talk()).toBe('');
        most = Math.max(most, ...said());

        const { store, runtime } = await openIn(folder);
        expect([runtime.warnings, store.lost, store.health().ok]).toEqual([[], false, true]);
        let from = 0;
        let there = 0;
        for (let batch = 0; there === from; batch++) {
          const ids = Array.from({ length: sizeOf(batch) }, (_, at) => from + at);
          const found = ids.filter((at) => store.has(idOf(at))).length;
          // What was said to be kept is.
          if (batch <= most) expect(found).toBe(ids.length);
          expect([0, ids.length]).toContain(found);
          there += found;
          from += ids.length;
        }
        expect(store.count).toBe(there);
        for (let at = 0; at < there; at += 37) expect(store.get(idOf(at))).toEqual(vectorOf(at));
        expect((await store.query(vectorOf(there - 1), { count: 1 }))[0]?.id).toBe(idOf(there - 1));
        store.close();
      }
      const { store } = await openIn(folder);
      await store.compact();
      expect(readdirSync(folder).sort()).toEqual(['manifest.bin', ...shardFiles(folder)]);
      store.close();
    },
    LONGEST,
  );

  it(
    'beside another that goes on: nothing is damaged, and nobody waits for ever',
    async () => {
      const folder = join(tempDir('vectors'), 'store');
      const total = (batches: number): number =>
        Array.from({ length: batches }, (_, batch) => sizeOf(batch)).reduce((sum, size) => sum + size, 0);
      const writers = [write(folder, '0', '24'), write(folder, '100000', '24')];
      await Promise.all(writers.map(({ child }) => once(child, 'close')));
      for (const { child, talk } of writers) expect([child.exitCode, talk()]).toEqual([0, '']);
      const { store, runtime } = await openIn(folder);
      expect([runtime.warnings, store.count]).toEqual([[], 2 * total(24)]);
      for (let at = 0; at < total(24); at += 37)
        expect([store.get(idOf(at)), store.get(idOf(100_000 + at))]).toEqual([vectorOf(at), vectorOf(100_000 + at)]);
      store.close();
    },
    LONGEST,
  );
});
