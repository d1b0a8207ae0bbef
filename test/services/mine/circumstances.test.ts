import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPalace } from '../../../src/palace/open.js';
import { mine } from '../../../src/services/mine/mine.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import {
  commitCount,
  drawerOf,
  drawers,
  editBody,
  filesBelow,
  joined,
  mineInto,
  sourceFolder,
  wingTree,
} from './support.js';

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/file${n}.ts`, `export const value = ${n};\n`]));

describe.each(ENGINES)('mining while other things happen (%s)', (engine) => {
  it('sources too large to be held are read twice, to the same end', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n} and some words\n`).join('');
    const project = sourceFolder('driftwood', { ...many(5), 'big.txt': lines });
    const held = await testPalace(engine);
    const read = await testPalace(engine);
    const paths = [project.path];
    const one = await mine(held, { paths, mode: 'files' });
    const two = await mine(read, { paths, mode: 'files' }, { heldBytes: 0 });
    expect(wingTree(read)).toBe(wingTree(held));
    expect({ ...two, took_ms: 0, commits: [], op_id: '' }).toEqual({ ...one, took_ms: 0, commits: [], op_id: '' });
    assertClean(read);
  });

  it('a source that changes before it is written waits for the next mine, whole, and is named', async () => {
    const lines = (word: string) => Array.from({ length: 6000 }, (_, n) => `line ${n} and some ${word}\n`).join('');
    const project = sourceFolder('driftwood', { 'a.txt': lines('words'), 'b.txt': lines('things') });
    const palace = await testPalace(engine);
    palace.settings.batchSize = 1;
    let changed = false;
    palace.runtime.onProgress = ({ phase }) => {
      // The first batch is committed; the second has been planned and is read again only now.
      if (phase === 'index' && !changed) project.write('b.txt', `${lines('things')}at the last moment\n`);
      changed ||= phase === 'index';
    };
    const paths = [project.path];
    const result = await mine(palace, { paths, mode: 'files' }, { heldBytes: 0 });
    expect(result.notes).toEqual([
      'b.txt changed while it was being mined, and was left for the next time: mine again',
    ]);
    expect(drawers(palace)).toHaveLength(result.drawers.added);
    expect(joined(palace, '#a.txt').equals(project.read('a.txt'))).toBe(true);
    expect(joined(palace, '#b.txt')).toHaveLength(0);
    const next = await mine(palace, { paths, mode: 'files' }, { heldBytes: 0 });
    expect(next.drawers.added).toBeGreaterThan(1);
    expect(joined(palace, '#b.txt').equals(project.read('b.txt'))).toBe(true);
    assertClean(palace);
  });

  it("a person's commits and another mine at the same time lose nothing", async () => {
    const palace = await testPalace(engine);
    palace.settings.batchSize = 3;
    const other = await openPalace(palace.root, palace.runtime, { git: engine });
    other.settings.batchSize = 4;
    const project = sourceFolder('driftwood', many(12));
    const notes = sourceFolder('journal', { 'a.md': 'a\n', 'b.md': 'b\n' });
    let typed = 0;
    palace.runtime.onProgress = ({ phase }) => {
      if (phase !== 'objects') return;
      writeFileSync(join(palace.root, 'by-hand.txt'), `${typed}\n`);
      gitIn(palace, 'add', 'by-hand.txt');
      gitIn(palace, 'commit', '-q', '-m', `typed ${typed++}`, '--', 'by-hand.txt');
    };
    const [one, two, three] = await Promise.all([
      mineInto(palace, project),
      mineInto(other, project),
      mineInto(other, notes),
    ]);
    await other.close();
    expect(one.drawers.added + two.drawers.added).toBeGreaterThanOrEqual(12);
    expect(three.drawers.added).toBe(2);
    expect(drawers(palace)).toHaveLength(14);
    expect(Number(gitIn(palace, 'rev-list', '--count', '--grep', '^typed', 'HEAD').trim())).toBe(typed);
    assertClean(palace);
    expect((await mineInto(palace, project)).commits).toEqual([]);
  });

  it('Ctrl-C stops between batches: what is committed stays, the next run goes on', async () => {
    const stop = new AbortController();
    const palace = await testPalace(engine, { signal: stop.signal });
    palace.settings.batchSize = 3;
    let batches = 0;
    palace.runtime.onProgress = ({ phase }) => {
      if (phase === 'index' && ++batches === 2) stop.abort();
    };
    const project = sourceFolder('driftwood', many(9));
    await expect(mineInto(palace, project)).rejects.toMatchObject({ code: 'interrupted', exit: 130 });
    expect(drawers(palace)).toHaveLength(6);
    assertClean(palace);
    const calm = await openPalace(palace.root, { ...palace.runtime, signal: undefined }, { git: engine });
    expect((await mineInto(calm, project)).drawers).toMatchObject({ added: 3, unchanged: 6 });
    await calm.close();
    assertClean(palace);
  });

  it('Ctrl-C after the last batch, while it is made searchable, says that what was committed stays', async () => {
    const stop = new AbortController();
    const palace = await testPalace(engine, { signal: stop.signal });
    palace.runtime.onProgress = ({ phase }) => {
      if (phase === 'index') stop.abort();
    };
    const project = sourceFolder('driftwood', many(3));
    const stopped = mineInto(palace, project);
    await expect(stopped).rejects.toMatchObject({
      code: 'interrupted',
      message: 'stopped; what was committed (1) stays',
    });
    expect(drawers(palace)).toHaveLength(3);
  });

  it('a long source is committed in pieces; stopped between them, the next run has the rest', async () => {
    const lines = Array.from({ length: 12_000 }, (_, n) => `line ${n} and some words\n`).join('');
    const project = sourceFolder('driftwood', { 'long.txt': lines, 'short.txt': 'a\n' });
    const paths = [project.path];
    const whole = await testPalace(engine);
    const { drawers: wanted } = await mine(whole, { paths });
    const stop = new AbortController();
    const palace = await testPalace(engine, { signal: stop.signal });
    palace.runtime.onProgress = ({ phase }) => {
      if (phase === 'index') stop.abort();
    };
    await expect(mine(palace, { paths }, { batchBytes: 100_000 })).rejects.toMatchObject({ code: 'interrupted' });
    const filed = drawers(palace).length;
    expect(filed).toBeGreaterThan(0);
    expect(filed).toBeLessThan(wanted.added);
    expect(gitIn(palace, 'log', '-1', '--format=%s').trim()).toBe(`mine driftwood: ${filed} added`);
    const calm = await openPalace(palace.root, { ...palace.runtime, signal: undefined }, { git: engine });
    const result = await mine(calm, { paths }, { batchBytes: 100_000 });
    await calm.close();
    expect(result.drawers).toMatchObject({ added: wanted.added - filed, unchanged: filed });
    expect(result.commits.length).toBeGreaterThan(1);
    expect(wingTree(palace)).toBe(wingTree(whole));
    assertClean(palace);
  });

  it('a move that is not saved yet is left alone', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', many(2));
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#src/file0.ts');
    const target = `wings/driftwood/mine/${path.slice(path.lastIndexOf('/') + 1)}`;
    mkdirSync(join(palace.root, 'wings/driftwood/mine'), { recursive: true });
    renameSync(join(palace.root, path), join(palace.root, target));
    expect(await mineInto(palace, project)).toMatchObject({ commits: [], conflicts: [], drawers: { unchanged: 2 } });
    project.write('src/file0.ts', 'export const value = 100;\n');
    const result = await mineInto(palace, project);
    expect(result.conflicts).toMatchObject([{ reason: 'unsaved-edit' }]);
    expect(result.commits).toEqual([]);
    gitIn(palace, 'add', '-A', 'wings');
    gitIn(palace, 'commit', '-qm', 'moved');
    expect((await mineInto(palace, project)).drawers).toMatchObject({ changed: 1, added: 0 });
    expect(drawerOf(palace, '#src/file0.ts').path).toBe(target);
    assertClean(palace);
  });

  it('whoever keeps the source that stands beside, and removes the edited one, has one drawer that goes on', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'a.ts': 'one\ntwo\nthree\n' });
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#a.ts');
    editBody(palace, path, () => 'one\nby hand\nthree\n');
    project.write('a.ts', 'one\nby the source\nthree\n');
    await mineInto(palace, project);
    gitIn(palace, 'rm', '-q', path);
    gitIn(palace, 'commit', '-qm', 'the source was right');
    expect(await mineInto(palace, project)).toMatchObject({ commits: [], conflicts: [] });
    project.write('a.ts', 'one\nby the source\nthree\nfour\n');
    expect((await mineInto(palace, project)).drawers).toMatchObject({ changed: 1, added: 0, removed: 0 });
    expect(drawers(palace).map(({ text }) => text)).toEqual(['one\nby the source\nthree\nfour\n']);
  });

  it('--wing, --room and --limit; bad names and missing paths are refused before anything is written', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', many(6));
    const commits = commitCount(palace);
    await expect(mineInto(palace, project, { wing: '../x' })).rejects.toMatchObject({ code: 'bad-name', exit: 2 });
    await expect(mineInto(palace, project, { room: 'a/b' })).rejects.toMatchObject({ code: 'bad-name' });
    await expect(mineInto(palace, project, { adapter: 'nope' })).rejects.toMatchObject({ code: 'unknown-adapter' });
    await expect(mine(palace, { paths: [] })).rejects.toMatchObject({ code: 'nothing-to-mine', exit: 2 });
    await expect(mine(palace, { paths: [join(project.path, 'nope')] })).rejects.toMatchObject({ exit: 4 });
    expect(commitCount(palace)).toBe(commits);

    const first = await mineInto(palace, project, { wing: 'Auth Migration', room: 'Some Room', limit: 2 });
    expect(first).toMatchObject({ wing: 'auth-migration', sources: { read: 2 }, drawers: { added: 2 } });
    expect(filesBelow(palace, 'wings/auth-migration/some-room')).toHaveLength(2);
    // The rest follows, in the wing that holds this project already; one file alone does too.
    expect(await mineInto(palace, project)).toMatchObject({
      wing: 'auth-migration',
      drawers: { added: 4, unchanged: 2 },
    });
    project.write('src/file5.ts', 'export const value = 50;\n');
    const single = await mine(palace, { paths: [join(project.path, 'src/file5.ts')] });
    expect(single.sources.read).toBe(1);
    expect(single.drawers.removed).toBe(0);
  });

  it('a file that two paths lead to is taken once', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', many(3));
    const result = await mine(palace, { paths: [project.path, join(project.path, 'src', 'file1.ts'), project.path] });
    expect(result.drawers.added).toBe(3);
    expect(drawers(palace)).toHaveLength(3);
  });
});
