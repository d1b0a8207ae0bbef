import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { change } from '../../src/palace/change.js';
import { renderDrawer } from '../../src/palace/codec.js';
import {
  drawerFrom,
  findDrawer,
  headBlob,
  listDrawerPaths,
  readDrawer,
  surveyDrawers,
} from '../../src/palace/drawers.js';
import { provisionalId } from '../../src/palace/ids.js';
import type { DrawerId } from '../../src/palace/types.js';
import { edit, type TestPalace, testPalace } from '../support/palace.js';

const ID_A = 'd-1234abcd00000001' as DrawerId;
const ID_B = 'd-1234abce00000002' as DrawerId;
const A = 'wings/driftwood/auth/2026-03-01-login-1234abcd.md';
const B = 'wings/driftwood/auth/2026-03-02-logout-1234abce.md';

function drawer(id: DrawerId, body: string): Buffer {
  return renderDrawer({ id, title: 'x' }, Buffer.from(body));
}

async function withTwo(): Promise<TestPalace> {
  const palace = await testPalace();
  edit(palace, A, drawer(ID_A, 'the login'));
  edit(palace, B, drawer(ID_B, 'the logout'));
  return palace;
}

describe('listing drawers', () => {
  it('gives the drawer files of the work tree in order, and names what else lies there', async () => {
    const palace = await withTwo();
    edit(palace, 'wings/driftwood/wing.yaml', 'rooms: []\n');
    edit(palace, 'wings/driftwood/loose.md', 'x');
    edit(palace, 'wings/driftwood/auth/deep/er/c.md', 'no front-matter');
    edit(palace, 'wings/driftwood/auth/.hidden.md', 'x');
    edit(palace, 'wings/driftwood/auth/photo.png', 'x');
    edit(palace, 'wings/driftwood/.obsidian/x.md', 'x');
    const outside = join(palace.runtime.home, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'theirs.md'), 'theirs');
    symlinkSync(outside, join(palace.root, 'wings/driftwood/linked'));
    symlinkSync(join(outside, 'theirs.md'), join(palace.root, 'wings/driftwood/auth/linked.md'));
    execFileSync('mkfifo', [join(palace.root, 'wings/driftwood/auth/pipe.md')]);
    expect(await listDrawerPaths(palace)).toEqual([A, B, 'wings/driftwood/auth/deep/er/c.md']);
    const { problems } = await surveyDrawers(palace);
    expect(problems.map(({ path, reason }) => [path, reason]).sort()).toEqual([
      ['wings/driftwood/auth/linked.md', 'symlink'],
      ['wings/driftwood/auth/pipe.md', 'special-file'],
      ['wings/driftwood/linked', 'symlink'],
      ['wings/driftwood/loose.md', 'outside-layout'],
    ]);
  });

  it('is empty in a new palace', async () => {
    expect(await surveyDrawers(await testPalace())).toEqual({ paths: [], problems: [] });
  });
});

describe('reading a drawer', () => {
  it('gives wing and room from its path, body and blob from its bytes', async () => {
    const palace = await withTwo();
    expect(await readDrawer(palace, A)).toMatchObject({
      path: A,
      wing: 'driftwood',
      room: 'auth',
      front: { id: ID_A, title: 'x' },
      body: Buffer.from('the login'),
      blob: hashBlob(drawer(ID_A, 'the login')),
    });
    expect(() => drawerFrom('README.md', Buffer.alloc(0), hashBlob(Buffer.alloc(0)))).toThrow(
      expect.objectContaining({ code: 'not-a-drawer' }),
    );
  });

  it('follows no link, waits for no pipe, and reads nothing larger than the limit', async () => {
    const palace = await withTwo();
    const outside = join(palace.runtime.home, 'outside/room');
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, 'x.md'), 'theirs');
    symlinkSync(join(palace.runtime.home, 'outside'), join(palace.root, 'wings/linked'));
    symlinkSync(join(outside, 'x.md'), join(palace.root, 'wings/driftwood/auth/l.md'));
    execFileSync('mkfifo', [join(palace.root, 'wings/driftwood/auth/pipe.md')]);
    const small = { ...palace, settings: { ...palace.settings, maxSourceBytes: 10 } };
    for (const [place, path] of [
      [palace, 'wings/linked/room/x.md'],
      [palace, 'wings/driftwood/auth/l.md'],
      [palace, 'wings/driftwood/auth/pipe.md'],
      [palace, 'wings/../palace.yaml'],
      [small, A],
    ] as const)
      await expect(readDrawer(place, path), path).rejects.toMatchObject({ code: 'not-a-drawer' });
    await expect(readDrawer(palace, 'wings/driftwood/auth/none.md')).rejects.toMatchObject({
      code: 'not-found',
      exit: 4,
    });
  });
});

