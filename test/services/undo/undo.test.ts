import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { change } from '../../../src/palace/change.js';
import { readSourcesState } from '../../../src/palace/sources-log.js';
import { editDrawer } from '../../../src/services/edit/edit.js';
import { moveDrawers } from '../../../src/services/move/move.js';
import { removeDrawers } from '../../../src/services/remove/remove.js';
import { restoreDrawers } from '../../../src/services/restore/restore.js';
import { savePalace } from '../../../src/services/save/save.js';
import { showDrawer } from '../../../src/services/show/show.js';
import { undoOperation } from '../../../src/services/undo/undo.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, minedDrawer, refusal, remember } from '../support.js';

const words = async (palace: TestPalace, drawer: string) =>
  (await showDrawer(palace, { drawer })).body.toString('utf8');

const rewrite = (palace: TestPalace, drawer: string, text: string) =>
  editDrawer(palace, { drawer, content: { kind: 'text', text } });

const rewriteAs = (palace: TestPalace, drawer: string, text: string, by: string) =>
  editDrawer(palace, { drawer, content: { kind: 'text', text }, by });

const tree = (palace: TestPalace) => gitIn(palace, 'rev-parse', 'HEAD^{tree}').trim();

describe.each(ENGINES)('undoOperation (%s git)', (engine) => {
  test.each(['add', 'edit', 'move', 'remove'])(
    '%s: the tree is as before, history only grows, and undo of undo redoes',
    async (op) => {
      const palace = await testPalace(engine);
      const { id } = await remember(palace, 'first words');
      const before = tree(palace);
      if (op === 'add') await remember(palace, 'other words');
      if (op === 'edit') await rewrite(palace, id, 'changed words');
      if (op === 'move') await moveDrawers(palace, { ids: [id], to: 'x/y' });
      if (op === 'remove') await removeDrawers(palace, { ids: [id] });
      const done = tree(palace);
      const count = commitCount(palace);

      const undone = await undoOperation(palace, {});
      expect(undone.undone.op).toBe(op);
      expect(undone.changes).toHaveLength(1);
      expect(tree(palace)).toBe(before);
      expect(commitCount(palace)).toBe(count + 1);
      assertClean(palace);

      expect((await undoOperation(palace, {})).undone.op).toBe('undo');
      expect(tree(palace)).toBe(done);
      assertClean(palace);
    },
  );

  test('all batches of an operation are taken back, around what somebody committed in between', async () => {
    const palace = await testPalace(engine);
    const batch = (number: number, name: string) =>
      change(palace, {
        op: 'mine',
        subject: `mine proj: batch ${number}`,
        opId: 'op-of-two',
        batch: { number, total: 2 },
        writes: [
          {
            kind: 'put',
            path: `wings/proj/docs/${name}.md`,
            content: minedDrawer('proj', `file:proj#${name}`, `words of ${name}`),
          },
        ],
      });
    await batch(1, 'a');
    const between = await remember(palace, 'in between');
    await batch(2, 'b');
    const undone = await undoOperation(palace, { revision: 'HEAD~2' });
    expect(undone.undone).toMatchObject({ op: 'mine', op_id: 'op-of-two' });
    expect(undone.undone.commits).toHaveLength(2);
    expect(undone.changes.map(({ kind, path }) => [kind, path])).toEqual([
      ['removed', 'wings/proj/docs/a.md'],
      ['removed', 'wings/proj/docs/b.md'],
    ]);
    expect(existsSync(join(palace.root, between.path))).toBe(true);
    assertClean(palace);
  });
});

