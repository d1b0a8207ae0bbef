import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { entryDetails } from '../../src/git/index-file/codec.js';
import type { IndexUpdate } from '../../src/git/index-file/edit.js';
import { IndexTable } from '../../src/git/index-file/table.js';
import { keyOf } from '../../src/git/objects/tree.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { tempDir } from '../support/temp.js';
import { cli, HEALTHY, health, scene, write } from './support.js';

/** The full counts take longer than the suite's limit for one test. Milliseconds. */
const TIMEOUT = longRun(120_000, 3_600_000);

const long = 'n'.repeat(250);
const name = fc.constantFrom('a', 'a.b', 'a-', 'b', 'é', '漢', '𝒜', 'x y', 'A', long);
const filePath = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const path = fc.oneof(
  { weight: 12, arbitrary: filePath },
  // Longer than the twelve bits that the flags have for a length.
  { weight: 1, arbitrary: name.map((last) => [...new Array<string>(17).fill(long), last].join('/')) },
);
const bytes = fc.uint8Array({ maxLength: 20 }).map(Buffer.from);

/** Paths of which none is a folder of another. */
function apart(all: Record<string, Buffer>): Record<string, Buffer> {
  const paths = Object.keys(all);
  return Object.fromEntries(Object.entries(all).filter(([at]) => !paths.some((other) => other.startsWith(`${at}/`))));
}
const files = fc.dictionary(path, bytes, { maxKeys: 12 }).map(apart);
/** What a disk takes, too. */
const diskFiles = fc.dictionary(filePath, bytes, { maxKeys: 12 }).map(apart);

function newRepository(): string {
  const root = tempDir('index');
  cli(root, ['init', '-q', '-b', 'main']);
  return root;
}

const indexOf = (root: string): Buffer => readFileSync(join(root, '.git/index'));
const listed = (root: string): string => cli(root, ['ls-files', '--stage', '--debug', '-z']);

/** Makes git's index hold exactly these files (whose content it has), with valid ids of folders. */
function fill(root: string, content: Record<string, Buffer>, flags: Record<string, 'assume' | 'skip'> = {}): void {
  for (const each of Object.values(content))
    execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: root, input: each });
  cli(root, ['read-tree', '--empty']);
  const lines = Object.entries(content).map(([at, each]) => `100644 ${hashBlob(each)} 0\t${at}\0`);
  cli(root, ['update-index', '-z', '--index-info'], {}, lines.join(''));
  for (const [at, flag] of Object.entries(flags))
    cli(root, ['update-index', flag === 'skip' ? '--skip-worktree' : '--assume-unchanged', '--', at]);
  cli(root, ['write-tree']); // makes git write the TREE extension
}

function updatesTo(before: Record<string, Buffer>, after: Record<string, Buffer>): IndexUpdate[] {
  const file = (content: Buffer | undefined) =>
    content === undefined ? undefined : { id: hashBlob(content), mode: '100644' as const };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((at) => ({
    key: keyOf(at),
    replaces: () => true,
    after: file(after[at]),
  }));
}

