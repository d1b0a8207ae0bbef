import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { change } from '../../../src/palace/change.js';
import { bodyHash } from '../../../src/palace/ids.js';
import { addMemory } from '../../../src/services/add/add.js';
import { editDrawer } from '../../../src/services/edit/edit.js';
import { importInto } from '../../../src/services/import/import.js';
import { mine } from '../../../src/services/mine/mine.js';
import { listQuarantine } from '../../../src/services/quarantine/list.js';
import { releaseSecrets } from '../../../src/services/quarantine/release.js';
import { savePalace } from '../../../src/services/save/save.js';
import { hasProblems, verify } from '../../../src/services/verify/verify.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, testPalace } from '../../support/palace.js';
import { plantedSecrets } from '../../support/secrets.js';
import { drawers, sourceFolder } from '../mine/support.js';
import { bodyAt, leaked, SESSION, session } from './support.js';

const WAYS = ['chat', 'note', 'code', 'add', 'edit', 'save', 'import', 'event'] as const;

describe.each(ENGINES)('secrets through every way of writing, %s engine', (engine) => {
  it('none reaches an object of git, and release restores all byte for byte', async () => {
    const planted = plantedSecrets(3);
    expect(planted.length).toBeGreaterThanOrEqual(60);
    const of = (way: (typeof WAYS)[number]) => planted.filter((_, index) => index % WAYS.length === WAYS.indexOf(way));
    const lines = (way: (typeof WAYS)[number]) => of(way).map(({ text }) => `${text}\n`);
    const palace = await testPalace(engine);

    const talks = sourceFolder('private', {
      [`${SESSION}.jsonl`]: session(SESSION, lines('chat')),
      'notes.md': `# Notes\n\n${lines('note').join('\n')}`,
    });
    const code = sourceFolder('tool', {
      'package.json': '{"name": "tool"}\n',
      'src/keys.ts': `// keys\n${lines('code').join('')}`,
      'src/.env': lines('code').join(''),
    });
    const mined = await mine(palace, { paths: [talks.path], mode: 'chats' });
    const coded = await mine(palace, { paths: [code.path], mode: 'files' });
    expect(coded.skipped).toContainEqual(expect.objectContaining({ path: 'src/.env', reason: 'secrets-file' }));

    const added = of('add').map(({ text }) => `${text}\nthe first line is a secret`);
    const ids: string[] = [];
    for (const [index, text] of added.entries()) {
      const words = of('add')[index]?.secret ?? '';
      const said = { title: `about ${words}`, source: `mail with ${words}`, tags: [words] };
      const facts = index < 2 || words.includes('\n') ? {} : said;
      ids.push((await addMemory(palace, { content: { kind: 'text', text }, force: true, ...facts })).id);
    }

    const edited = `edited words\n${lines('edit').join('')}`;
    const note = await addMemory(palace, { content: { kind: 'text', text: 'plain words' }, title: 'plain' });
    await editDrawer(palace, { drawer: note.id, content: { kind: 'text', text: edited } });

    const dropped = 'wings/personal/general/dropped.md';
    const saved = lines('save').join('\n');
    const [one] = of('save');
    edit(palace, dropped, `---\ntags: [a, "${one?.secret.split('\n')[0]}"]\nowner: me # ${one?.secret}\n---\n${saved}`);
    await savePalace(palace, { message: `keys: ${one?.text}\n\nthe other is ${of('save')[1]?.text}` });

    const imported = lines('import').join('');
    const elsewhere = sourceFolder('exported', {
      'wings/other/general/keys.md': imported,
      'palace.yaml': 'format: 1\n',
    });
    await importInto(palace, { path: elsewhere.path });
    await change(palace, {
      op: 'add',
      subject: `event ${of('event')[0]?.text}`,
      source: of('event')[1]?.text ?? '',
      writes: [{ kind: 'put', path: 'facts/w/2026-03.jsonl', content: Buffer.from(lines('event').join('')) }],
    });

    expect(leaked(palace, planted)).toEqual([]);
    const kept = drawers(palace);
    const files = kept.map(({ path }) => readFileSync(join(palace.root, path), 'utf8'));
    expect(planted.filter(({ secret }) => files.some((file) => file.includes(secret)))).toEqual([]);
    const told = JSON.stringify([mined, coded, palace.runtime.warnings]);
    expect(planted.filter(({ secret }) => told.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([]);
    const receipts = kept.filter(({ front }) => front.sha256 !== undefined && front.id !== note.id);
    expect(receipts.length).toBeGreaterThanOrEqual(ids.length + 4);
    for (const { path, front, body } of receipts) expect(front.sha256, path).toBe(bodyHash(body));
    assertClean(palace);

    // The second time nothing is new.
    expect((await mine(palace, { paths: [talks.path], mode: 'chats' })).commits).toEqual([]);
    expect((await mine(palace, { paths: [code.path], mode: 'files' })).commits).toEqual([]);
    const again = await importInto(palace, { path: elsewhere.path });
    expect(again).toMatchObject({ commits: [], drawers: { added: 0, conflicts: 0, unchanged: 1 } });

    const { secrets } = await listQuarantine(palace);
    expect(secrets.length).toBeGreaterThanOrEqual(planted.length);
    expect(secrets.filter(({ places }) => !places.some(({ path }) => path !== null))).toEqual([]);
    const released = await releaseSecrets(palace, { all: true });
    expect(released.commit).not.toBeNull();

    const texts = new Map(drawers(palace).map((drawer) => [drawer.front.id ?? '', drawer.body.toString()]));
    expect(ids.map((id) => texts.get(id))).toEqual(added);
    expect(texts.get(note.id)).toBe(edited);
    expect(bodyAt(palace, dropped)).toBe(saved);
    expect(bodyAt(palace, 'wings/other/general/keys.md')).toBe(imported);
    expect(bodyAt(palace, 'facts/w/2026-03.jsonl')).toBe(lines('event').join(''));
    const bodies = drawers(palace).map(({ body }) => body.toString());
    expect(bodies).toContain(talks.read('notes.md').toString());
    expect(bodies).toContain(code.read('src/keys.ts').toString());
    for (const { secret } of of('chat')) expect(bodies.some((body) => body.includes(secret))).toBe(true);
    const left = drawers(palace).filter(({ path }) =>
      readFileSync(join(palace.root, path), 'utf8').includes('[secret:'),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
    expect(hasProblems(await verify(palace, { ids })), 'verify').toBe(false);

    // What was released is not kept out again: neither by mining nor by saving.
    expect((await mine(palace, { paths: [talks.path], mode: 'chats' })).commits).toEqual([]);
    expect((await mine(palace, { paths: [code.path], mode: 'files' })).commits).toEqual([]);
    appendFileSync(join(palace.root, dropped), 'more words\n');
    await savePalace(palace);
    expect(bodyAt(palace, dropped)).toBe(`${saved}more words\n`);
    expect((await listQuarantine(palace)).secrets).toEqual([]);
    assertClean(palace);
  }, 240_000);
});
