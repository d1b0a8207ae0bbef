import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBlame } from '../../src/history/blame.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { removeDrawers } from '../../src/services/remove/remove.js';
import { restoreDrawers } from '../../src/services/restore/restore.js';
import { savePalace } from '../../src/services/save/save.js';
import { refusal, remember } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

/** `who: line` of each line. */
const told = async (palace: TestPalace, drawer: string, at?: string) =>
  (await readBlame(palace, { drawer, ...(at !== undefined && { at }) })).lines.map(
    ({ by, author, text: line }) => `${by ?? author?.split(' ')[0] ?? '-'}: ${line}`,
  );

describe.each(ENGINES)('readBlame (%s git)', (engine) => {
  test('each line has its author, across an edit, moves by palace and by hand, removal and return, unsaved edits', async () => {
    const palace = await testPalace(engine);
    const { id } = await remember(palace, 'one\ntwo\nthree\n', { by: 'codex' });
    await editDrawer(palace, { drawer: id, content: text('one\n2\nthree\n') });
    await moveDrawers(palace, { ids: [id], to: 'x/y', by: 'mover' });
    const { path } = await readBlame(palace, { drawer: id });
    renameSync(join(palace.root, path), join(palace.root, 'wings/x/y/by hand.md'));
    await savePalace(palace);
    expect(await told(palace, id)).toEqual(['codex: one', 'Ada: 2', 'codex: three']);
    await removeDrawers(palace, { ids: [id] });
    expect(await refusal(readBlame(palace, { drawer: id }))).toMatchObject({ code: 'not-found', exit: 4 });
    await restoreDrawers(palace, { drawer: id, by: 'restorer' });
    expect(await told(palace, id)).toEqual(['codex: one', 'Ada: 2', 'codex: three']);
    await editDrawer(palace, { drawer: id, content: text('one\n2\nthree\nfour\n'), by: 'claude' });
    const file = gitIn(palace, 'show', 'HEAD:wings/x/y/by hand.md');
    edit(palace, 'wings/x/y/by hand.md', file.replace('three\n', 'three and a half\n'));
    const { lines, total, at } = await readBlame(palace, { drawer: id });
    expect(await told(palace, id)).toEqual(['codex: one', 'Ada: 2', '-: three and a half', 'claude: four']);
    expect(lines[2]).toMatchObject({ commit: null, date: null, author: null, op: null });
    expect(lines[3]).toMatchObject({ line: 4, op: 'edit', commit: gitIn(palace, 'rev-parse', 'HEAD').trim() });
    expect([total, at]).toEqual([4, null]);
    expect(await told(palace, id, 'HEAD~5')).toEqual(['codex: one', 'Ada: 2', 'codex: three']);
  });

  test('histories that ran beside each other: each side has its lines, and a merge what its people wrote', async () => {
    const palace = await testPalace(engine);
    const path = 'wings/a/b/shared.md';
    const commit = (who: string, lines: string[]) => {
      edit(palace, path, `---\nid: d-0123456789abcdef\n---\n${lines.join('\n')}\n`);
      gitIn(palace, 'add', '.');
      gitIn(palace, '-c', `user.name=${who}`, 'commit', '-qm', who);
    };
    const base = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    commit('base', base);
    gitIn(palace, 'checkout', '-qb', 'side');
    commit(
      'side',
      base.map((line) => (line === '2' ? 'two' : line)),
    );
    gitIn(palace, 'checkout', '-q', '-');
    commit(
      'main',
      base.map((line) => (line === '8' ? 'eight' : line)),
    );
    gitIn(palace, 'merge', '-q', '--no-commit', 'side');
    commit(
      'merger',
      base.map((line) => ({ 2: 'two', 5: 'five', 8: 'eight' })[line] ?? line),
    );
    expect(await told(palace, path)).toEqual([
      'base: 1',
      'side: two',
      'base: 3',
      'base: 4',
      'merger: five',
      'base: 6',
      'base: 7',
      'main: eight',
      'base: 9',
    ]);
  });
});

test('no commit yet, unknown drawers and revisions, near names', async () => {
  const palace = await testPalace();
  await remember(palace, 'words');
  gitIn(palace, 'tag', 'release-one');
  expect(await refusal(readBlame(palace, { drawer: 'd-00000000' }))).toMatchObject({ code: 'not-found', exit: 4 });
  const refused = await refusal(readBlame(palace, { drawer: 'd-00000000', at: 'release-onee' }));
  expect(refused).toMatchObject({ code: 'unknown-revision', exit: 4 });
  expect(refused.message).toContain('did you mean "release-one"?');
});
