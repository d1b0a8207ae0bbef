import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IgnorePatterns, ignoreMaker } from '../../src/git/ignore-patterns.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { reopened, scene, write } from './support.js';

const pattern = fc.constantFrom(
  ...['a', '/a', 'a/', '/a/', '!a', '!/a/', 'a/*', 'a/**', '!a/b', '!b', 'b/', '**/b', 'a/**/b', '*.md', '!*.md'],
  ...['/*', '!/b/', '# a', '\\!b', 'b ', 'A', '', '*', '!*/', 'a/b/c.md'],
);
const rules = fc.array(pattern, { maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`);
const NAMES = ['a', 'b', 'c.md', '!b'] as const;
const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 0, maxLength: 2 })
  .map((folders) => [...folders, 'c.md'].join('/'));

test.runIf(ENGINES.length === 2)(
  'what is ignored is what git ignores, from whichever file of rules it comes',
  async () => {
    const { root } = await scene('isomorphic');
    const [system, own] = [await reopened(root, 'system'), await reopened(root, 'isomorphic')];
    await fc.assert(
      fc.asyncProperty(rules, rules, rules, fc.array(path, { maxLength: 6 }), async (exclude, top, inner, paths) => {
        for (const name of [...NAMES, '.gitignore']) rmSync(join(root, name), { recursive: true, force: true });
        write(root, '.git/info/exclude', exclude);
        write(root, '.gitignore', top);
        for (const each of new Set(paths)) {
          try {
            write(root, each, 'x');
          } catch {
            // a file of that name stands where a folder would have to be
          }
        }
        try {
          write(root, 'a/.gitignore', inner);
        } catch {
          // a is a file
        }
        expect((await own.status()).entries).toEqual((await system.status()).entries);
      }),
      {
        numRuns: longRun(40, 600),
        examples: [
          // A folder taken out of weaker rules by name: what they say of the files in it still holds.
          ['c.md\n', '!/a/\n', '', ['a/c.md', 'c.md']],
          ['a/**\n', '!/a/\n', '', ['a/c.md']],
          ['', '/*\n!/b/\n', '*\n!*/\n', ['b/c.md', 'a/b/c.md']],
        ],
      },
    );
  },
  600_000,
);

test('a file that begins with a byte order mark, and one whose case does not count', async () => {
  const make = await ignoreMaker();
  const plain = new IgnorePatterns(make, '\uFEFFa\n');
  expect([plain.ignores('a', false), plain.ignores('A', false)]).toEqual([true, undefined]);
  const folding = new IgnorePatterns(make, 'a\n!B\n', true);
  expect([folding.ignores('A', false), folding.ignores('b', true)]).toEqual([true, false]);
});
