import { expect, it } from 'vitest';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { builtBeforeAll, Machine } from './support.js';

builtBeforeAll();

const PROCESSES = longRun(4, 20);
const EACH = longRun(3, 10);

it.each(ENGINES)(
  'many processes add at once: every drawer is in HEAD, every commit reachable (%s git)',
  async (engine) => {
    const machine = new Machine(engine);
    expect((await machine.cli(['init'])).code).toBe(0);
    const ids: string[] = [];
    const writer = async (process: number) => {
      for (let n = 0; n < EACH; n++) {
        const ran = await machine.cli([
          'add',
          `Writer ${process} says number ${n}.`,
          '--wing',
          `w${n}`,
          '--force',
          '--json',
        ]);
        expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
        ids.push(ran.json<{ id: string }>().id);
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, (_, process) => writer(process)));
    const files = (await machine.git('ls-tree', '-r', '--name-only', 'HEAD', 'wings')).trim().split('\n');
    expect(new Set(ids).size).toBe(PROCESSES * EACH);
    expect(files).toHaveLength(PROCESSES * EACH);
    expect(await machine.git('rev-list', '--count', 'HEAD')).toBe(`${PROCESSES * EACH + 1}\n`);
    expect(await machine.git('status', '--porcelain')).toBe('');
    await machine.git('fsck', '--strict', '--no-dangling');
  },
  600_000,
);

it('many processes add the same words at once: one drawer, one commit', async () => {
  const machine = new Machine();
  expect((await machine.cli(['init'])).code).toBe(0);
  const runs = await Promise.all(
    Array.from({ length: longRun(4, 20) }, (_, n) =>
      // A title of its own gives each another file name.
      machine.cli(['add', 'The same words.', '--title', `Title ${n % 2}`, '--json']),
    ),
  );
  expect(runs.map((ran) => ran.code)).toEqual(runs.map(() => 0));
  const results = runs.map((ran) => ran.json<{ id: string; status: string }>());
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  expect(results.filter(({ status }) => status === 'added')).toHaveLength(1);
  expect(await machine.git('rev-list', '--count', 'HEAD')).toBe('2\n');
}, 600_000);
