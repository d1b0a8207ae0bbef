import { describe, expect, it } from 'vitest';
import { readLog } from '../../src/history/log.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { listDrawers } from '../../src/services/list/list.js';
import { moveDrawers } from '../../src/services/move/move.js';
import { removeDrawers } from '../../src/services/remove/remove.js';
import { restoreDrawers } from '../../src/services/restore/restore.js';
import { showDrawer } from '../../src/services/show/show.js';
import { undoOperation } from '../../src/services/undo/undo.js';
import { commitCount, refusal, remember } from '../services/support.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, edit, gitIn, testPalace } from '../support/palace.js';
import { count, FILLER, find } from './support.js';

describe.each(ENGINES)('acceptance: names and drawers (%s git)', (engine) => {
  it('1: a wing may be called "my proj.v2"; escapes, separators, 129 characters and nothing are refused by field', async () => {
    const palace = await testPalace(engine);
    const { id, wing, path } = await remember(palace, 'words of a project', { wing: 'my proj.v2' });
    expect(path).toBe(`wings/${wing}/general/words-of-a-project-${id.slice(2, 10)}.md`);
    for (const spelling of ['my proj.v2', 'My Proj.V2', wing])
      expect(await count(palace, 'project', { wing: spelling }), spelling).toBe(1);
    const before = commitCount(palace);
    for (const bad of ['../x', 'a/b', 'a'.repeat(129), ''])
      for (const [field, refused] of [
        ['wing', () => remember(palace, 'x', { wing: bad })],
        ['room', () => remember(palace, 'x', { room: bad })],
        ['wing', () => find(palace, 'x', { wing: bad })],
        ['room', () => moveDrawers(palace, { ids: [id], toRoom: bad })],
      ] as const) {
        const error = await refusal(refused());
        expect(error, `${field} ${bad}`).toMatchObject({ code: 'bad-name', exit: 2 });
        expect(error.message, bad).toContain(field);
      }
    expect(commitCount(palace)).toBe(before);
    assertClean(palace);
  });

  it('5: a lone surrogate is stored as U+FFFD, in words, title and tags; emoji stay whole', async () => {
    const palace = await testPalace(engine);
    const text = 'left \ud83d right \udc4d whole 👍🏽 👩‍👩‍👧';
    const { id, path } = await remember(palace, text, { title: 'a \ud83d title 👍', tags: ['t\udc4d'] });
    const whole = 'left \ufffd right \ufffd whole 👍🏽 👩‍👩‍👧';
    const { result, body } = await showDrawer(palace, { drawer: id });
    expect(body).toEqual(Buffer.from(whole, 'utf8'));
    expect(result).toMatchObject({ title: 'a \ufffd title 👍', tags: ['t\ufffd'] });
    expect(gitIn(palace, 'show', `HEAD:${path}`).endsWith(whole)).toBe(true);
    expect(await count(palace, 'whole')).toBe(1);
  });

  it('6: the same content twice in one wing and room: one id, "exists", one file, one commit', async () => {
    const palace = await testPalace(engine);
    const before = commitCount(palace);
    const first = await remember(palace, 'We use GraphQL.', { wing: 'driftwood', room: 'api' });
    const second = await remember(palace, 'We use GraphQL.', {
      wing: 'driftwood',
      room: 'api',
      title: 'Another title',
    });
    expect(first.status).toBe('added');
    expect(second).toMatchObject({ status: 'exists', id: first.id, path: first.path, commit: null });
    expect(commitCount(palace)).toBe(before + 1);
    expect(gitIn(palace, 'ls-files', 'wings').trim()).toBe(first.path);
    assertClean(palace);
  });

  it('7: two texts that share their first 100 characters get two ids', async () => {
    const palace = await testPalace(engine);
    const head = FILLER.repeat(2).slice(0, 100);
    const [one, two] = [await remember(palace, `${head}one`), await remember(palace, `${head}two`)];
    expect(two.status).toBe('added');
    expect(one.id).not.toBe(two.id);
    expect((await showDrawer(palace, { drawer: one.id })).result.body).toBe(`${head}one`);
    expect((await showDrawer(palace, { drawer: two.id })).result.body).toBe(`${head}two`);
  });

  it('8: a drawer of 5,000 characters reads back whole by the returned id, and can be removed', async () => {
    const palace = await testPalace(engine);
    const text = `${'中文 and English, tab\t, CR LF\r\n'.repeat(200)}`.slice(0, 5000);
    const { id } = await remember(palace, text);
    expect((await showDrawer(palace, { drawer: id })).body).toEqual(Buffer.from(text, 'utf8'));
    expect((await removeDrawers(palace, { ids: [id] })).changes).toMatchObject([{ kind: 'removed', id }]);
    expect(await refusal(showDrawer(palace, { drawer: id }))).toMatchObject({ exit: 4 });
    assertClean(palace);
  });

  it('9: an unknown id is an error and changes nothing; a removed drawer is not found, and one command brings it back', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'the codeword is basalt');
    const before = commitCount(palace);
    for (const refused of [
      () => removeDrawers(palace, { ids: ['d-ffffffffffffffff'] }),
      () => removeDrawers(palace, { ids: [id, 'd-ffffffffffffffff'] }),
    ])
      expect(await refusal(refused())).toMatchObject({ code: 'not-found', exit: 4 });
    expect(commitCount(palace)).toBe(before);
    expect(await count(palace, 'basalt')).toBe(1);
    for (const back of [
      () => restoreDrawers(palace, { drawer: id }),
      () => undoOperation(palace, {}),
      () => restoreDrawers(palace, { drawer: path }),
    ]) {
      await removeDrawers(palace, { ids: [id] });
      expect(await count(palace, 'basalt')).toBe(0);
      expect((await listDrawers(palace, {})).total).toBe(0);
      expect((await back()).commit).not.toBeNull();
      expect(await find(palace, 'basalt')).toMatchObject({ total: 1, hits: [{ id, path }] });
    }
    expect((await showDrawer(palace, { drawer: id })).result.edited).toBe(false);
    assertClean(palace);
  });

  it('10: an update is found and the old words are not; history shows both and who; no change is no commit', async () => {
    const palace = await testPalace(engine);
    const { id, commit } = await remember(palace, 'the codeword is basalt', { by: 'codex' });
    const changed = await editDrawer(palace, {
      drawer: id,
      content: { kind: 'text', text: 'the codeword is granite' },
    });
    expect(await count(palace, 'granite')).toBe(1);
    expect(await count(palace, 'basalt')).toBe(0);
    expect(await count(palace, 'basalt', { asOf: commit ?? '' })).toBe(1);
    const { entries } = await readLog(palace, { drawer: id });
    expect(entries.map(({ op, by, author, commit: at }) => [op, by, author, at])).toEqual([
      ['edit', null, 'Ada Tester <ada@example.org>', changed.commit],
      ['add', 'codex', expect.stringContaining('codex'), commit],
    ]);
    const words = async (at: string) => (await showDrawer(palace, { drawer: id, at })).result.body;
    expect(await words('HEAD~1')).toBe('the codeword is basalt');
    expect(await words('HEAD')).toBe('the codeword is granite');
    const before = commitCount(palace);
    const same = await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'the codeword is granite' } });
    expect(same.commit).toBeNull();
    expect(commitCount(palace)).toBe(before);
  });

  it('11: a limit of 5,000 is 100, a negative offset is 0, and the total does not depend on the page', async () => {
    const palace = await testPalace(engine);
    for (let at = 0; at < 103; at++) edit(palace, `wings/w/r/${String(at).padStart(3, '0')}.md`, `note ${at}\n`);
    const most = await listDrawers(palace, { limit: 5000, offset: -7 });
    expect(most).toMatchObject({ limit: 100, offset: 0, total: 103 });
    expect(most.drawers).toHaveLength(100);
    const rest = await listDrawers(palace, { limit: 100, offset: 100 });
    expect(rest).toMatchObject({ total: 103 });
    expect(new Set([...most.drawers, ...rest.drawers].map(({ path }) => path)).size).toBe(103);
    expect(await listDrawers(palace, { limit: 5, offset: 500 })).toMatchObject({ total: 103, drawers: [] });
  });
});