describe('undoOperation', () => {
  test('later edits of other lines stay, also when the drawer was moved since', async () => {
    const palace = await testPalace();
    const { id } = await remember(palace, 'one\ntwo\nthree\nfour\nfive\n');
    const second = await rewrite(palace, id, 'ONE\ntwo\nthree\nfour\nfive\n');
    await rewrite(palace, id, 'ONE\ntwo\nthree\nfour\nFIVE\n');
    await moveDrawers(palace, { ids: [id], to: 'far/away' });
    await undoOperation(palace, { revision: second.commit ?? '' });
    expect(await words(palace, id)).toBe('one\ntwo\nthree\nfour\nFIVE\n');
    expect((await showDrawer(palace, { drawer: id })).result.wing).toBe('far');
    assertClean(palace);
  });

  test('an overlap with a later edit names the drawer and changes nothing', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'one\n');
    const second = await rewrite(palace, id, 'two\n');
    await rewrite(palace, id, 'three\n');
    const before = tree(palace);
    const error = await refusal(undoOperation(palace, { revision: second.commit ?? '' }));
    expect(error).toMatchObject({ code: 'undo-overlaps', exit: 5, details: { overlaps: [{ id, path }] } });
    expect(error.message).toContain(id);
    expect(tree(palace)).toBe(before);
    assertClean(palace);
  });

  test.each([
    ['was edited since', (palace: TestPalace, id: string) => rewrite(palace, id, 'other')],
    ['was moved to', (palace: TestPalace, id: string) => moveDrawers(palace, { ids: [id], to: 'x/y' })],
  ])('an added memory that %s is not taken away', async (reason, later) => {
    const palace = await testPalace();
    const { id, commit } = await remember(palace, 'words');
    await later(palace, id);
    const error = await refusal(undoOperation(palace, { revision: commit ?? '' }));
    expect(error.exit).toBe(5);
    expect(error.message).toContain(reason);
  });

  test('taken back already: no commit', async () => {
    const palace = await testPalace();
    const { id, commit } = await remember(palace, 'words');
    await removeDrawers(palace, { ids: [id] });
    expect(await undoOperation(palace, { revision: commit ?? '' })).toMatchObject({ commit: null, changes: [] });
  });

  test('an unsaved edit of a drawer in question refuses it', async () => {
    const palace = await testPalace();
    const { path } = await remember(palace, 'words');
    edit(palace, path, 'half an edit');
    expect(await refusal(undoOperation(palace, {}))).toMatchObject({ code: 'unsaved-edit', exit: 5 });
    expect(readFileSync(join(palace.root, path), 'utf8')).toBe('half an edit');
  });

  test('a commit that a person made with git is taken back like any other', async () => {
    const palace = await testPalace();
    const before = tree(palace);
    edit(palace, 'wings/a/b/by-hand.md', 'typed\n');
    gitIn(palace, 'add', '.');
    gitIn(palace, 'commit', '-qm', 'by hand');
    expect(await undoOperation(palace, {})).toMatchObject({ undone: { op: 'commit', op_id: null } });
    expect(tree(palace)).toBe(before);
  });

  test('the removal of a mined memory: its event is revoked, no line is taken out, and undo of undo ignores it again', async () => {
    const palace = await testPalace();
    edit(palace, 'wings/proj/docs/a.md', minedDrawer('proj', 'file:proj#a.txt', 'mined words'));
    await savePalace(palace);
    const ignored = async () =>
      (await readSourcesState(palace)).isIgnored({ source: 'file:proj#a.txt', unit: '', wing: 'proj' });
    const { changes } = await removeDrawers(palace, { source: 'file:proj#a.txt' });
    expect(await ignored()).toBe(true);
    const lines = () => gitIn(palace, 'grep', '-h', '', 'HEAD', '--', 'sources').trim().split('\n');
    const before = lines();
    expect((await undoOperation(palace, {})).revoked).toBe(1);
    expect(await ignored()).toBe(false);
    expect(await words(palace, changes[0]?.id ?? '')).toBe('mined words');
    expect(lines().slice(0, before.length)).toEqual(before);
    await undoOperation(palace, {});
    expect(await ignored()).toBe(true);
    expect(lines()).toHaveLength(before.length + 2);
    assertClean(palace);
  });

  test('the first commit, an unknown revision', async () => {
    const palace = await testPalace();
    expect(await refusal(undoOperation(palace, {}))).toMatchObject({ code: 'first-commit', exit: 2 });
    expect(await refusal(undoOperation(palace, { revision: 'nonsense' }))).toMatchObject({
      code: 'unknown-revision',
      exit: 4,
    });
  });
});

