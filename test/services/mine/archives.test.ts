import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/services/doctor/doctor.js';
import { mine } from '../../../src/services/mine/mine.js';
import { testPalace } from '../../support/palace.js';
import { type ZipEntry, zipOf } from '../../support/zip.js';
import { drawers, mineInto, type SourceFolder, sourceFolder } from './support.js';

const conversation = (id: string, question: string) => ({
  title: question,
  create_time: 1_700_000_000,
  mapping: {
    a: {
      id: 'a',
      parent: null,
      children: ['b'],
      message: { id: 'a', author: { role: 'user' }, content: { content_type: 'text', parts: [question] } },
    },
    b: {
      id: 'b',
      parent: 'a',
      children: [],
      message: { id: 'b', author: { role: 'assistant' }, content: { content_type: 'text', parts: ['An answer.'] } },
    },
  },
  current_node: 'b',
  id,
});
const EXPORT: ZipEntry[] = [
  {
    name: 'conversations.json',
    content: JSON.stringify([conversation('one', 'Which knot?'), conversation('two', 'Which rope?')]),
  },
  { name: 'user.json', content: '{"id":"user-x","email":"ann@example.org"}' },
  { name: 'notes/day.md', content: '# A day\n\nWith words.\n' },
  { name: 'notes/', content: '' },
  { name: 'pictures/one.png', content: 'not really' },
  { name: 'pictures/two.png', content: 'not really' },
  { name: '__MACOSX/notes/._day.md', content: 'resource' },
];
const unpacked = Object.fromEntries(
  EXPORT.filter(({ name }) => !String(name).endsWith('/') && !String(name).startsWith('__')).map(
    ({ name, content }) => [`chats/${name}`, content],
  ),
);
const sources = (palace: Parameters<typeof drawers>[0]) =>
  drawers(palace).map(({ path, front, text }) => ({ path: path.replace(/.*\//, ''), source: front.source, text }));

/** Gives unpacked files the time that they have in the archive, as unpacking does. */
function dated(folder: SourceFolder): SourceFolder {
  const time = new Date('2025-02-11T12:00:00Z');
  for (const file of Object.keys(unpacked)) utimesSync(join(folder.path, file), time, time);
  return folder;
}

describe('a zip archive that is mined', () => {
  it('by its name gives the same memories as the folder that it would unpack to', async () => {
    const palace = await testPalace();
    const zipped = sourceFolder('downloads', { 'chats.zip': zipOf(EXPORT) });
    const result = await mine(palace, { paths: [join(zipped.path, 'chats.zip')] });
    expect(result.drawers.added).toBe(3);
    expect(result.wing).toBe('chats');
    expect(result.files.map(({ path, adapter }) => [path, adapter])).toEqual([
      ['chats.zip/conversations.json', 'chatgpt'],
      ['chats.zip/notes/day.md', 'note'],
    ]);
    expect(result.skipped).toContainEqual(
      expect.objectContaining({ path: 'chats.zip/*.png', reason: 'extension', count: 2 }),
    );
    const other = await testPalace();
    const plain = dated(sourceFolder('downloads', unpacked));
    await mine(other, { paths: [join(plain.path, 'chats')] });
    expect(sources(palace)).toEqual(sources(other));
    // Nothing of the unpacking is left, and reading the folder after the archive changes nothing.
    expect(readdirSync(join(palace.root, '.palace', 'tmp'))).toEqual([]);
    const again = await mine(palace, { paths: [join(plain.path, 'chats')] });
    expect(again.drawers).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
  });

  it('in a folder gives what the folder would give if it were unpacked beside it', async () => {
    const palace = await testPalace();
    const zipped = sourceFolder('downloads', { 'chats.zip': zipOf(EXPORT), 'list.md': '# A list\n' });
    const result = await mineInto(palace, zipped);
    expect(result.wings).toEqual(['downloads']);
    const other = await testPalace();
    await mineInto(other, dated(sourceFolder('downloads', { ...unpacked, 'list.md': '# A list\n' })));
    expect(sources(palace)).toEqual(sources(other));
    const again = await mineInto(palace, zipped);
    expect(again.drawers).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 4 });
    expect(again.commits).toEqual([]);
  });

  it('in an archive is opened as well, three deep and no deeper', async () => {
    const palace = await testPalace();
    let archive = zipOf([{ name: 'deep.md', content: '# Too deep\n' }]);
    for (const name of ['c', 'b', 'a'])
      archive = zipOf([
        { name: `${name}.zip`, content: archive, deflate: false },
        { name: `${name}.md`, content: `# ${name}\n` },
      ]);
    const folder = sourceFolder('downloads', { 'top.zip': archive });
    const result = await mine(palace, { paths: [join(folder.path, 'top.zip')] });
    expect(result.files.map(({ path }) => path)).toEqual([
      'top.zip/a.md',
      'top.zip/a.zip/b.md',
      'top.zip/a.zip/b.zip/c.md',
    ]);
    expect(result.skipped).toMatchObject([{ path: 'top.zip/a.zip/b.zip/c.zip', reason: 'unsafe-archive' }]);
  });

  it('names what it does not unpack: protected, leading out, links, traps, twice', async () => {
    const palace = await testPalace();
    const folder = sourceFolder('downloads');
    const entries: ZipEntry[] = [
      { name: 'good.md', content: '# Good\n' },
      { name: 'secret.md', content: 'x', encrypted: true },
      { name: '../outside.md', content: '# Outside\n' },
      { name: '/absolute.md', content: '# Absolute\n' },
      { name: 'a\\..\\..\\back.md', content: '# Back\n' },
      { name: 'link.md', content: '/etc/passwd', mode: 0o120777 },
      { name: 'good.md', content: '# Another\n' },
      { name: 'trap.json', content: Buffer.alloc(80 * 1024 * 1024, 0x20) },
      { name: '.env', content: 'KEY=1' },
      { name: Buffer.from('caf\u00e9.md'), content: '# Café\n' },
    ];
    writeFileSync(join(folder.path, 'odd.zip'), zipOf(entries));
    const result = await mine(palace, { paths: [join(folder.path, 'odd.zip')] });
    expect(result.files.map(({ path }) => path)).toEqual(['odd.zip/café.md', 'odd.zip/good.md']);
    expect(result.skipped.map(({ path, reason }) => [path, reason])).toEqual([
      ['odd.zip/secret.md', 'encrypted'],
      ['odd.zip/(entry)', 'unsafe-archive'],
      ['odd.zip/(entry)', 'unsafe-archive'],
      ['odd.zip/(entry)', 'unsafe-archive'],
      ['odd.zip/link.md', 'symlink'],
      ['odd.zip/good.md', 'unsafe-archive'],
      ['odd.zip/trap.json', 'unsafe-archive'],
      ['odd.zip/.env', 'secrets-file'],
    ]);
    expect(readdirSync(dirname(folder.path))).toEqual(['downloads']);
    expect(
      drawers(palace)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['# Café\n', '# Good\n']);
  });

  it('that is damaged gives what can be read, and one that is none is named', async () => {
    const palace = await testPalace();
    const list = Array.from({ length: 400 }, (_, id) =>
      conversation(`c${id}`, `Question ${id} ${(id * 7919) % 1009}?`),
    );
    const spoilt = zipOf([
      { name: 'conversations.json', content: JSON.stringify(list), spoilFrom: 3000 },
      { name: 'after.md', content: '# After\n' },
    ]);
    const whole = zipOf(EXPORT);
    const folder = sourceFolder('downloads', {
      'spoilt.zip': spoilt,
      'cut.zip': whole.subarray(0, -40),
      'lies.zip': zipOf([{ name: 'long.md', content: '# Long\n'.repeat(99), claims: 20 }]),
    });
    const result = await mineInto(palace, folder);
    expect(result.skipped.map(({ path, reason }) => [path, reason])).toEqual(
      expect.arrayContaining([
        ['cut.zip', 'damaged'],
        ['lies.zip/long.md', 'damaged'],
        ['spoilt.zip/conversations.json', 'damaged'],
      ]),
    );
    expect(drawers(palace).map(({ text }) => text)).toContain('# After\n');
    expect(result.not_kept).toContainEqual(expect.objectContaining({ what: 'unfinished last conversation', count: 1 }));
    expect(drawers(palace).length).toBeGreaterThan(5);
  });

  it('leaves nothing behind after an error, and takes away what a killed mine left', async () => {
    const palace = await testPalace();
    const tmp = join(palace.root, '.palace', 'tmp');
    for (const name of ['unpacked-1-old', 'unpacked-2-new']) mkdirSync(join(tmp, name), { recursive: true });
    const old = new Date(palace.runtime.now().getTime() - 48 * 3600 * 1000);
    utimesSync(join(tmp, 'unpacked-1-old'), old, old);
    utimesSync(join(tmp, 'unpacked-2-new'), palace.runtime.now(), palace.runtime.now());
    const folder = sourceFolder('downloads', { 'a.zip': zipOf(EXPORT) });
    await expect(mine(palace, { paths: [folder.path, join(folder.path, 'none')] })).rejects.toMatchObject({
      code: 'no-such-source',
    });
    expect(readdirSync(tmp)).toEqual(['unpacked-2-new']);
    const checks = await doctor(palace, {});
    expect(checks.checks.find(({ name }) => name === 'temporary')?.status).toBe('ok');
  });

  it('larger than the limit is not unpacked', async () => {
    const palace = await testPalace();
    const folder = sourceFolder('downloads', {
      'two.zip': zipOf(
        ['a', 'b'].map((name) => ({ name: `${name}.md`, content: `# ${name}\n${'words '.repeat(4000)}` })),
      ),
    });
    const small = { ...palace, settings: { ...palace.settings, maxSourceBytes: 2000 } };
    const result = await mine(small, { paths: [join(folder.path, 'two.zip')] });
    expect(result.files).toEqual([]);
    expect(result.skipped).toMatchObject([{ reason: 'too-large' }, { reason: 'too-large' }]);
  });
});