describe('finding a drawer', () => {
  it('takes an id, its beginning with or without d-, in any case, and a path', async () => {
    const palace = await withTwo();
    const deep = { ...palace, runtime: { ...palace.runtime, cwd: join(palace.root, 'wings/driftwood') } };
    for (const text of [
      ID_A,
      ID_A.slice(2),
      '1234abcd',
      'd-1234ABCD0',
      '1234abcd00000001',
      A,
      `./${A}`,
      join(palace.root, A),
    ])
      expect((await findDrawer(palace, text)).path, text).toBe(A);
    expect((await findDrawer(deep, 'auth/2026-03-01-login-1234abcd.md')).path).toBe(A);
    expect((await findDrawer(deep, A)).path).toBe(A);
  });

  it('finds it by what stands in the file, wherever and under whatever name a person put it', async () => {
    const palace = await withTwo();
    mkdirSync(join(palace.root, 'wings/other/room'), { recursive: true });
    renameSync(join(palace.root, A), join(palace.root, 'wings/other/room/my login.md'));
    expect((await findDrawer(palace, ID_A)).path).toBe('wings/other/room/my login.md');
    renameSync(join(palace.root, 'wings/other/room/my login.md'), join(palace.root, 'wings/other/room/x-99999999.md'));
    expect((await findDrawer(palace, ID_A)).path).toBe('wings/other/room/x-99999999.md');
  });

  it('reads front-matter longer than usual', async () => {
    const palace = await testPalace();
    const path = 'wings/w/r/long.md';
    edit(palace, path, renderDrawer({ title: 'y'.repeat(9000), id: ID_A }, Buffer.from('x')));
    expect((await findDrawer(palace, ID_A)).path).toBe(path);
  });

  it('names the candidates when several fit', async () => {
    const palace = await withTwo();
    await expect(findDrawer(palace, '1234abc')).rejects.toMatchObject({
      code: 'ambiguous-id',
      exit: 2,
      details: { paths: [A, B] },
    });
    edit(palace, 'wings/driftwood/copy/a copy.md', drawer(ID_A, 'the login'));
    await expect(findDrawer(palace, ID_A)).rejects.toMatchObject({ code: 'ambiguous-id' });
  });

  it('names near ids and paths when none fits', async () => {
    const palace = await withTwo();
    await expect(findDrawer(palace, 'd-1234abff')).rejects.toMatchObject({
      code: 'not-found',
      exit: 4,
      details: { near: expect.arrayContaining(['1234abcd']) },
    });
    await expect(findDrawer(palace, A.replace('login', 'logn'))).rejects.toMatchObject({
      code: 'not-found',
      details: { near: expect.arrayContaining([A]) },
    });
    await expect(findDrawer(palace, 'what?')).rejects.toMatchObject({ code: 'bad-id', exit: 2 });
    await expect(findDrawer(palace, '../../etc/passwd')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('knows a file without an id by its provisional one', async () => {
    const palace = await testPalace();
    const path = 'wings/w/r/dropped.md';
    edit(palace, path, 'just text');
    const id = provisionalId(path);
    expect(id).toMatch(/^p-[0-9a-f]{16}$/);
    expect((await findDrawer(palace, id)).path).toBe(path);
    expect((await findDrawer(palace, id.slice(0, 8))).front.id).toBeUndefined();
  });
});

describe('the blob in HEAD', () => {
  it('is that of the last commit, not of the work tree', async () => {
    const palace = await testPalace();
    const content = drawer(ID_A, 'one');
    await change(palace, { op: 'add', subject: 'x', writes: [{ kind: 'put', path: A, content }] });
    edit(palace, A, 'edited');
    expect(await headBlob(palace, A)).toBe(hashBlob(content));
    expect(await headBlob(palace, B)).toBeNull();
  });
});
