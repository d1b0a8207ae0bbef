import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { editDrawer } from '../../../src/services/edit/edit.js';
import type { OpenEditor } from '../../../src/services/edit/editor.js';
import { showDrawer } from '../../../src/services/show/show.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';
import { commitCount, refusal, remember } from '../support.js';

/** An editor that replaces a text in the file and ends with `code`. */
const editor =
  (change: (text: string) => string, code = 0): OpenEditor =>
  async (_command, file) => {
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return code;
  };

async function withEditor(): Promise<TestPalace> {
  const palace = await testPalace();
  const env = { ...palace.runtime.env, EDITOR: 'never-run' };
  return Object.assign(palace, { runtime: Object.assign(palace.runtime, { env }) });
}

describe.each(ENGINES)('editDrawer (%s git)', (engine) => {
  test('new words replace the old ones exactly, the front-matter stays, and the drawer counts as edited', async () => {
    const palace = await testPalace(engine);
    const { id, path } = await remember(palace, 'old words\n', { tags: ['kept'] });
    const result = await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'new words, no end' } });
    expect(result).toMatchObject({ id, path });
    expect(gitIn(palace, 'rev-parse', 'HEAD').trim()).toBe(result.commit);
    const shown = await showDrawer(palace, { drawer: id });
    expect(shown.body.toString('utf8')).toBe('new words, no end');
    expect(shown.result).toMatchObject({ edited: true, tags: ['kept'] });
    assertClean(palace);
  });

  test('a title that was the first line of the words follows them, one that was given stays', async () => {
    const palace = await testPalace(engine);
    const words = { kind: 'text', text: 'granite\nand more\n' } as const;
    const { id } = await remember(palace, 'basalt\n');
    expect(await editDrawer(palace, { drawer: id, content: words })).toMatchObject({ id, title: 'granite' });
    expect((await showDrawer(palace, { drawer: id })).result).toMatchObject({ title: 'granite', body: words.text });
    const given = await remember(palace, 'basalt\n', { title: 'Stones' });
    expect(await editDrawer(palace, { drawer: given.id, content: words })).toMatchObject({ title: 'Stones' });
    assertClean(palace);
  });

  test('the same words again make no commit', async () => {
    const palace = await testPalace(engine);
    const { id } = await remember(palace, 'words');
    const before = commitCount(palace);
    expect((await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'words' } })).commit).toBeNull();
    expect(commitCount(palace)).toBe(before);
  });
});

