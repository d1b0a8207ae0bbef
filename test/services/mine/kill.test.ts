import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bodyHash } from '../../../src/palace/ids.js';
import { openPalace } from '../../../src/palace/open.js';
import { bundleWorker } from '../../support/bundle.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { tempDir } from '../../support/temp.js';
import { drawerOf, drawers, editBody, mineInto, snapshot, sourceFolder, wingTree } from './support.js';

const HERE = dirname(fileURLToPath(import.meta.url));
let built = '';
let script = '';

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'palace-mine-'));
  script = await bundleWorker(join(HERE, 'mine-worker.ts'), built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

const BATCH = 4;
const FILES = { mode: 'files' } as const;

/** A palace where much has to be done: added, changed, moved, removed, merged, filed beside, a part edited. */
async function situation(engine: 'system' | 'isomorphic') {
  const line = (n: number) => `line ${n} of a file with enough words\n`;
  const text = (from: number) => Array.from({ length: 12 }, (_, n) => line(from + n)).join('');
  const palace = await testPalace(engine);
  const files: Record<string, string> = {};
  for (let n = 0; n < 8; n++) files[`src/f${n}.txt`] = text(n * 20);
  const project = sourceFolder('driftwood', files);
  await mineInto(palace, project, FILES);
  for (const n of [1, 2])
    editBody(palace, drawerOf(palace, `#src/f${n}.txt`).path, (body) => body.replace(line(n * 20 + 3), 'by hand\n'));
  project.write('src/f0.txt', `${text(0)}more\n`);
  project.write('src/f1.txt', `${text(20)}more\n`);
  project.write('src/f2.txt', text(40).replace(line(43), 'by the source\n'));
  project.remove('src/f3.txt');
  project.rename('src/f4.txt', 'src/renamed.txt');
  for (let n = 0; n < 6; n++) project.write(`docs/new${n}.md`, `# New ${n}\n\n${text(200 + n * 20)}`);
  return { palace, project };
}

/** A copy of the palace, as of now. */
async function copyOf(palace: TestPalace): Promise<TestPalace> {
  const root = join(tempDir(), 'palace');
  cpSync(palace.root, root, { recursive: true });
  const copy = await openPalace(root, palace.runtime, { git: palace.git.engine, requireTrust: false });
  copy.settings.batchSize = BATCH;
  onTestFinished(() => copy.close());
  return Object.assign(copy, { runtime: palace.runtime });
}

function run(palace: TestPalace, project: string, phase: string, nth: number): Promise<NodeJS.Signals | number | null> {
  const child = spawn(
    process.execPath,
    [script, palace.root, palace.git.engine, project, phase, String(nth), String(BATCH)],
    { env: { ...palace.runtime.env }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
}

describe.each(ENGINES)('a mine that is killed (%s)', (engine) => {
  const points: [string, number[]][] = [
    ['scan', [1, 9]],
    ['write', [1, 3, 7, 12]],
    ['objects', [1, 2]],
    ['ref', [1, 3]],
    ['index', [1, 2]],
    ['passages', [1]],
  ];

  // The others are those of test/e2e/kill.test.ts in the everyday suite.
  it.each(points.filter(([phase]) => longRun(0, 1) === 1 || ['write', 'ref', 'passages'].includes(phase)))(
    'in phase %s leaves a valid palace, and the next run ends as an undisturbed one',
    async (phase, at) => {
      const { palace, project } = await situation(engine);
      const calm = await copyOf(palace);
      const calmResult = await mineInto(calm, project, FILES);
      expect(calmResult.drawers).toMatchObject({ added: 7, changed: 1, merged: 1, moved: 1, removed: 1 });
      expect(calmResult.conflicts).toHaveLength(1);
      const known = new Set([...drawers(palace), ...drawers(calm)].map(({ body }) => bodyHash(body)));
      // The new source of the edited drawer, kept by itself before it is merged.
      known.add(bodyHash(project.read('src/f1.txt')));
      const times = longRun(1, Math.max(at.length, 5));
      for (let turn = 0; turn < times; turn++) {
        const nth = at[turn] ?? turn + 1;
        const shot = await copyOf(palace);
        const ending = await run(shot, project.path, phase, nth);
        // A phase has fewer events than asked for only in the long run.
        if (turn < at.length) expect(ending).toBe('SIGKILL');

        gitIn(shot, 'fsck', '--strict', '--no-dangling');
        for (const { body, problem } of drawers(shot)) {
          expect(problem).toBeUndefined();
          expect(known).toContain(bodyHash(body));
        }
        const again = await mineInto(shot, project, FILES);
        expect(again.conflicts).toEqual(calmResult.conflicts);
        expect(wingTree(shot)).toBe(wingTree(calm));
        expect(snapshot(shot)).toEqual(snapshot(calm));
        assertClean(shot);
        expect((await mineInto(shot, project, FILES)).commits).toEqual([]);
      }
    },
  );

  // The first commit keeps the source of the edited drawer; the second files new drawers; the third changes some.
  it.each([1, 2, 3])(
    'while the source goes on changing, what it left behind is no edit of a person (%i)',
    async (nth) => {
      const { palace, project } = await situation(engine);
      const shot = await copyOf(palace);
      expect(await run(shot, project.path, 'objects', nth)).toBe('SIGKILL');
      project.write('src/f0.txt', 'shorter now, and other words\n');
      // A name is fixed at first filing, so only what is not committed yet may get another title here.
      if (nth < 3) {
        project.write('docs/new0.md', '# Another title, so another file name\n\nchanged meanwhile\n');
        project.write('docs/new1.md', '# New 1\n\nchanged meanwhile\n');
        project.write('docs/new2.md', 'a different text\n');
      }
      const calm = await copyOf(palace);
      await mineInto(calm, project, FILES);
      const again = await mineInto(shot, project, FILES);
      expect(again.conflicts.filter(({ reason }) => reason !== 'overlap')).toEqual([]);
      expect(wingTree(shot)).toBe(wingTree(calm));
      expect(snapshot(shot)).toEqual(snapshot(calm));
      assertClean(shot);
    },
  );
});