describe.each(ENGINES)('restoreDrawers (%s git)', (engine) => {
  test('a removed drawer comes back with one command, byte for byte, and mining may file it again', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'wings/proj/docs/a.md', minedDrawer('proj', 'file:proj#a.txt', 'mined\r\nwords'));
    await savePalace(palace);
    const file = readFileSync(join(palace.root, 'wings/proj/docs/a.md'));
    const { changes } = await removeDrawers(palace, { source: 'file:proj#a.txt' });
    const id = changes[0]?.id ?? '';
    const result = await restoreDrawers(palace, { drawer: id.slice(0, 8) });
    expect(result).toMatchObject({ changes: [{ kind: 'added', id, path: 'wings/proj/docs/a.md' }], revoked: 1 });
    expect(readFileSync(join(palace.root, 'wings/proj/docs/a.md'))).toEqual(file);
    const state = await readSourcesState(palace);
    expect(state.isIgnored({ source: 'file:proj#a.txt', unit: '', wing: 'proj' })).toBe(false);
    assertClean(palace);
  });

  test('--at brings the words of that time back where the drawer stands now', async () => {
    const palace = await testPalace(engine);
    const { id, commit } = await remember(palace, 'old words');
    await rewrite(palace, id, 'new words');
    await moveDrawers(palace, { ids: [id], to: 'x/y' });
    const result = await restoreDrawers(palace, { drawer: id, at: commit ?? '' });
    expect(result.changes).toMatchObject([{ kind: 'changed', id }]);
    expect(result.changes[0]?.path).toMatch(/^wings\/x\/y\//);
    expect(await words(palace, id)).toBe('old words');
    assertClean(palace);
  });
});

describe('restoreDrawers', () => {
  test('a whole room as it was: removed and edited drawers come back, later ones stay', async () => {
    const palace = await testPalace();
    const place = { wing: 'w', room: 'r' };
    const one = await remember(palace, 'one', place);
    const two = await remember(palace, 'two', place);
    await removeDrawers(palace, { ids: [one.id] });
    await rewrite(palace, two.id, 'two edited');
    const three = await remember(palace, 'three', place);
    const result = await restoreDrawers(palace, { drawer: 'w/r', at: two.commit ?? '' });
    expect(result.changes.map(({ kind, id }) => [kind, id]).sort()).toEqual(
      [
        ['added', one.id],
        ['changed', two.id],
      ].sort(),
    );
    expect(await words(palace, two.id)).toBe('two');
    expect(await words(palace, three.id)).toBe('three');
  });

  test('without --at all removed drawers of a room come back', async () => {
    const palace = await testPalace();
    const place = { wing: 'w', room: 'r' };
    const one = await remember(palace, 'one', place);
    const two = await remember(palace, 'two', place);
    await removeDrawers(palace, { ids: [one.id, two.id] });
    expect((await restoreDrawers(palace, { drawer: 'w/r' })).changes).toHaveLength(2);
    expect([await words(palace, one.id), await words(palace, two.id)]).toEqual(['one', 'two']);
  });

  test('a file that was only deleted in the work tree is back without a commit', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'words');
    gitIn(palace, 'rm', '-q', path);
    const before = commitCount(palace);
    expect(await restoreDrawers(palace, { drawer: id })).toMatchObject({ commit: null, changes: [{ id, path }] });
    expect(commitCount(palace)).toBe(before);
    assertClean(palace);
  });

  test('a drawer that still stands asks as of when; an unknown one is not found', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'words');
    expect(await refusal(restoreDrawers(palace, { drawer: id }))).toMatchObject({
      code: 'nothing-to-restore',
      exit: 2,
    });
    expect(await refusal(restoreDrawers(palace, { drawer: 'd-0000000000000000' }))).toMatchObject({ exit: 4 });
    expect(await refusal(restoreDrawers(palace, { drawer: path, at: 'HEAD~1' }))).toMatchObject({ exit: 4 });
    expect(await refusal(restoreDrawers(palace, { drawer: path, at: 'never' }))).toMatchObject({
      code: 'unknown-revision',
      exit: 4,
    });
  });
});

