import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPalace } from '../../src/palace/open.js';
import { editDrawer } from '../../src/services/edit/edit.js';
import { remember } from '../services/support.js';
import { edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const FILE = 'history/commits';

/** What both engines say of one path, the one without a binary in a new process' state. */
async function both(palace: TestPalace, path: string): Promise<[string[], string[]]> {
  const heard = await Promise.all(
    (['isomorphic', 'system'] as const).map(async (git) => {
      const opened = await openPalace(palace.root, palace.runtime, { git, requireTrust: false });
      try {
        const head = (await opened.git.head()).commit;
        if (head === undefined) return [];
        const log: string[] = (await opened.git.log({ paths: [path] })).map(({ id }) => id);
        for await (const { commit, changes } of opened.git.walkChanges(head, path))
          log.push(
            `${commit} ${changes.map((change) => `${change.kind} ${change.path} ${change.after?.id ?? ''}`).join()}`,
          );
        return log;
      } finally {
        await opened.close();
      }
    }),
  );
  return [heard[0] ?? [], heard[1] ?? []];
}

test('the histories of paths are those of git, whether kept, added to, damaged, or begun anew', async () => {
  const palace = await testPalace('isomorphic');
  const { id, path } = await remember(palace, 'words\n');
  await remember(palace, 'of another\n', { wing: 'elsewhere' });
  gitIn(palace, 'checkout', '-qb', 'side');
  edit(palace, 'wings/a/b/side.md', 'side');
  gitIn(palace, 'add', '.');
  gitIn(palace, 'commit', '-qm', 'side');
  gitIn(palace, 'checkout', '-q', '-');
  await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'other words\n' } });
  gitIn(palace, 'merge', '-q', '--no-ff', '-m', 'merge', 'side');
  const agree = async () => {
    for (const each of [path, 'wings', 'wings/a', 'wings/a/b/side.md', 'wings/nothing']) {
      const [ours, gits] = await both(palace, each);
      expect(ours, each).toEqual(gits);
    }
    return (await both(palace, path))[0].length;
  };
  expect(await agree()).toBe(4);
  const file = join(palace.cacheDir, FILE);
  const kept = readFileSync(file, 'utf8');
  expect(kept.split('\n')).toHaveLength(Number(gitIn(palace, 'rev-list', '--count', 'HEAD')) + 2);
  await editDrawer(palace, { drawer: id, content: { kind: 'text', text: 'still other words\n' } });
  expect(await agree()).toBe(6);
  // A checksum that does not fit, and a file that ends in the middle.
  writeFileSync(file, kept.replace('side.md', 'sade.md'));
  expect(await agree()).toBe(6);
  writeFileSync(file, kept.slice(0, -30));
  expect(await agree()).toBe(6);
  expect(readFileSync(file, 'utf8').length).toBeGreaterThan(kept.length);
});
