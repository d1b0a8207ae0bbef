import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openGlance } from '../../../src/index/glance.js';
import { openLiveIndex } from '../../../src/index/live.js';
import { type AddRequest, addMemory } from '../../../src/services/add/add.js';
import { longRun } from '../../support/counts.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';

const add = (palace: TestPalace, text: string, more: Partial<AddRequest> = {}) =>
  addMemory(palace, { content: { kind: 'text', text }, wing: 'ops', ...more });

/** As a search does: what stands in the palace now is in the cache from here on. */
const remember = async (palace: TestPalace) => (await openLiveIndex(palace)).close();

const note = (text: string) => `---\ntitle: by hand\n---\n${text}`;
const sentence = (start: number) => Array.from({ length: 40 }, (_, word) => `word${start + word}`).join(' ');

describe.each(ENGINES)('what add finds in a palace (%s git)', (engine) => {
  test('that the cache knows, that was filed since, and that nobody has saved yet', async () => {
    const palace = await testPalace(engine);
    const known = await add(palace, sentence(0));
    await remember(palace);
    const since = await add(palace, sentence(100));
    edit(palace, 'wings/ops/rules/mine.md', note(sentence(200)));
    const edited = await add(palace, sentence(300));
    edit(
      palace,
      edited.path,
      readFileSync(join(palace.root, edited.path), 'utf8').replace(sentence(300), sentence(400)),
    );

    const again = { room: 'elsewhere' };
    expect(await add(palace, sentence(0), again)).toMatchObject({ status: 'duplicate', path: known.path });
    expect(await add(palace, `${sentence(0)}!`, again)).toMatchObject({ status: 'duplicate', path: known.path });
    expect(await add(palace, sentence(100), again)).toMatchObject({ status: 'duplicate', path: since.path });
    expect(await add(palace, sentence(200), again)).toMatchObject({
      status: 'duplicate',
      path: 'wings/ops/rules/mine.md',
    });
    expect(await add(palace, sentence(400), again)).toMatchObject({ status: 'duplicate', path: edited.path });
    // What stood there before the edit stands nowhere now.
    expect(await add(palace, sentence(300), again)).toMatchObject({ status: 'added' });
  });

  test('removed without saying so: its words are free, its id too', async () => {
    const palace = await testPalace(engine);
    const first = await add(palace, sentence(0));
    await remember(palace);
    const second = await add(palace, sentence(100));
    for (const { path } of [first, second]) rmSync(join(palace.root, path));
    // Beside the file that git still has, which may come back.
    for (const [words, before] of [
      [sentence(0), first],
      [sentence(100), second],
    ] as const)
      expect(await add(palace, words)).toMatchObject({
        status: 'added',
        id: before.id,
        path: before.path.replace(/\.md$/, '-2.md'),
      });
  });

  test('many that the cache does not know yet: it is brought up to date', async () => {
    const palace = await testPalace(engine);
    await add(palace, 'the first');
    await remember(palace);
    for (let number = 0; number < 40; number++)
      edit(palace, `wings/ops/bulk/n${number}.md`, note(sentence(number * 100)));
    expect(await openGlance(palace).then((glance) => glance?.fresh())).toBeUndefined();
    expect(await add(palace, sentence(3500))).toMatchObject({ status: 'duplicate', path: 'wings/ops/bulk/n35.md' });
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'commit', '-qm', 'bulk');
    expect(await add(palace, sentence(3600))).toMatchObject({ status: 'duplicate', path: 'wings/ops/bulk/n36.md' });
    assertClean(palace);
  });
});

test('property: whatever was filed, remembered, edited and removed, the same words are filed once in a room', async () => {
  const palace = await testPalace();
  const text = fc.integer({ min: 0, max: 5 }).map((number) => sentence(number * 100));
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), text }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('hand' as const), text, name: fc.constantFrom('a', 'b') }) },
    { weight: 1, arbitrary: fc.constant({ do: 'remember' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'remove' as const }) },
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const wing = `w${round++}`;
      /** What each file of the room says. */
      const says = new Map<string, string>();
      for (const each of steps) {
        if (each.do === 'remember') await remember(palace);
        else if (each.do === 'hand') {
          const path = `wings/${wing}/general/${each.name}.md`;
          edit(palace, path, note(each.text));
          says.set(path, each.text);
        } else if (each.do === 'remove') {
          const [path] = says.keys();
          if (path === undefined) continue;
          rmSync(join(palace.root, path));
          says.delete(path);
        } else {
          const holders = [...says].filter(([, said]) => said === each.text).map(([path]) => path);
          const { status, path } = await add(palace, each.text, { wing });
          if (holders.length === 0) {
            expect(status).toBe('added');
            expect(says.has(path)).toBe(false);
            says.set(path, each.text);
          } else {
            expect(status).toBe('exists');
            expect(holders).toContain(path);
          }
        }
      }
      gitIn(palace, 'add', '-A');
      gitIn(palace, 'commit', '-qm', 'by hand', '--allow-empty');
    }),
    { numRuns: longRun(6, 200) },
  );
});
