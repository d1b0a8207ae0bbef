import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { readSourcesState } from '../../../src/palace/sources-log.js';
import { moveDrawers } from '../../../src/services/move/move.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { savePalace } from '../../../src/services/save/save.js';
import { miningKeys } from '../../../src/services/source-log/filing.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, testPalace } from '../../support/palace.js';
import { commitCount, minedDrawer, refusal, remember } from '../support.js';

describe.each(ENGINES)('moveDrawers (%s git)', (engine) => {
  test('moves files with name and content, as one commit that git sees as renames', async () => {
    const palace = await testPalace(engine);
    const one = await remember(palace, 'first memory', { wing: 'a', room: 'r' });
    const two = await remember(palace, 'second memory', { wing: 'a', room: 'r' });
    const before = commitCount(palace);
    const result = await moveDrawers(palace, { ids: [one.id, two.path], to: 'Other Wing/new_room' });
    expect(result.changes).toMatchObject([
      { kind: 'moved', id: one.id, from: one.path, path: one.path.replace('wings/a/r/', 'wings/other-wing/new-room/') },
      { kind: 'moved', id: two.id, from: two.path },
    ]);
    expect(commitCount(palace)).toBe(before + 1);
    expect(gitIn(palace, 'show', '-M100%', '--name-status', '--format=', 'HEAD')).toMatch(/^R100\t.*\nR100\t/);
    expect(existsSync(join(palace.root, 'wings/a'))).toBe(false);
    assertClean(palace);
  });

  test('a drawer that is there already does not move, and nothing is committed', async () => {
    const palace = await testPalace(engine);
    const one = await remember(palace, 'first memory', { wing: 'a', room: 'r' });
    const result = await moveDrawers(palace, { ids: [one.id], to: 'a/r' });
    expect(result).toEqual({ changes: [], commit: null, dry_run: false });
  });

  test('a dry run shows the same changes and writes nothing', async () => {
    const palace = await testPalace(engine);
    const one = await remember(palace, 'first memory', { wing: 'a', room: 'r' });
    const before = commitCount(palace);
    const dry = await moveDrawers(palace, { ids: [one.id], toRoom: 'x', dryRun: true });
    expect(commitCount(palace)).toBe(before);
    expect(existsSync(join(palace.root, one.path))).toBe(true);
    const real = await moveDrawers(palace, { ids: [one.id], toRoom: 'x' });
    expect(real.changes).toEqual(dry.changes);
  });
});

describe('moveDrawers', () => {
  test('something else of the same name at the destination is not written over', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/a/r/note.md', 'one');
    edit(palace, 'wings/b/r/note.md', 'two');
    await savePalace(palace);
    const result = await moveDrawers(palace, { ids: ['wings/a/r/note.md'], to: 'b/r' });
    expect(result.changes).toMatchObject([{ path: 'wings/b/r/note-2.md', from: 'wings/a/r/note.md' }]);
    assertClean(palace);
  });

  test('by words: only drawers that hold every one of them', async () => {
    const palace = await testPalace();
    const both = await remember(palace, 'GraphQL replaced REST last spring', { wing: 'a' });
    await remember(palace, 'GraphQL is fast', { wing: 'a' });
    const result = await moveDrawers(palace, { query: 'graphql rest', to: 'b/api', dryRun: true });
    expect(result.changes.map((change) => change.id)).toEqual([both.id]);
    expect(await refusal(moveDrawers(palace, { query: 'graphql nowhere', to: 'b/api' }))).toMatchObject({
      code: 'not-found',
      exit: 4,
    });
  });

  test('wrong requests are refused: no drawer, no place, a third folder, an unknown id, an unsaved edit', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'words');
    expect(await refusal(moveDrawers(palace, { to: 'a/b' }))).toMatchObject({ code: 'nothing-selected', exit: 2 });
    expect(await refusal(moveDrawers(palace, { ids: [id] }))).toMatchObject({ code: 'no-destination', exit: 2 });
    expect(await refusal(moveDrawers(palace, { ids: [id], to: 'a/b/c' }))).toMatchObject({ code: 'no-destination' });
    expect(await refusal(moveDrawers(palace, { ids: [id], to: '../b' }))).toMatchObject({ code: 'bad-name' });
    expect(await refusal(moveDrawers(palace, { ids: ['d-0123456789abcdef'], to: 'a/b' }))).toMatchObject({ exit: 4 });
    edit(palace, path, 'edited');
    expect(await refusal(moveDrawers(palace, { ids: [path], to: 'a/b' }))).toMatchObject({
      code: 'unsaved-edit',
      exit: 5,
    });
  });
});

