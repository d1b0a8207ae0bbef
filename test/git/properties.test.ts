import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBlob, hashObject } from '../../src/git/hash.js';
import { buildTree, type TreeEdit } from '../../src/git/objects/build-tree.js';
import { parseCommit, renderCommit } from '../../src/git/objects/commit.js';
import type { PendingObject } from '../../src/git/objects/object.js';
import { parseTree, renderTree } from '../../src/git/objects/tree.js';
import { writeObjects } from '../../src/git/objects/write.js';
import { asObjectId, type ObjectId } from '../../src/git/types.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { tempDir } from '../support/temp.js';
import { cli, HEALTHY, health, reopened, scene, write } from './support.js';

/** The full counts take longer than the suite's limit for one test. Milliseconds. */
const TIMEOUT = longRun(120_000, 3_600_000);

const NAMES = ['a', 'a.b', 'a-', 'a0', 'b', 'ab', 'é', '漢', '𝒜', '\uffee', 'x y', 'A'];
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

/** Paths of which none is a folder of another. */
const files = fc.dictionary(path, fc.uint8Array({ maxLength: 20 }).map(Buffer.from), { maxKeys: 12 }).map((all) => {
  const paths = Object.keys(all);
  return Object.fromEntries(Object.entries(all).filter(([at]) => !paths.some((other) => other.startsWith(`${at}/`))));
});

function newRepository(): string {
  const root = tempDir('property');
  cli(root, ['init', '-q', '-b', 'main']);
  return root;
}

/** The tree that git itself makes of files. */
function gitTree(root: string, content: Record<string, Buffer>): string {
  cli(root, ['read-tree', '--empty']);
  const lines = Object.entries(content).map(([at, bytes]) => `100644 ${hashBlob(bytes)} 0\t${at}\0`);
  cli(root, ['update-index', '-z', '--index-info'], {}, lines.join(''));
  return cli(root, ['write-tree', '--missing-ok']).trim();
}

test(
  'a tree built by edits is the one git makes of the resulting files',
  async () => {
    const root = newRepository();
    const store = new Map<ObjectId, Buffer>();
    const reader = {
      readObject: async (id: ObjectId) => ({ type: 'tree' as const, content: store.get(id) ?? Buffer.alloc(0) }),
      shallow: new Set<ObjectId>(),
    };
    const toEdits = (content: Record<string, Buffer>) =>
      new Map<string, TreeEdit>(Object.entries(content).map(([at, bytes]) => [at, { id: hashBlob(bytes) }]));
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const one = await buildTree(reader, undefined, toEdits(before));
        for (const { id, content } of one.objects) store.set(id, content);
        const removed = Object.keys(before).filter((at) => !(at in after));
        const edits = toEdits(after);
        for (const at of removed) edits.set(at, null);
        const two = await buildTree(reader, one.tree, edits);
        expect(one.tree).toBe(gitTree(root, before));
        expect(two.tree).toBe(gitTree(root, after));
        for (const at of removed) expect(two.before.get(at)?.id).toBe(hashBlob(before[at] ?? Buffer.alloc(0)));
      }),
      { numRuns: longRun(7, 300) },
    );
  },
  TIMEOUT,
);

test('entries that are not edited keep their bytes: names that are not UTF-8, links, submodules, old modes', async () => {
  const odd = [
    { mode: '100664', key: 'old', id: asObjectId('1'.repeat(40)) },
    { mode: '120000', key: '\xff\xfe', id: asObjectId('2'.repeat(40)) },
    { mode: '160000', key: 'sub', id: asObjectId('3'.repeat(40)) },
  ];
  const content = renderTree(odd);
  const base = hashObject('tree', content);
  const reader = { readObject: async () => ({ type: 'tree' as const, content }), shallow: new Set<ObjectId>() };
  const built = await buildTree(reader, base, new Map([['new', { id: asObjectId('4'.repeat(40)) }]]));
  const [tree] = built.objects;
  expect(parseTree(tree?.content ?? Buffer.alloc(0)).filter(({ key }) => key !== 'new')).toEqual(parseTree(content));
  await expect(buildTree(reader, base, new Map([['sub/x', { id: asObjectId('4'.repeat(40)) }]]))).rejects.toThrow();
});

test('objects written loose or as a pack are what git reads, byte for byte', async () => {
  const root = newRepository();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 400, size: 'max' }), { minLength: 1, maxLength: 130, size: 'max' }),
      fc.nat(70_000),
      async (contents, extra) => {
        const all = [...contents.map(Buffer.from), Buffer.alloc(extra, 'x')];
        const objects: PendingObject[] = all.map((content) => ({ id: hashBlob(content), type: 'blob', content }));
        await writeObjects(join(root, '.git'), objects);
        await writeObjects(join(root, '.git'), objects); // again: nothing changes
        const out = execFileSync('git', ['cat-file', '--batch'], {
          cwd: root,
          input: `${objects.map(({ id }) => id).join('\n')}\n`,
          maxBuffer: 1 << 28,
        });
        const expected = objects.flatMap(({ id, content }) => [
          Buffer.from(`${id} blob ${content.length}\n`),
          content,
          Buffer.from('\n'),
        ]);
        expect(out.equals(Buffer.concat(expected))).toBe(true);
      },
    ),
    { numRuns: longRun(8, 100) },
  );
  expect(cli(root, ['fsck', '--strict', '--full'])).not.toMatch(/error|missing/);
  expect(cli(root, ['count-objects', '-v'])).toMatch(/^garbage: 0$/m);
});