describe('the table of an index', () => {
  test(
    'gives every entry as git lists it',
    () => {
      const root = newRepository();
      fc.assert(
        fc.property(files, (content) => {
          fill(root, content);
          const ours = [...IndexTable.read(indexOf(root))].map((entry) => {
            const { mode, id } = entryDetails(entry);
            return `${mode} ${id} ${entry.stage}\t${Buffer.from(entry.key, 'latin1').toString('utf8')}\0`;
          });
          expect(ours.join('')).toBe(cli(root, ['ls-files', '--stage', '-z']));
        }),
        { numRuns: longRun(8, 100) },
      );
    },
    TIMEOUT,
  );

  test(
    'after our edits is what git itself makes of them, and every other entry is untouched',
    () => {
      const root = newRepository();
      fc.assert(
        fc.property(files, files, fc.array(fc.constantFrom('assume', 'skip', undefined)), (before, more, marks) => {
          // Some files change, some go, most stay.
          const after = apart({ ...before, ...more });
          for (const at of Object.keys(before).slice(0, marks.length % 3)) delete after[at];
          const flags: Record<string, 'assume' | 'skip'> = {};
          Object.keys(before).forEach((at, place) => {
            const mark = marks[place];
            if (mark !== undefined && after[at] === before[at]) flags[at] = mark;
          });
          fill(root, after);
          const tree = cli(root, ['write-tree']).trim();
          fill(root, before, flags);
          const stayed = new Map(
            [...IndexTable.read(indexOf(root))].map((entry) => [entry.key, entry.raw.toString('hex')]),
          );

          const changed = updatesTo(before, after).filter(({ key }) => {
            const at = Buffer.from(key, 'latin1').toString('utf8');
            return before[at] === undefined || after[at] === undefined || !after[at].equals(before[at]);
          });
          const edited = IndexTable.read(indexOf(root)).edited(changed);
          if (edited === undefined) expect(changed).toEqual([]);
          else writeFileSync(join(root, '.git/index'), edited);

          const table = IndexTable.read(indexOf(root));
          const touched = new Set(changed.map(({ key }) => key));
          for (const entry of table)
            if (!touched.has(entry.key)) expect(entry.raw.toString('hex')).toBe(stayed.get(entry.key));
          expect(table.version).toBe(Object.values(flags).includes('skip') ? 3 : 2);
          // Git accepts it, with the ids of folders that we left in it, and makes the same tree.
          const list = listed(root);
          expect(cli(root, ['write-tree']).trim()).toBe(tree);
          cli(root, ['update-index', '--force-write-index']);
          expect(listed(root)).toBe(list);
        }),
        { numRuns: longRun(12, 300) },
      );
    },
    TIMEOUT,
  );

  test('an edit of many paths at once and of each by itself come to the same', () => {
    const root = newRepository();
    const before: Record<string, Buffer> = {};
    const after: Record<string, Buffer> = {};
    for (let number = 0; number < 200; number++) {
      if (number % 3 !== 0) before[`f${number % 7}/${number}`] = Buffer.from('old');
      if (number % 4 !== 0) after[`f${number % 7}/${number}`] = Buffer.from(number % 5 === 0 ? 'new' : 'old');
    }
    fill(root, before);
    const updates = updatesTo(before, after);
    const atOnce = IndexTable.read(indexOf(root)).edited(updates);
    let single = indexOf(root);
    for (const update of updates) single = IndexTable.read(single).edited([update]) ?? single;
    expect(atOnce?.equals(single)).toBe(true);
  });

  test('an index that does not exist yet takes the first entries', () => {
    const root = newRepository();
    const content = { b: Buffer.from('1'), 'a/b': Buffer.from('2') };
    fill(root, content);
    const expected = cli(root, ['ls-files', '--stage']);
    const edited = IndexTable.empty().edited(updatesTo({}, content));
    writeFileSync(join(root, '.git/index'), edited ?? '');
    expect(cli(root, ['ls-files', '--stage'])).toBe(expected);
  });

  test('refuses damaged bytes instead of guessing', () => {
    const updates = updatesTo({}, { a: Buffer.from('1'), 'b/c': Buffer.from('2') });
    const good = IndexTable.empty().edited(updates) ?? Buffer.alloc(0);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ change;
        expect(() => IndexTable.read(bad)).toThrow();
      }),
    );
    for (let length = 0; length < good.length; length++)
      expect(() => IndexTable.read(good.subarray(0, length))).toThrow();
    // Damage that the checksum does not tell (`index.skipHash` writes zeros) must not lead out of the file.
    fc.assert(
      fc.property(fc.nat(good.length - 21), fc.nat(255), (at, value) => {
        const bad = Buffer.from(good);
        bad[at] = value;
        bad.fill(0, bad.length - 20);
        try {
          for (const entry of IndexTable.read(bad)) expect(entry.raw.length).toBeGreaterThan(60);
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringMatching(/damaged|uses/) });
        }
      }),
    );
  });

  test('flags of a version 3 index survive, and the version goes back when the last one is gone', () => {
    const root = newRepository();
    write(root, 'there', '1');
    write(root, 'intent', '1');
    cli(root, ['add', 'there']);
    cli(root, ['add', '-N', 'intent']);
    const table = IndexTable.read(indexOf(root));
    expect(table.version).toBe(3);
    const edited = table.edited(updatesTo({}, { new: Buffer.from('1') }));
    writeFileSync(join(root, '.git/index'), edited ?? '');
    expect(cli(root, ['ls-files']).trim().split('\n')).toEqual(['intent', 'new', 'there']);
    const again = IndexTable.read(indexOf(root));
    expect([...again].map((entry) => entryDetails(entry).intentToAdd)).toEqual([true, false, false]);
    const without = again.edited(updatesTo({ intent: Buffer.from('1') }, {}));
    expect(without?.readUInt32BE(4)).toBe(2);
  });

  test('tells whether a path is in the middle of a merge', () => {
    const root = newRepository();
    fill(root, { a: Buffer.from('1') });
    expect(IndexTable.read(indexOf(root)).hasUnmerged).toBe(false);
    const id = hashBlob(Buffer.from('1'));
    cli(root, ['update-index', '--index-info'], {}, `0 ${'0'.repeat(40)}\ta\n100644 ${id} 1\ta\n100644 ${id} 2\ta\n`);
    expect(IndexTable.read(indexOf(root)).hasUnmerged).toBe(true);
  });
});

describe.each(ENGINES)('commits by the %s engine', (engine) => {
  test(
    'leave the index that git itself would have after a look at the files',
    async () => {
      const { root, save } = await scene(engine);
      await fc.assert(
        fc.asyncProperty(diskFiles, diskFiles, async (theirs, ours) => {
          // A person's commit makes an index of git's own, extensions and all.
          for (const entry of readdirSync(root)) if (entry !== '.git') rmSync(join(root, entry), { recursive: true });
          for (const [at, content] of Object.entries(theirs)) write(root, at, content);
          cli(root, ['add', '-A']);
          cli(root, ['commit', '-q', '--allow-empty', '-m', 'theirs']);
          const mine = Object.fromEntries(
            Object.entries(ours).filter(([at]) =>
              Object.keys(theirs).every((other) => !other.startsWith(`${at}/`) && !at.startsWith(`${other}/`)),
            ),
          );
          for (const [at, content] of Object.entries(mine)) write(root, at, content);
          if (Object.keys(mine).length > 0) await save(mine);
          const gone = Object.keys(theirs).find(
            (at) => existsSync(join(root, at)) && lstatSync(join(root, at)).isFile(),
          );
          if (gone !== undefined && mine[gone] === undefined) {
            rmSync(join(root, gone));
            await save({ [gone]: null });
          }
          const before = listed(root);
          expect(health(root)).toEqual(HEALTHY);
          rmSync(join(root, '.git/index'));
          cli(root, ['reset', '-q']);
          cli(root, ['update-index', '-q', '--refresh']);
          expect(before).toBe(listed(root));
        }),
        { numRuns: longRun(6, 150) },
      );
    },
    TIMEOUT,
  );
});
