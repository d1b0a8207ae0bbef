import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { builtBeforeAll, Machine } from './support.js';

builtBeforeAll();

const PHASES = ['scan', 'write', 'objects', 'ref', 'index'] as const;
/** Small batches, so that a kill hits the first, a middle and the last of several commits. */
const BATCHES = { PALACE_MINE_BATCH: '4' };
const FILES = 14;

/** A palace with one mine behind it, and sources of which some changed, some went and some are new. */
async function scene(engine: 'system' | 'isomorphic'): Promise<{ machine: Machine; project: string }> {
  const machine = new Machine(engine);
  const project = join(machine.work, 'beacon');
  const files = (from: number, to: number, text: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: to - from }, (_, at) => [`docs/note-${from + at}.md`, `# Note ${from + at}\n\n${text}\n`]),
    );
  machine.write(project, files(0, FILES - 4, 'first light'));
  await machine.run('git', ['init', '--quiet'], { cwd: project });
  await machine.cli(['init']);
  const first = await machine.cli(['mine', project], { env: BATCHES });
  if (first.code !== 0) throw new Error(first.stderr);
  machine.write(project, files(4, FILES, 'second light, brighter'));
  return { machine, project };
}

describe.each(ENGINES)('kill -9 in the middle of a mine, with %s git', (engine) => {
  // The others are those of test/services/mine/kill.test.ts in the everyday suite.
  it.each(PHASES.filter((phase) => longRun(0, 1) === 1 || ['scan', 'objects', 'index'].includes(phase)))(
    'in phase %s leaves a valid repository, and a re-run ends where an undisturbed run does',
    async (phase) => {
      const { machine, project } = await scene(engine);
      const start = join(machine.work, 'start');
      cpSync(machine.palace, start, { recursive: true, verbatimSymlinks: true });
      // Trust is bound to the place: a copy came from elsewhere.
      await machine.cli(['trust', start]);
      const undisturbed = await machine.cli(['mine', project, '--json', '--palace', start], { env: BATCHES });
      expect(undisturbed.code, undisturbed.stderr + undisturbed.stdout).toBe(0);
      const wanted = (await machine.run('git', ['rev-parse', 'HEAD:wings'], { cwd: start })).stdout;
      const before = (await machine.git('rev-parse', 'HEAD:wings')).trim();
      expect(wanted.trim()).not.toBe(before);

      let kills = 0;
      for (let round = 0; round < longRun(1, 6); round++) {
        // Events of one phase: one a batch, and one more a file of `scan` and `write`.
        const at = phase === 'scan' || phase === 'write' ? 1 + round * 3 : 1 + (round % 3);
        const env = { ...BATCHES, PALACE_TEST: '1', PALACE_TEST_KILL: `${phase}:${at}` };
        const killed = await machine.cli(['mine', project, '--json'], { env });
        if (killed.signal !== 'SIGKILL') break;
        kills += 1;
        await machine.git('fsck', '--strict');
        // No half drawer: what stands in the work tree is whole, whether it is committed or not.
        const verified = await machine.cli(['verify', '--json']);
        expect(verified.json(), verified.stderr).toMatchObject({ edited: [], problems: [], outside_layout: [] });
      }
      expect(kills).toBeGreaterThan(0);

      const rerun = await machine.cli(['mine', project, '--json'], { env: BATCHES });
      expect(rerun.code, rerun.stderr + rerun.stdout).toBe(0);
      expect(await machine.git('rev-parse', 'HEAD:wings')).toBe(wanted);
      expect(await machine.git('status', '--porcelain')).toBe('');
      await machine.git('fsck', '--strict');
      const found = await machine.cli(['search', 'brighter', '--json']);
      expect(found.json<{ total: number }>().total).toBe(FILES - 4);
    },
    600_000,
  );
});
