import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDrawer } from '../../../src/palace/codec.js';
import { addMemory } from '../../../src/services/add/add.js';
import { mine } from '../../../src/services/mine/mine.js';
import { listQuarantine } from '../../../src/services/quarantine/list.js';
import { releaseSecrets } from '../../../src/services/quarantine/release.js';
import { dropSecrets, redactSecrets } from '../../../src/services/quarantine/settle.js';
import { restoreDrawers } from '../../../src/services/restore/restore.js';
import { savePalace } from '../../../src/services/save/save.js';
import { undoOperation } from '../../../src/services/undo/undo.js';
import { assertClean, edit, gitIn, testPalace } from '../../support/palace.js';
import type { PlantedSecret } from '../../support/secrets.js';
import { drawers, sourceFolder } from '../mine/support.js';
import { bodyAt, leaked, SESSION, session, tokens } from './support.js';

describe('the quarantine', () => {
  const [first, second] = tokens(2) as [PlantedSecret, PlantedSecret];

  it('is readable by its owner only and names no secret in lists', async () => {
    const palace = await testPalace();
    const added = await addMemory(palace, { content: { kind: 'text', text: `my ${first.text}` } });
    expect(added.secrets).toEqual([
      {
        path: added.path,
        line: expect.any(Number),
        rule: 'palace',
        kind: 'github-token',
        message: expect.stringContaining('[secret:github-token:1]'),
        placeholder: '[secret:github-token:1]',
        quarantine_id: expect.stringMatching(/^q-[0-9a-f]{16}$/),
      },
    ]);
    const folder = join(palace.stateDir, 'quarantine');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    const list = await listQuarantine(palace);
    expect(list.secrets).toEqual([
      expect.objectContaining({
        state: 'held',
        placeholder: '[secret:github-token:1]',
        places: [{ id: added.id, path: added.path }],
      }),
    ]);
    expect(JSON.stringify([list, added])).not.toContain(first.secret);
    expect(gitIn(palace, 'status', '--porcelain', '--ignored', '.git')).toBe('');
  });

  it('gives one secret one number, and another the next', async () => {
    const palace = await testPalace();
    const text = `${first.secret} and ${second.secret} and ${first.secret}`;
    const added = await addMemory(palace, { content: { kind: 'text', text } });
    const read = () => parseDrawer(readFileSync(join(palace.root, added.path))).body.toString();
    expect(read()).toBe('[secret:github-token:1] and [secret:github-token:2] and [secret:github-token:1]');
    await releaseSecrets(palace, { ids: ['[secret:github-token:1]'] });
    expect(read()).toBe(`${first.secret} and [secret:github-token:2] and ${first.secret}`);
    expect(leaked(palace, [second])).toEqual([]);
  });

  it('a session that grows keeps its numbers, and its first part stays as it is', async () => {
    const palace = await testPalace();
    const folder = sourceFolder('chats', { [`${SESSION}.jsonl`]: session(SESSION, [`see ${first.text}`]) });
    await mine(palace, { paths: [folder.path], mode: 'chats' });
    folder.write(
      `${SESSION}.jsonl`,
      session(SESSION, [`see ${first.text}`, `and ${second.text} beside ${first.text}`]),
    );
    await mine(palace, { paths: [folder.path], mode: 'chats' });
    const [drawer] = drawers(palace);
    expect(drawer?.body.toString()).toMatch(/token:1\][\s\S]*token:2\].*token:1\]/);
    expect(leaked(palace, [first, second])).toEqual([]);
  });

  it('drop destroys the words, the same secret stays out all the same; redact settles', async () => {
    const palace = await testPalace();
    const added = await addMemory(palace, { content: { kind: 'text', text: `a ${first.text} b ${second.text}` } });
    const [one, two] = (await listQuarantine(palace)).secrets;
    await dropSecrets(palace, { ids: [one?.id ?? ''] });
    await redactSecrets(palace, { ids: [two?.id ?? ''] });
    expect((await listQuarantine(palace)).secrets).toEqual([]);
    expect((await listQuarantine(palace, { all: true })).secrets.map(({ state }) => state)).toEqual([
      'dropped',
      'redacted',
    ]);
    await expect(releaseSecrets(palace, { ids: [one?.id ?? ''] })).rejects.toMatchObject({
      code: 'secret-gone',
      exit: 4,
    });
    const folder = join(palace.stateDir, 'quarantine');
    const held = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
    expect(held).not.toContain(Buffer.from(first.secret).toString('base64'));
    const more = await addMemory(palace, { content: { kind: 'text', text: `other words with ${first.text}` } });
    expect(readFileSync(join(palace.root, more.path), 'utf8')).toContain('[secret:github-token:1]');
    await releaseSecrets(palace, { ids: [added.id.slice(0, 10)], all: false }).catch(() => {});
    await expect(releaseSecrets(palace, { ids: ['q-ffff'] })).rejects.toMatchObject({ code: 'not-found', exit: 4 });
    await expect(releaseSecrets(palace, {})).rejects.toMatchObject({ code: 'nothing-named', exit: 2 });
  });

  it('a release that is undone keeps the secret out again', async () => {
    const palace = await testPalace();
    const added = await addMemory(palace, { content: { kind: 'text', text: `a ${first.text}` } });
    await releaseSecrets(palace, { ids: [added.id] });
    await undoOperation(palace, {});
    expect(readFileSync(join(palace.root, added.path), 'utf8')).not.toContain(first.secret);
    const more = await addMemory(palace, { content: { kind: 'text', text: `some other text: ${first.text}` } });
    expect(readFileSync(join(palace.root, more.path), 'utf8')).not.toContain(first.secret);
  });

  it('an edit beside what HEAD holds already leaves that; a mined file of code is redacted like all else', async () => {
    const palace = await testPalace();
    const warn = { ...palace, settings: { ...palace.settings, secrets: 'warn' as const } };
    const added = await addMemory(warn, { content: { kind: 'text', text: `old ${first.text}` } });
    appendFileSync(join(palace.root, added.path), `\nnew ${second.text}`);
    await savePalace(palace);
    expect(bodyAt(palace, added.path)).toBe(`old ${first.text}\nnew use [secret:github-token:1] for it`);

    const code = `const a = '${second.secret}';\n`;
    const folder = sourceFolder('code', { 'src/a.ts': code, 'package.json': '{}\n' });
    const mined = await mine(palace, { paths: [folder.path], mode: 'files' });
    expect(mined.secrets).toEqual([expect.objectContaining({ kind: 'github-token', line: expect.any(Number) })]);
    expect(leaked(palace, [second])).toEqual([]);
    const [held] = (await listQuarantine(palace)).secrets.filter(({ places }) => places[0]?.path?.includes('/src/'));
    await releaseSecrets(palace, { ids: [held?.id ?? ''] });
    expect(drawers(palace).map(({ body }) => body.toString())).toContain(code);
    // Released once it may stand anywhere: also in the text it was kept out of before, when it is written anew.
    expect((await mine(palace, { paths: [folder.path], mode: 'files' })).commits).toEqual([]);
  });

  it('a hand edit with a secret is redacted in the work tree too, and a mine merges with it', async () => {
    const palace = await testPalace();
    const text = (last: string) => `# Plan\n\none\n\ntwo\n\nthree\n\n${last}\n`;
    const folder = sourceFolder('notes', { 'plan.md': text(`use ${first.secret}`) });
    await mine(palace, { paths: [folder.path], mode: 'chats' });
    const path = drawers(palace)[0]?.path ?? '';
    const filed = readFileSync(join(palace.root, path), 'utf8');
    edit(palace, path, `${filed.replace('one\n', `one, ${second.secret}\n`)}`);
    const saved = await savePalace(palace);
    expect(saved.secrets).toEqual([expect.objectContaining({ path, placeholder: '[secret:github-token:2]' })]);
    expect(readFileSync(join(palace.root, path), 'utf8')).not.toContain(second.secret);
    folder.write('plan.md', `${text(`use ${first.secret}`)}\nfour\n`);
    const mined = await mine(palace, { paths: [folder.path], mode: 'chats' });
    expect(mined.drawers).toMatchObject({ merged: 1 });
    // Nothing is told twice of one memory.
    expect(mined.secrets.filter((one) => one.path === path)).toEqual([]);
    const merged = text('use [secret:github-token:1]').replace('one\n', 'one, [secret:github-token:2]\n');
    expect(bodyAt(palace, path)).toBe(`${merged}\nfour\n`);
    await releaseSecrets(palace, { all: true });
    expect(bodyAt(palace, path)).toContain(`one, ${second.secret}\n`);
    expect(bodyAt(palace, path)).toContain(`use ${first.secret}\n`);
    // The edit is still an edit: the next mine files the released source as what it was made from, and all is settled.
    const released = bodyAt(palace, path);
    const settled = await mine(palace, { paths: [folder.path], mode: 'chats' });
    expect(settled.conflicts).toEqual([]);
    expect(bodyAt(palace, path)).toBe(released);
    expect((await mine(palace, { paths: [folder.path], mode: 'chats' })).commits).toEqual([]);
    assertClean(palace);
  });

  it('redact takes out again what was released by mistake; undo and restore bring it back as it was', async () => {
    const palace = await testPalace();
    const added = await addMemory(palace, { content: { kind: 'text', text: `a ${first.text}` } });
    await releaseSecrets(palace, { ids: [added.id] });
    const redacted = await redactSecrets(palace, { ids: [added.id] });
    expect(redacted.changed).toEqual([added.path]);
    expect(bodyAt(palace, added.path)).toBe('a use [secret:github-token:1] for it');
    const more = await addMemory(palace, { content: { kind: 'text', text: `quite other words: ${first.text}` } });
    expect(bodyAt(palace, more.path)).not.toContain(first.secret);
    await undoOperation(palace, { revision: redacted.commit ?? '' });
    expect(bodyAt(palace, added.path)).toBe(`a ${first.text}`);
    await undoOperation(palace, {});
    expect(bodyAt(palace, added.path)).toBe('a use [secret:github-token:1] for it');
    await restoreDrawers(palace, { drawer: added.id, at: 'HEAD~1' });
    expect(bodyAt(palace, added.path)).toBe(`a ${first.text}`);
    assertClean(palace);
  });

  it('what looks like a placeholder in a text is left as it is by a release', async () => {
    const palace = await testPalace();
    const text = `it shows [secret:github-token:1] for ${first.secret}`;
    const folder = sourceFolder('notes', { 'a.md': text });
    const added = await addMemory(palace, { content: { kind: 'text', text } });
    await mine(palace, { paths: [folder.path], mode: 'chats' });
    expect(bodyAt(palace, added.path)).toBe('it shows [secret:github-token:1] for [secret:github-token:2]');
    await releaseSecrets(palace, { all: true });
    expect(drawers(palace).map(({ body }) => body.toString())).toEqual([text, text]);
    // A secret that has number 1 elsewhere gets another one in a text that says this number itself.
    await addMemory(palace, { content: { kind: 'text', text: second.text } });
    const other = `and [secret:github-token:3] beside ${second.secret}, said elsewhere`;
    const beside = await addMemory(palace, { content: { kind: 'text', text: other } });
    expect(bodyAt(palace, beside.path)).toContain('[secret:github-token:4], said');
    await releaseSecrets(palace, { all: true });
    expect(bodyAt(palace, beside.path)).toBe(other);
  });

  it('leaves out a source whose name holds a secret, and refuses such a name of a file to save', async () => {
    const palace = await testPalace();
    const folder = sourceFolder('notes', { [`${first.secret}.md`]: 'words', 'b.md': 'other words' });
    const mined = await mine(palace, { paths: [folder.path], mode: 'chats' });
    expect(mined.skipped).toEqual([expect.objectContaining({ reason: 'secret-in-name' })]);
    expect(mined.drawers).toMatchObject({ added: 1 });
    edit(palace, `wings/w/r/${first.secret}.md`, 'words');
    await expect(savePalace(palace)).rejects.toMatchObject({ code: 'secret-in-path', exit: 2 });
    expect(leaked(palace, [first])).toEqual([]);
  });

  it('another clone knows what was released, without the words in the log', async () => {
    const palace = await testPalace();
    const folder = sourceFolder('notes', { 'a.md': `it is ${first.secret}` });
    await mine(palace, { paths: [folder.path], mode: 'chats' });
    await releaseSecrets(palace, { all: true });
    const logs = gitIn(palace, 'show', 'HEAD', '--', 'sources');
    expect(logs).toContain('words_hash');
    expect(logs).not.toContain(first.secret);
    rmSync(join(palace.stateDir, 'quarantine'), { recursive: true });
    expect((await mine(palace, { paths: [folder.path], mode: 'chats' })).commits).toEqual([]);
    expect((await listQuarantine(palace, { all: true })).secrets).toEqual([]);
  });

  it('names a damaged file of the quarantine and goes on', async () => {
    const palace = await testPalace();
    await addMemory(palace, { content: { kind: 'text', text: first.text } });
    const folder = join(palace.stateDir, 'quarantine');
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('q-'));
    writeFileSync(join(folder, name), '{"id": ');
    expect(await listQuarantine(palace)).toEqual({ secrets: [], damaged: [`quarantine/${name}`] });
    const more = await addMemory(palace, { content: { kind: 'text', text: `wholly different: ${second.secret}` } });
    expect(bodyAt(palace, more.path)).not.toContain(second.secret);
  });
});