describe('undo of all that somebody did', () => {
  test('of an agent, of a session, since a date or commit; later edits stay, and undo of the undo redoes', async () => {
    const palace = await testPalace();
    const mine = await remember(palace, 'one\ntwo\nthree\nfour\nfive\n');
    const start = tree(palace);
    await rewriteAs(palace, mine.id, 'ONE\ntwo\nthree\nfour\nfive\n', 'codex');
    const theirs = await remember(palace, 'what codex thought', { by: 'codex' });
    await rewrite(palace, mine.id, 'ONE\ntwo\nthree\nfour\nFIVE\n');
    const before = tree(palace);

    const dry = await undoOperation(palace, { all: { by: 'codex' }, dry_run: true });
    expect(dry).toMatchObject({ commit: null, dry_run: true, changes: [{ kind: 'changed' }, { kind: 'removed' }] });
    expect(tree(palace)).toBe(before);

    const undone = await undoOperation(palace, { all: { by: 'codex' } });
    expect(undone.operations.map(({ op }) => op)).toEqual(['add', 'edit']);
    expect(await words(palace, mine.id)).toBe('one\ntwo\nthree\nfour\nFIVE\n');
    expect(existsSync(join(palace.root, theirs.path))).toBe(false);
    expect(gitIn(palace, 'log', '-1', '--format=%s').trim()).toBe('undo all by codex (2)');
    await undoOperation(palace, {});
    expect(tree(palace)).toBe(before);
    await undoOperation(palace, { all: { since: mine.commit ?? '' } });
    expect(tree(palace)).toBe(start);
    assertClean(palace);
  });

  test('an overlap gives it up as a whole and names the drawer; --partly takes the rest back', async () => {
    const palace = await testPalace();
    const kept = await remember(palace, 'one line', { by: 'codex' });
    const gone = await remember(palace, 'another memory', { by: 'codex' });
    await rewrite(palace, kept.id, 'one line, edited');
    const before = tree(palace);
    const refused = await refusal(undoOperation(palace, { all: { by: 'codex' } }));
    expect(refused).toMatchObject({ code: 'undo-overlaps', exit: 5 });
    expect(refused.message).toContain(kept.id);
    expect(tree(palace)).toBe(before);
    const undone = await undoOperation(palace, { all: { by: 'codex' }, partly: true });
    expect(undone).toMatchObject({ changes: [{ kind: 'removed', id: gone.id }], overlaps: [{ id: kept.id }] });
    expect(await words(palace, kept.id)).toBe('one line, edited');
  });

  test('a session by its id or the beginning of it; nothing that fits, and two ways to say it, are refused', async () => {
    const palace = await testPalace();
    const put = (name: string, session: string) =>
      change(palace, {
        op: 'add',
        subject: name,
        session,
        writes: [{ kind: 'put', path: `wings/a/b/${name}.md`, content: Buffer.from(name) }],
      });
    await put('one', 'session-1');
    await put('two', 'session-2');
    expect((await undoOperation(palace, { all: { session: 'session-1' } })).changes).toMatchObject([
      { kind: 'removed', path: 'wings/a/b/one.md' },
    ]);
    expect(existsSync(join(palace.root, 'wings/a/b/two.md'))).toBe(true);
    expect(await refusal(undoOperation(palace, { all: { session: 'other' } }))).toMatchObject({
      code: 'nothing-to-undo',
      exit: 4,
    });
    expect(await refusal(undoOperation(palace, { revision: 'HEAD', all: { by: 'x' } }))).toMatchObject({
      code: 'bad-usage',
      exit: 2,
    });
    expect(await refusal(undoOperation(palace, { all: { since: 'the day it rained' } }))).toMatchObject({
      code: 'bad-date',
      exit: 2,
    });
  });
});
