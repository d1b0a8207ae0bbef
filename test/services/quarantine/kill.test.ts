import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mine } from '../../../src/services/mine/mine.js';
import { listQuarantine } from '../../../src/services/quarantine/list.js';
import { releaseSecrets } from '../../../src/services/quarantine/release.js';
import { bundleWorker } from '../../support/bundle.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, type TestPalace, testPalace } from '../../support/palace.js';
import { drawers, sourceFolder } from '../mine/support.js';
import { leaked, tokens } from './support.js';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), '..', 'mine', 'mine-worker.ts');
let built = '';
let script = '';

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'palace-kill-'));
  script = await bundleWorker(WORKER, built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Mines in a process that is killed at the n-th event of a phase. */
function killed(palace: TestPalace, project: string, phase: string, nth: number): Promise<string | number | null> {
  const args = [script, palace.root, palace.git.engine, project, phase, String(nth), '2'];
  const child = spawn(process.execPath, args, {
    env: { ...palace.runtime.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
}

const POINTS: readonly [phase: string, nth: number][] = [
  ['write', 1],
  ['write', 4],
  ['objects', 2],
  ['ref', 2],
  ['index', 1],
];

describe.each(ENGINES)('a write that is killed between the quarantine and its commit (%s)', (engine) => {
  it.each(POINTS.slice(0, longRun(3, 5)))(
    '%s %i: no secret reaches git, none is lost, and the next write says the same',
    async (phase, nth) => {
      const secrets = tokens(8);
      const files = secrets.map(({ text }, at): [string, string] => [`src/f${at}.txt`, `file ${at}\n${text}\nend\n`]);
      const project = sourceFolder('driftwood', Object.fromEntries(files));
      const palace = await testPalace(engine);
      expect(await killed(palace, project.path, phase, nth)).toBe('SIGKILL');
      expect(leaked(palace, secrets)).toEqual([]);

      await mine(palace, { paths: [project.path], mode: 'files' });
      expect(leaked(palace, secrets)).toEqual([]);
      const bodies = drawers(palace).map(({ body }) => body.toString());
      expect(bodies).toHaveLength(files.length);
      for (const body of bodies) expect(body).toMatch(/\[secret:github-token:\d+\]/);
      expect((await listQuarantine(palace)).secrets).toHaveLength(secrets.length);
      expect((await mine(palace, { paths: [project.path], mode: 'files' })).commits).toEqual([]);

      await releaseSecrets(palace, { all: true });
      expect(new Set(drawers(palace).map(({ body }) => body.toString()))).toEqual(
        new Set(files.map(([, text]) => text)),
      );
      assertClean(palace);
    },
  );
});