test(
  'commits survive writing and reading',
  () => {
    const person = fc.record({
      name: fc
        .string({ minLength: 1 })
        .map((text) => `N${text.replace(/[<>\n\r\0]/g, '')}x`.replace(/[\s.,:;"'\\]+$/, '')),
      email: fc.constantFrom('a@b', 'x.y@example.org'),
      at: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
      offset: fc.integer({ min: -720, max: 840 }),
    });
    fc.assert(
      fc.property(person, person, fc.string({ unit: 'binary' }), (author, committer, text) => {
        const message = utf8(text).replace(/\0/g, '');
        const parents = [asObjectId('a'.repeat(40)), asObjectId('b'.repeat(40))];
        const commit = { tree: asObjectId('c'.repeat(40)), parents, author, committer, message };
        const bytes = renderCommit({ ...commit, author: wellFormed(author), committer: wellFormed(committer) });
        const id = hashObject('commit', bytes);
        expect(parseCommit(id, bytes)).toEqual({
          ...commit,
          id,
          author: wellFormed(author),
          committer: wellFormed(committer),
        });
      }),
      { numRuns: longRun(200, 5000) },
    );
  },
  TIMEOUT,
);

/** Text as UTF-8 can hold it: lone surrogates become U+FFFD. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function wellFormed<T extends { name: string }>(person: T): T {
  return { ...person, name: utf8(person.name) };
}

/** Things that a person does to a work tree. */
type Deed =
  | { do: 'write'; path: string; text: string }
  | { do: 'save'; path: string; text: string }
  | { do: 'remove'; path: string }
  | { do: 'add'; path: string }
  | { do: 'unstage'; path: string }
  | { do: 'forget'; path: string };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, text: fc.constantFrom('1', '2', '*.tmp\na\n', '!b\n/x y/') }),
  fc.record({ do: fc.constant('remove' as const), path }),
  fc.record({ do: fc.constant('add' as const), path }),
  fc.record({ do: fc.constant('unstage' as const), path }),
  fc.record({ do: fc.constant('forget' as const), path }),
  fc.record({ do: fc.constant('save' as const), path, text: fc.constantFrom('1', '2', '3') }),
  fc.record({
    do: fc.constant('write' as const),
    path: fc.constantFrom('.gitignore', 'a/.gitignore'),
    text: fc.constantFrom('a\n', '/b\n!b', 'é/\n*b*\n!ab\n'),
  }),
);

test(
  'both engines give the same status after anything that a person may do',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 12 }), async (deeds) => {
        const { root, git, save } = await scene('isomorphic');
        await save({ 'a/b': '1', b: '1', 'x y/a': '1' });
        for (const step of deeds) {
          try {
            if (step.do === 'write') write(root, step.path, step.text);
            else if (step.do === 'remove') rmSync(join(root, step.path), { recursive: true, force: true });
            else if (step.do === 'add') cli(root, ['add', '-f', '--', step.path]);
            else if (step.do === 'unstage') cli(root, ['reset', '-q', '--', step.path]);
            else if (step.do === 'forget') cli(root, ['rm', '-qr', '--cached', '--', step.path]);
            else await save({ [step.path]: step.text });
          } catch {
            // a file stands where a folder should be, nothing to add: the next deed
          }
          mkdirSync(root, { recursive: true });
        }
        const system = await reopened(root, 'system');
        expect(await git.status()).toEqual(await system.status());
        expect(await git.status('a')).toEqual(await system.status('a'));
        expect(health(root).fsck).toBe(HEALTHY.fsck);
        await system.close();
        rmSync(root, { recursive: true, force: true });
      }),
      { numRuns: longRun(8, 200) },
    );
  },
  TIMEOUT,
);

test.runIf(ENGINES.length === 2)(
  'history reads the same on both engines',
  async () => {
    const root = newRepository();
    let clock = 1_700_000_000;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('save', 'branch', 'merge'), path, fc.nat(2), fc.nat(3)), {
          minLength: 3,
          maxLength: 8,
        }),
        async (steps) => {
          run++;
          cli(root, ['switch', '-q', '--orphan', `run${run}`]);
          for (const [kind, at, text, tick] of steps) {
            clock += tick * 60 - 60;
            const date = `${clock} +0000`;
            const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
            try {
              write(root, at, `${text}`);
              cli(root, ['add', '-A']);
              cli(root, ['commit', '-q', '--allow-empty', '-m', `${kind} ${at}`], env);
              if (kind === 'branch') cli(root, ['switch', '-qc', `b${run}-${clock}-${text}`]);
              if (kind === 'merge')
                cli(root, ['merge', '-q', '-s', 'ours', '--allow-unrelated-histories', '--no-edit', `run${run}`], env);
            } catch {
              // a folder stands there, the branch exists: the next step
            }
          }
          const [system, isomorphic] = [await reopened(root, 'system'), await reopened(root, 'isomorphic')];
          expect(await isomorphic.log({})).toEqual(await system.log({}));
          for (const at of ['a', 'b', 'é'])
            expect(await isomorphic.log({ paths: [at] })).toEqual(await system.log({ paths: [at] }));
          const commits = await system.log({ limit: 4 });
          for (const one of commits)
            for (const two of commits) {
              expect(await isomorphic.diffTrees(one.tree, two.tree)).toEqual(
                await system.diffTrees(one.tree, two.tree),
              );
              expect(await isomorphic.isAncestor(one.id, two.id)).toBe(await system.isAncestor(one.id, two.id));
            }
          await system.close();
        },
      ),
      { numRuns: longRun(4, 60) },
    );
  },
  TIMEOUT,
);