describe.each(ENGINES)('removeDrawers (%s git)', (engine) => {
  test('the file goes, history keeps it, and what was added by hand leaves no event', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'to be removed');
    const result = await removeDrawers(palace, { ids: [id] });
    expect(result).toMatchObject({ changes: [{ kind: 'removed', id, path }], ignored: 0 });
    expect(existsSync(join(palace.root, path))).toBe(false);
    expect(gitIn(palace, 'show', `HEAD~1:${path}`)).toContain('to be removed');
    expect(existsSync(join(palace.root, 'sources'))).toBe(false);
    assertClean(palace);
  });

  test('an unknown id is an error and changes nothing', async () => {
    const palace = await testPalace(engine);
    await remember(palace, 'stays');
    const before = commitCount(palace);
    expect(await refusal(removeDrawers(palace, { ids: ['d-ffffffffffffffff'] }))).toMatchObject({ exit: 4 });
    expect(commitCount(palace)).toBe(before);
    assertClean(palace);
  });
});

describe('removeDrawers of what was mined', () => {
  test('the source is not to be filed again in the wing of filing, also after a move to another wing', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/proj/docs/a.md', minedDrawer('proj', 'file:proj#a.txt', 'mined words'));
    await savePalace(palace);
    const moved = await moveDrawers(palace, { source: 'file:proj#a.txt', to: 'elsewhere/docs' });
    const result = await removeDrawers(palace, { ids: [moved.changes[0]?.id ?? ''] });
    expect(result.ignored).toBe(1);
    const state = await readSourcesState(palace);
    expect(state.isIgnored({ source: 'file:proj#a.txt', unit: '', wing: 'proj' })).toBe(true);
    expect(state.isIgnored({ source: 'file:proj#a.txt', unit: '', wing: 'other' })).toBe(false);
    assertClean(palace);
  });

  test('a drawer whose source was renamed since is still known by what it was filed as', async () => {
    const palace = await testPalace();
    // Filed in "proj" as a.txt, renamed to b.txt in the project, and moved to another wing by hand; nothing is left in "proj".
    const mined = minedDrawer('proj', 'file:proj#a.txt', 'mined words').toString('utf8');
    const renamed = mined.replace(/^source: (.*)$/m, 'source: "file:proj#b.txt"\nfirst_source: "file:proj#a.txt"');
    expect(renamed).not.toBe(mined);
    edit(palace, 'wings/proj/docs/other.md', 'keeps the wing');
    edit(palace, 'wings/elsewhere/docs/a.md', renamed);
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'commit', '-qm', 'by hand');
    const keys = await miningKeys(palace, [
      { path: 'wings/elsewhere/docs/a.md', front: parseDrawer(Buffer.from(renamed)).front },
    ]);
    expect(keys).toEqual([{ source: 'file:proj#b.txt', unit: '', wing: 'proj' }]);
  });

  test('one part of several is ignored alone; all parts together ignore the source', async () => {
    const palace = await testPalace();
    const source = 'claude-code:s1';
    for (const unit of ['part-1111111111111111', 'part-2222222222222222'])
      edit(palace, `wings/w/talk/${unit}.md`, minedDrawer('w', source, `words of ${unit}`, unit));
    await savePalace(palace);
    const ignored = async (unit: string) => (await readSourcesState(palace)).isIgnored({ source, unit, wing: 'w' });
    await removeDrawers(palace, { ids: ['wings/w/talk/part-1111111111111111.md'] });
    expect(await ignored('part-1111111111111111')).toBe(true);
    expect(await ignored('part-2222222222222222')).toBe(false);
    await removeDrawers(palace, { source });
    expect(await ignored('part-3333333333333333')).toBe(true);
  });
});
