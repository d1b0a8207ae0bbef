import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPalace } from '../../../src/palace/open.js';
import type { Palace } from '../../../src/palace/types.js';
import { initPalace } from '../../../src/services/init/init.js';
import { initProject } from '../../../src/services/init-project/init-project.js';
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

const yes = () => Promise.resolve(true);

describe('a wing for a project', () => {
  it('is proposed from the folders, with keywords, and written once agreed', async () => {
    const { palace, project } = await scene({ 'docs/a.md': 'a\n', 'components/b.tsx': 'b\n' });
    const seen: string[] = [];
    const result = await initProject(palace, {
      path: project,
      confirm: async ({ rooms }) => {
        seen.push(...rooms.map(({ name }) => name));
        return true;
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

  it('without consent nothing is written', async () => {
    const { palace, project } = await scene({ 'docs/a.md': 'a\n' });
    const head = await palace.git.head();
    const result = await initProject(palace, { path: project, confirm: () => Promise.resolve(false) });
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
    const second = await initProject(palace, {
      path: project,
      wing: 'harbour',
      confirm: () => Promise.reject(new Error('asked although nothing is new')),
    });
    expect(second).toMatchObject({ written: false, confirmed: true });
    await palace.close();
  });
});