describe('editDrawer in an editor', () => {
  test('commits that file only, after a clean exit', async () => {
    const palace = await withEditor();
    const { id, path } = await remember(palace, 'We use REST.');
    const other = await remember(palace, 'another');
    edit(palace, other.path, 'half an edit of somebody else');
    const result = await editDrawer(
      palace,
      { drawer: id },
      editor((text) => `${text}\nand GraphQL`),
    );
    expect(result.commit).not.toBeNull();
    expect(gitIn(palace, 'show', '--name-only', '--format=', 'HEAD').trim()).toBe(path);
    expect(gitIn(palace, 'status', '--porcelain').trim()).toBe(`M ${other.path}`);
  });

  test('a title that was the first line of the words follows them, unless the edit gave another', async () => {
    const palace = await withEditor();
    const { id, path } = await remember(palace, 'basalt\n', { tags: ['kept'] });
    const inBody = editor((text) => text.replace(/basalt\n$/, 'granite\n'));
    expect(await editDrawer(palace, { drawer: id }, inBody)).toMatchObject({ title: 'granite' });
    expect(gitIn(palace, 'show', `HEAD:${path}`)).toMatch(/title: "?granite"?\n.*tags:.*\ngranite\n$/s);
    const inBoth = editor((text) => text.replace(/title: .*/, 'title: Stones').replace(/granite\n$/, 'marble\n'));
    expect(await editDrawer(palace, { drawer: id }, inBoth)).toMatchObject({ title: 'Stones' });
    assertClean(palace);
  });

  test('no change gives commit null', async () => {
    const palace = await withEditor();
    const { id } = await remember(palace, 'words');
    expect(
      (
        await editDrawer(
          palace,
          { drawer: id },
          editor((text) => text),
        )
      ).commit,
    ).toBeNull();
  });

  test('an editor that fails commits nothing and the message says where the text is', async () => {
    const palace = await withEditor();
    const { id, path } = await remember(palace, 'words');
    const before = commitCount(palace);
    const error = await refusal(
      editDrawer(
        palace,
        { drawer: id },
        editor((text) => `${text} more`, 3),
      ),
    );
    expect(error.code).toBe('editor-failed');
    expect(error.message).toContain(join(palace.root, path));
    expect(commitCount(palace)).toBe(before);
    expect(readFileSync(join(palace.root, path), 'utf8')).toMatch(/words more$/);
  });

  test('front-matter that the edit has broken is reported by file and line and not committed', async () => {
    const palace = await withEditor();
    const { id, path } = await remember(palace, 'words');
    const before = commitCount(palace);
    const error = await refusal(
      editDrawer(
        palace,
        { drawer: id },
        editor((text) => text.replace('title:', 'title: [')),
      ),
    );
    expect(error).toMatchObject({ code: 'broken-front-matter', exit: 5, details: { path } });
    expect(error.message).toMatch(new RegExp(`${path}:\\d+`));
    expect(commitCount(palace)).toBe(before);
  });

  test('an id that the edit has taken out is put back', async () => {
    const palace = await withEditor();
    const { id, path } = await remember(palace, 'words');
    await editDrawer(
      palace,
      { drawer: id },
      editor((text) => `${text.replace(/^id:.*\n/m, '')} more`),
    );
    const file = parseDrawer(readFileSync(join(palace.root, path)));
    expect(file.front.id).toBe(id);
    expect(file.body.toString('utf8')).toBe('words more');
    assertClean(palace);
  });

  test('an editor that is not there is named as what to change', async () => {
    const palace = await testPalace();
    const { id, path } = await remember(palace, 'words');
    palace.runtime.env = { ...palace.runtime.env, VISUAL: '', EDITOR: join(palace.runtime.home, 'no-such-editor') };
    const error = await refusal(editDrawer(palace, { drawer: id }));
    expect(error).toMatchObject({ code: 'editor-failed', details: { code: 127 } });
    expect(error.next[0]).toContain(`EDITOR=vim palace edit ${path}`);
    assertClean(palace);
  });

  test('without VISUAL and EDITOR it says what to set', async () => {
    const palace = await testPalace();
    const { id } = await remember(palace, 'words');
    expect(await refusal(editDrawer(palace, { drawer: id }))).toMatchObject({ code: 'no-editor', exit: 2 });
  });

  test('a real command with arguments is run through the shell, the path as one argument', async () => {
    const palace = await testPalace();
    const script = join(palace.runtime.home, 'my editor.sh');
    writeFileSync(script, '#!/bin/sh\n[ "$1" = --wait ] || exit 9\nprintf " by script" >> "$2"\n');
    chmodSync(script, 0o755);
    palace.runtime.env = { ...palace.runtime.env, VISUAL: `'${script}' --wait`, EDITOR: 'false' };
    const { id } = await remember(palace, 'words');
    expect((await editDrawer(palace, { drawer: id })).commit).not.toBeNull();
    expect((await showDrawer(palace, { drawer: id })).body.toString('utf8')).toBe('words by script');
  });
});

test('an edit that is not saved yet is never written over', async () => {
  const palace = await testPalace();
  const { id, path } = await remember(palace, 'words');
  edit(palace, path, 'mine');
  const error = await refusal(editDrawer(palace, { drawer: path, content: { kind: 'text', text: 'other' } }));
  expect(error).toMatchObject({ code: 'unsaved-edit', exit: 5 });
  expect(readFileSync(join(palace.root, path), 'utf8')).toBe('mine');
  expect((await refusal(editDrawer(palace, { drawer: `${id}0`, content: { kind: 'text', text: 'x' } }))).exit).not.toBe(
    0,
  );
});
