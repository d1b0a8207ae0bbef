import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFront } from '../../../src/palace/codec.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, gitIn, testPalace } from '../../support/palace.js';
import { drawerOf, drawers, editBody, joined, mineInto, snapshot, sourceFolder } from './support.js';

const lines = (...changed: [number, string][]): string => {
  const text = Array.from({ length: 12 }, (_, n) => `line ${n}`);
  for (const [at, line] of changed) text[at] = line;
  return `${text.join('\n')}\n`;
};

describe.each(ENGINES)('mining again what a person edited (%s)', (engine) => {
  it('an edited drawer of an unchanged source stays, byte for byte', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'plan.txt': lines() });
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#plan.txt');
    editBody(palace, path, (text) => `${text}and a thought of my own\n`);
    const before = snapshot(palace);
    expect((await mineInto(palace, project)).drawers).toMatchObject({ unchanged: 1, changed: 0, merged: 0 });
    expect(snapshot(palace)).toEqual(before);
  });

  it('edits of other lines are merged, again and again; history has each version of the source', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'plan.txt': lines() });
    await mineInto(palace, project);
    const { path, front } = drawerOf(palace, '#plan.txt');
    editBody(palace, path, (text) => text.replace('line 2\n', 'line 2, as Ana said\n'));
    for (const round of [6, 9, 11]) {
      project.write('plan.txt', lines([round, `line ${round}, new`]));
      const result = await mineInto(palace, project);
      expect(result.drawers).toMatchObject({ merged: 1, changed: 0, added: 0, removed: 0 });
      expect(result.conflicts).toEqual([]);
      const now = drawerOf(palace, '#plan.txt');
      expect(now.text).toBe(lines([2, 'line 2, as Ana said'], [round, `line ${round}, new`]));
      expect(now.path).toBe(path);
      expect(now.front.id).toBe(front.id);
      expect(drawers(palace)).toHaveLength(1);
      expect((await mineInto(palace, project)).commits).toEqual([]);
      // The new source by itself, too.
      const history = gitIn(palace, 'log', '-p', '--format=', '--', 'wings');
      expect(history).toContain(`+line ${round}, new`);
    }
    assertClean(palace);
  });

  it('edits of the same line: the edit stays, the new source is filed beside it and reported', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'plan.txt': lines() });
    await mineInto(palace, project);
    const { path, front } = drawerOf(palace, '#plan.txt');
    editBody(palace, path, (text) => text.replace('line 2\n', 'line 2 by hand\n'));
    project.write('plan.txt', lines([2, 'line 2 by the source']));

    const result = await mineInto(palace, project);

    const beside = path.replace(/\.md$/, '~source.md');
    expect(result.conflicts).toMatchObject([{ reason: 'overlap', path, id: front.id, beside }]);
    expect(drawerOf(palace, '#plan.txt').text).toBe(lines([2, 'line 2 by hand']));
    const [other] = drawers(palace).filter((drawer) => drawer.path === beside);
    expect(other?.text).toBe(lines([2, 'line 2 by the source']));
    expect(other?.front.id).not.toBe(front.id);
    // Nothing new: still a matter for a person, and no commit.
    const again = await mineInto(palace, project);
    expect(again.commits).toEqual([]);
    expect(again.conflicts).toHaveLength(1);
    // The source goes on: the one beside follows in place.
    project.write('plan.txt', lines([2, 'line 2 by the source'], [8, 'line 8 too']));
    expect((await mineInto(palace, project)).conflicts).toHaveLength(1);
    expect(drawers(palace)).toHaveLength(2);
    expect(drawers(palace).find((drawer) => drawer.path === beside)?.text).toContain('line 8 too');
    assertClean(palace);
  });

  it('removing the one beside settles it: what comes later is merged against that version', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'plan.txt': lines() });
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#plan.txt');
    editBody(palace, path, (text) => text.replace('line 2\n', 'line 2 by hand\n'));
    project.write('plan.txt', lines([2, 'line 2 by the source']));
    await mineInto(palace, project);
    editBody(palace, path, (text) => text.replace('line 2 by hand\n', 'line 2 by both\n'));
    gitIn(palace, 'rm', '-q', path.replace(/\.md$/, '~source.md'));
    gitIn(palace, 'commit', '-qm', 'settled');

    expect(await mineInto(palace, project)).toMatchObject({ conflicts: [] });
    expect(drawerOf(palace, '#plan.txt').text).toBe(lines([2, 'line 2 by both']));
    project.write('plan.txt', lines([2, 'line 2 by the source'], [9, 'line 9, later']));
    expect((await mineInto(palace, project)).conflicts).toEqual([]);
    expect(drawerOf(palace, '#plan.txt').text).toBe(lines([2, 'line 2 by both'], [9, 'line 9, later']));
    expect(drawers(palace)).toHaveLength(1);
    assertClean(palace);
  });

  it('an edit in one part of a large source is merged; the other parts stay', async () => {
    const big = Array.from({ length: 9000 }, (_, n) => `entry ${n} ${'x'.repeat((n * 7) % 31)}`);
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'big.txt': `${big.join('\n')}\n` });
    const { drawers: first } = await mineInto(palace, project);
    const part = drawers(palace).find(({ text }) => text.includes('entry 5000 '));
    editBody(palace, part?.path ?? '', (text) => text.replace('entry 5000 ', 'entry 5000 (see Ana) '));
    big[5100] = 'entry 5100 changed in the source';
    big.splice(10, 0, 'one line more, near the top');
    project.write('big.txt', `${big.join('\n')}\n`);

    const result = await mineInto(palace, project);

    expect(result.conflicts).toEqual([]);
    expect(result.drawers.merged).toBe(1);
    expect(result.drawers.unchanged).toBeGreaterThanOrEqual(first.added - 4);
    const expected = `${big.join('\n')}\n`.replace('entry 5000 ', 'entry 5000 (see Ana) ');
    expect(joined(palace, '#big.txt').toString()).toBe(expected);
    expect((await mineInto(palace, project)).commits).toEqual([]);
    assertClean(palace);
  });

  it('an edit that is not saved is never overwritten, and is named', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'plan.txt': lines(), 'other.txt': 'other\n' });
    await mineInto(palace, project);
    const { path } = drawerOf(palace, '#plan.txt');
    editBody(palace, path, (text) => `${text}not saved\n`, false);
    expect((await mineInto(palace, project)).conflicts).toEqual([]);
    project.write('plan.txt', lines([0, 'new']));
    project.write('other.txt', 'other, new\n');

    const result = await mineInto(palace, project);

    expect(result.conflicts).toMatchObject([{ reason: 'unsaved-edit', path }]);
    expect(result.drawers.changed).toBe(1);
    expect(drawerOf(palace, '#plan.txt').text).toBe(`${lines()}not saved\n`);
    expect(gitIn(palace, 'status', '--porcelain')).toBe(` M ${path}\n`);
    gitIn(palace, 'commit', '-qam', 'saved');
    expect((await mineInto(palace, project)).drawers.merged).toBe(1);
    expect(drawerOf(palace, '#plan.txt').text).toBe(`${lines([0, 'new'])}not saved\n`);
  });

  it('front-matter set by hand stays; what only the source says is brought up to date', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', {
      'plan.md': '# The plan\n\nfirst\n',
      '2026-01-02-log.md': '# Log\n\nfirst\n',
    });
    await mineInto(palace, project, { mode: 'files' });
    const { path } = drawerOf(palace, '#plan.md');
    const file = join(palace.root, path);
    writeFileSync(
      file,
      withFront(readFileSync(file), { title: 'Our plan', tags: ['ana'], importance: 4, mood: 'calm' }),
    );
    gitIn(palace, 'commit', '-qam', 'titled by hand');
    for (const text of ['second', 'third']) {
      project.write('plan.md', `# The plan, ${text}\n\n${text}\n`);
      project.write('2026-01-02-log.md', `# Log, ${text}\n\n${text}\n`);
      expect((await mineInto(palace, project, { mode: 'files' })).drawers.changed).toBe(2);
      expect(drawerOf(palace, '#plan.md')).toMatchObject({ path, text: `# The plan, ${text}\n\n${text}\n` });
      expect(drawerOf(palace, '#plan.md').front).toMatchObject({
        title: 'Our plan',
        tags: ['ana'],
        importance: 4,
        mood: 'calm',
      });
      expect(drawerOf(palace, '#2026-01-02-log.md').front.title).toBe(`Log, ${text}`);
    }
  });

  it('an edited drawer outlives its source, and broken front-matter is named, not rewritten', async () => {
    const palace = await testPalace(engine);
    const project = sourceFolder('driftwood', { 'a.txt': lines(), 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await mineInto(palace, project, { mode: 'files' });
    const a = drawerOf(palace, '#a.txt').path;
    editBody(palace, a, (text) => `${text}mine\n`);
    const b = drawerOf(palace, '#b.txt').path;
    writeFileSync(join(palace.root, b), '---\ntitle: [broken\n---\nb\n');
    gitIn(palace, 'commit', '-qam', 'broken by hand');
    project.remove('a.txt');
    project.write('b.txt', 'b, new\n');

    const result = await mineInto(palace, project, { mode: 'files' });

    expect(result.notes.join()).toContain(a);
    expect(result.conflicts).toMatchObject([{ reason: 'broken-front-matter', path: b }]);
    expect(result.drawers).toMatchObject({ removed: 0, added: 0, unchanged: 1 });
    expect(readFileSync(join(palace.root, b), 'utf8')).toBe('---\ntitle: [broken\n---\nb\n');
    assertClean(palace);
  });
});
