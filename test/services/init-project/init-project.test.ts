import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPalace } from '../../../src/palace/open.js';
import type { Palace } from '../../../src/palace/types.js';
import { certainOf } from '../../../src/services/entities/accept.js';
import { initPalace } from '../../../src/services/init/init.js';
import { initProject, type ProjectProposal } from '../../../src/services/init-project/init-project.js';
import { testRuntime } from '../../support/runtime.js';
import { tempDir } from '../../support/temp.js';

async function scene(files: Record<string, string>): Promise<{ palace: Palace; project: string }> {
  const home = tempDir();
  const runtime = testRuntime({ home });
  const root = join(home, 'palace');
  const project = join(home, 'Tide App');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  await initPalace({ root, runtime });
  return { palace: await openPalace(root, runtime), project };
}

const yes = async ({ entities }: ProjectProposal) => ({ rooms: true, entities: certainOf(entities) });

describe('a wing for a project', () => {
  it('is proposed from the folders, with keywords, and written once agreed', async () => {
    const { palace, project } = await scene({ 'docs/a.md': 'a\n', 'components/b.tsx': 'b\n' });
    const seen: string[] = [];
    const result = await initProject(palace, {
      path: project,
      confirm: async ({ rooms }) => {
        seen.push(...rooms.map(({ name }) => name));
        return { rooms: true, entities: [] };
      },
    });
    await palace.close();
    expect(result).toMatchObject({ wing: 'tide-app', files: 2, written: true, confirmed: true });
    expect(result.rooms.map(({ name }) => name)).toEqual(seen);
    const file = readFileSync(join(palace.root, 'wings/tide-app/wing.yaml'), 'utf8');
    // Saved keywords are what later routing goes by.
    expect(result.rooms.find(({ name }) => name === 'frontend')?.keywords).toContain('components');
    expect(file).toContain('components');
  });

  it('comes with its people and projects, in one commit with the rooms', async () => {
    const { palace, project } = await scene({
      'package.json':
        '{"name": "@acme/tides", "author": "Nadia Berg <nadia@example.org>", "dependencies": {"vite": "1"}}',
      'README.md': 'We build with vite. Ivora Tinn, our designer, said so. Ivora agreed. Zorb. Zorb! Zorb?\n',
      'docs/a.md': 'a\n',
    });
    const before = await palace.git.head();
    const result = await initProject(palace, { path: project, confirm: yes });
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(result.entities.people)).toEqual(['Nadia Berg', 'Ivora Tinn']);
    expect(names(result.entities.projects)).toEqual(['tides']);
    expect(names(result.entities.tools)).toEqual(['vite']);
    expect(names(result.entities.uncertain)).toEqual(['Zorb']);
    expect(result.confirmed_entities).toEqual(['Nadia Berg', 'Ivora Tinn', 'tides']);
    const { head, parents } = await (async () => {
      const { commit } = await palace.git.head();
      if (commit === undefined) throw new Error('no commit');
      return { head: commit, parents: (await palace.git.readCommit(commit)).parents };
    })();
    expect([head, parents]).toEqual([result.commit, [before.commit]]);
    const text = readFileSync(join(palace.root, 'entities.yaml'), 'utf8');
    expect(text).toContain('# People and projects that were confirmed');
    expect(text).toMatch(/name: Ivora Tinn\n\s+aliases: \[Ivora\]/);
    await palace.close();
  });

  it('without consent nothing is written', async () => {
    const { palace, project } = await scene({ 'docs/a.md': 'a\n' });
    const head = await palace.git.head();
    const result = await initProject(palace, { path: project, confirm: () => Promise.resolve(undefined) });
    expect(result).toMatchObject({ written: false, confirmed: false, commit: null });
    expect(await palace.git.head()).toEqual(head);
    await palace.close();
  });

  it('keeps what a person wrote about a room, and asks nothing when nothing is new', async () => {
    const { palace, project } = await scene({ 'docs/a.md': 'a\n' });
    const wing = join(palace.root, 'wings/harbour/wing.yaml');
    mkdirSync(dirname(wing), { recursive: true });
    writeFileSync(wing, '# ours\nrooms:\n  - name: documentation\n    keywords: [manual] # by hand\n');
    await palace.git.commit({
      changes: [{ path: 'wings/harbour/wing.yaml', content: readFileSync(wing) }],
      message: 'by hand\n',
      author: { name: 'A', email: 'a@b', at: palace.runtime.now(), offset: 0 },
      committer: { name: 'A', email: 'a@b', at: palace.runtime.now(), offset: 0 },
    });
    const first = await initProject(palace, { path: project, wing: 'Harbour', confirm: yes });
    expect(first.rooms.find(({ name }) => name === 'documentation')).toMatchObject({ known: true });
    const text = readFileSync(wing, 'utf8');
    expect(text).toContain('# ours');
    expect(text).toContain('keywords: [manual] # by hand');
    expect(text).toContain('general');
    expect(first.confirmed_entities).toEqual(['Tide App']);
    const second = await initProject(palace, {
      path: project,
      wing: 'harbour',
      confirm: () => Promise.reject(new Error('asked although nothing is new')),
    });
    expect(second).toMatchObject({ written: false, confirmed: true });
    await palace.close();
  });
});
