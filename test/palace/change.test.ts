import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { change, changeLocked } from '../../src/palace/change.js';
import { withLock } from '../../src/palace/lock.js';
import type { ChangeSet, FileWrite, Palace } from '../../src/palace/types.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, edit, gitIn, testPalace } from '../support/palace.js';

const A = 'wings/driftwood/auth/a.md';
const B = 'wings/driftwood/auth/b.md';

function set(writes: readonly FileWrite[], more: Partial<ChangeSet> = {}): ChangeSet {
  return { op: 'add', subject: 'a change', writes, ...more };
}

function put(path: string, text: string | Buffer): FileWrite {
  return { kind: 'put', path, content: Buffer.from(text) };
}

function read(palace: Palace, path: string): string {
  return readFileSync(join(palace.root, path), 'utf8');
}

/** Everything that a refused change must leave alone. */
function snapshot(palace: Palace): unknown {
  const files = (readdirSync(palace.root, { recursive: true }) as string[]).filter(
    (path) => !path.startsWith('.git/') && !path.startsWith('.palace'),
  );
  return {
    head: gitIn(palace, 'rev-parse', 'HEAD'),
    status: gitIn(palace, 'status', '--porcelain=v2', '--untracked-files=all'),
    files: files.sort().map((path) => {
      const stats = statSync(join(palace.root, path), { throwIfNoEntry: false });
      return [path, stats?.isFile() ? read(palace, path) : 'folder'];
    }),
    staging: existsSync(join(palace.root, '.palace/tmp')) ? readdirSync(join(palace.root, '.palace/tmp')) : [],
  };
}

describe.each(ENGINES)('change, %s engine', (engine) => {
  it('writes files, one commit with trailers, and leaves git status clean', async () => {
    const palace = await testPalace(engine);
    const receipt = await change(palace, set([put(B, 'two'), put(A, 'one')], { subject: 'add two', source: 'x:1' }));
    expect(receipt).toEqual({
      commit: gitIn(palace, 'rev-parse', 'HEAD').trim(),
      opId: expect.stringMatching(/^op-[0-9a-f]{16}$/),
      changed: [
        { path: A, blob: hashBlob(Buffer.from('one')) },
        { path: B, blob: hashBlob(Buffer.from('two')) },
      ],
      secrets: [],
      indexRefreshed: true,
    });
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>|%cn|%s|%(trailers:key=Palace-Source,valueonly)').trim()).toBe(
      'Ada Tester <ada@example.org>|Ada Tester|add two|x:1',
    );
    expect(gitIn(palace, 'show', `HEAD:${A}`)).toBe('one');
    assertClean(palace);
    expect(readdirSync(join(palace.root, '.palace/tmp'))).toEqual([]);
  });

  it('keeps any bytes exactly, in the work tree and in the blob', async () => {
    const palace = await testPalace(engine);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('', '---\n', '---js\n', '\ufeff', 'a\r\nb\r\n', '\0'),
        async (bytes, start) => {
          const content = Buffer.concat([Buffer.from(start), bytes]);
          const receipt = await change(palace, set([{ kind: 'put', path: A, content }]));
          expect(readFileSync(join(palace.root, A)).equals(content)).toBe(true);
          const blob = hashBlob(content);
          if (receipt) expect(receipt.changed).toEqual([{ path: A, blob }]);
          expect((await palace.git.readBlob(blob)).equals(content)).toBe(true);
        },
      ),
      { numRuns: longRun(15, 300) },
    );
    assertClean(palace);
  });

  it('makes no commit when nothing would change', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    const before = snapshot(palace);
    expect(await change(palace, set([put(A, 'one'), { kind: 'remove', path: B }]))).toBeNull();
    expect(await change(palace, set([]))).toBeNull();
    expect(snapshot(palace)).toEqual(before);
  });

  it('removes and moves, and drops folders that became empty', async () => {
    const palace = await testPalace(engine);
    await change(
      palace,
      set([
        put(A, 'one'),
        put('wings/driftwood/deep/er/c.md', 'three'),
        put('wings/driftwood/wing.yaml', 'rooms: []\n'),
      ]),
    );
    const receipt = await change(
      palace,
      set([
        { kind: 'remove', path: 'wings/driftwood/deep/er/c.md' },
        { kind: 'move', from: A, to: 'wings/other/room/a.md', content: Buffer.from('one') },
      ]),
    );
    expect(receipt?.changed.map(({ path, blob }) => [path, blob === null])).toEqual([
      [A, true],
      ['wings/driftwood/deep/er/c.md', true],
      ['wings/other/room/a.md', false],
    ]);
    expect(readdirSync(join(palace.root, 'wings/driftwood'))).toEqual(['wing.yaml']);
    assertClean(palace);
    await expect(
      change(
        palace,
        set([
          { kind: 'move', from: 'wings/other/room/a.md', to: 'wings/driftwood/wing.yaml', content: Buffer.from('x') },
        ]),
      ),
    ).rejects.toMatchObject({ code: 'path-taken', exit: 5 });
  });

  it('turns a drawer into a folder of the same name', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put('wings/w/r/x', 'file')]));
    await change(palace, set([{ kind: 'remove', path: 'wings/w/r/x' }]));
    await change(palace, set([put('wings/w/r/x/y.md', 'file')]));
    assertClean(palace);
  });

  it('refuses to write over an unsaved edit, and changes nothing', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one'), put(B, 'two')]));
    edit(palace, A, 'edited by hand');
    edit(palace, 'wings/driftwood/auth/new.md', 'written by hand');
    const before = snapshot(palace);
    for (const writes of [
      [put(A, 'ours'), put(B, 'ours')],
      [{ kind: 'remove', path: A } as const],
      [{ kind: 'move', from: A, to: 'wings/w/r/a.md', content: Buffer.from('one') } as const],
      [put('wings/driftwood/auth/new.md', 'ours')],
      [{ kind: 'remove', path: 'wings/driftwood/auth/new.md' } as const],
    ])
      await expect(change(palace, set(writes))).rejects.toMatchObject({
        code: 'unsaved-edit',
        exit: 5,
        next: expect.arrayContaining(['palace save']),
      });
    expect(snapshot(palace)).toEqual(before);
  });

  it('refuses to write over a deletion or a staged version that is not saved', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one'), put(B, 'two')]));
    rmSync(join(palace.root, A));
    edit(palace, B, 'staged');
    gitIn(palace, 'add', B);
    edit(palace, B, 'two');
    const before = snapshot(palace);
    await expect(change(palace, set([put(A, 'ours')]))).rejects.toMatchObject({ details: { paths: [A] } });
    await expect(change(palace, set([put(B, 'ours')]))).rejects.toMatchObject({ details: { paths: [B] } });
    expect(snapshot(palace)).toEqual(before);
  });

  it('takes an unsaved edit when told to, and one that is what we write anyway', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    edit(palace, A, 'edited');
    edit(palace, B, 'left by a killed mine');
    await change(palace, set([put(B, 'left by a killed mine')]));
    await change(palace, set([put(A, 'edited')], { op: 'save', takesUnsaved: true }));
    expect(gitIn(palace, 'show', `HEAD:${A}`)).toBe('edited');
    rmSync(join(palace.root, B));
    await change(palace, set([{ kind: 'remove', path: B }], { op: 'save', takesUnsaved: true }));
    assertClean(palace);
  });

  it('never removes words that were never saved, even when told to take edits', async () => {
    const palace = await testPalace(engine);
    edit(palace, A, 'only here');
    await expect(change(palace, set([{ kind: 'remove', path: A }], { takesUnsaved: true }))).rejects.toMatchObject({
      code: 'unsaved-edit',
    });
    expect(read(palace, A)).toBe('only here');
  });

  it('leaves what a person has staged or edited elsewhere as it is', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one'), put(B, 'two')]));
    edit(palace, 'README.md', 'mine');
    gitIn(palace, 'add', 'README.md');
    edit(palace, B, 'half-way through an edit');
    const status = gitIn(palace, 'status', '--porcelain');
    await change(palace, set([put(A, 'changed'), put('wings/w/r/new.md', 'x')]));
    expect(gitIn(palace, 'status', '--porcelain')).toBe(status);
    expect(read(palace, B)).toBe('half-way through an edit');
    expect(gitIn(palace, 'ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('README.md');
  });

  it('refuses every path that leaves the palace or is none of its own', async () => {
    const palace = await testPalace(engine);
    const before = snapshot(palace);
    for (const path of [
      '../outside.md',
      '/etc/passwd',
      'wings/../../outside.md',
      'wings/a/.git/config',
      'wings/a/.GIT/config',
      'wings/a/.g\u200cit/config',
      'wings/a/git~1/config',
      'wings/a/.git. /x',
      'wings\\a\\b.md',
      'wings//b.md',
      'wings/./b.md',
      'wings/a/b\0.md',
      'wings/a/b\n.md',
      'C:/x.md',
      '.palace/cache/x',
      'README.md',
      '.git/hooks/pre-commit',
      `wings/a/b/${'x'.repeat(256)}.md`,
      '',
    ])
      await expect(change(palace, set([put(A, 'x'), put(path, 'x')])), path).rejects.toMatchObject({
        code: 'bad-path',
        exit: 2,
      });
    expect(snapshot(palace)).toEqual(before);
  });

  it('writes nothing through a symbolic link, nor over one, nor over a folder', async () => {
    const palace = await testPalace(engine);
    const outside = join(palace.runtime.home, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.md'), 'theirs');
    mkdirSync(join(palace.root, 'wings/w/r'), { recursive: true });
    symlinkSync(outside, join(palace.root, 'wings/w/link'));
    symlinkSync(join(outside, 'secret.md'), join(palace.root, 'wings/w/r/secret.md'));
    mkdirSync(join(palace.root, 'wings/w/r/folder.md'));
    const before = snapshot(palace);
    await expect(change(palace, set([put('wings/w/link/secret.md', 'x')]))).rejects.toMatchObject({
      code: 'not-a-folder',
    });
    await expect(change(palace, set([put('wings/w/link/deep/x.md', 'x')]))).rejects.toMatchObject({
      code: 'not-a-folder',
    });
    await expect(change(palace, set([put('wings/w/r/secret.md', 'x')]))).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(change(palace, set([put('wings/w/r/folder.md', 'x')]))).rejects.toMatchObject({ code: 'not-a-file' });
    expect(snapshot(palace)).toEqual(before);
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('theirs');
  });

  it('refuses what is larger than the limit, and a set that names a path twice', async () => {
    const palace = await testPalace(engine);
    const small = { ...palace, settings: { ...palace.settings, maxSourceBytes: 10 } };
    await expect(change(small, set([put(A, 'x'.repeat(11))]))).rejects.toMatchObject({ code: 'too-large' });
    await expect(change(palace, set([put(A, 'x'), put(A, 'y')]))).rejects.toThrow('twice');
  });

  it('refuses when HEAD no longer holds what the caller computed from', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    const stale = hashBlob(Buffer.from('zero'));
    const before = snapshot(palace);
    await expect(
      change(palace, set([put(B, 'x'), { kind: 'put', path: A, content: Buffer.from('two'), expect: stale }])),
    ).rejects.toMatchObject({ code: 'changed-meanwhile', exit: 5 });
    await expect(
      change(palace, set([{ kind: 'put', path: A, content: Buffer.from('two'), expect: null }])),
    ).rejects.toMatchObject({
      code: 'changed-meanwhile',
    });
    expect(snapshot(palace)).toEqual(before);
  });

  it('names the agent as author and the git user as committer', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')], { by: { kind: 'agent', name: 'Codex Review' } }));
    expect(gitIn(palace, 'log', '-1', '--format=%an <%ae>|%cn <%ce>').trim()).toBe(
      'codex-review (agent) <codex-review@agent.palace.invalid>|Ada Tester <ada@example.org>',
    );
  });

  it('names its phases in order, once for each file of write', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one'), put(B, 'two')]));
    expect(palace.runtime.phases.map(({ phase, done, total }) => `${phase} ${done}/${total}`)).toEqual([
      'write 0/2',
      'write 1/2',
      'write 2/2',
      'objects 0/2',
      'ref 0/2',
      'index 0/2',
    ]);
  });

  it.each(['write 0', 'write 1', 'write 3', 'objects 0', 'ref 0'])(
    'takes everything back when it fails at %s',
    async (moment) => {
      const palace = await testPalace(engine);
      await change(palace, set([put(A, 'one'), put(B, 'two')]));
      const before = snapshot(palace);
      palace.runtime.onProgress = ({ phase, done }) => {
        if (`${phase} ${done}` === moment) throw new Error('boom');
      };
      await expect(
        change(palace, set([put(A, 'changed'), { kind: 'remove', path: B }, put('wings/x/y/z.md', 'new')])),
      ).rejects.toThrow('boom');
      palace.runtime.onProgress = undefined;
      expect(snapshot(palace)).toEqual(before);
      assertClean(palace);
      expect(await change(palace, set([put(A, 'changed')]))).not.toBeNull();
    },
  );

  it('keeps a commit whose index refresh fails', async () => {
    const palace = await testPalace(engine);
    palace.runtime.onProgress = ({ phase }) => {
      if (phase === 'index') throw new Error('boom');
    };
    await expect(change(palace, set([put(A, 'one')]))).rejects.toThrow('boom');
    expect(gitIn(palace, 'show', `HEAD:${A}`)).toBe('one');
    expect(read(palace, A)).toBe('one');
  });

  it('says so when index.lock stays busy, the commit stands, and the next write puts the index right', async () => {
    const palace = await testPalace(engine);
    const busy = join(palace.root, '.git/index.lock');
    writeFileSync(busy, '');
    const receipt = await change(palace, set([put(A, 'one')]));
    expect(receipt?.indexRefreshed).toBe(false);
    expect(palace.runtime.warnings.join()).toContain('index.lock');
    expect(gitIn(palace, 'status', '--porcelain')).not.toBe('');
    rmSync(busy);
    // One that a person staged meanwhile is theirs.
    edit(palace, 'README.md', 'mine');
    gitIn(palace, 'add', 'README.md');
    await change(palace, set([put(B, 'two')]));
    expect(gitIn(palace, 'status', '--porcelain')).toBe('A  README.md\n');
    gitIn(palace, 'rm', '-q', '--cached', 'README.md');
    rmSync(join(palace.root, 'README.md'));
    assertClean(palace);
  });

  it.each([
    ['busy', 'index.lock stays'],
    ['killed', 'the writer was killed'],
  ])('changes a file whose index entry lags behind (%s: %s)', async (reason) => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    if (reason === 'busy') {
      writeFileSync(join(palace.root, '.git/index.lock'), '');
      await change(palace, set([put(A, 'two')]));
      rmSync(join(palace.root, '.git/index.lock'));
    } else {
      palace.runtime.onProgress = ({ phase }) => {
        if (phase === 'index') throw new Error('killed');
      };
      await expect(change(palace, set([put(A, 'two')]))).rejects.toThrow('killed');
      palace.runtime.onProgress = undefined;
    }
    expect(gitIn(palace, 'diff', '--cached', '--name-only')).toBe(`${A}\n`);
    expect(await change(palace, set([put(A, 'three')]))).not.toBeNull();
    assertClean(palace);
  });

  it('a commit that a person makes of one of our paths meanwhile is kept, and ours is taken back', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one'), put(B, 'two')]));
    let raced = false;
    palace.runtime.onProgress = ({ phase }) => {
      if (phase !== 'objects' || raced) return;
      raced = true;
      edit(palace, A, 'theirs');
      gitIn(palace, 'commit', '-qm', 'theirs', A);
    };
    await expect(change(palace, set([put(A, 'ours'), put(B, 'ours')]))).rejects.toMatchObject({
      code: 'changed-meanwhile',
      exit: 5,
    });
    expect(read(palace, A)).toBe('theirs');
    expect(read(palace, B)).toBe('two');
    expect(gitIn(palace, 'log', '-1', '--format=%s').trim()).toBe('theirs');
    assertClean(palace);
  });

  it.each([
    ['some of our files', [A]],
    ['all of our files', [A, B]],
  ])("a person's commit that sweeps up %s meanwhile is no conflict", async (_, swept) => {
    const palace = await testPalace(engine);
    let raced = false;
    palace.runtime.onProgress = ({ phase }) => {
      if (phase !== 'objects' || raced) return;
      raced = true;
      gitIn(palace, 'add', ...swept);
      gitIn(palace, 'commit', '-qm', 'everything', '--', ...swept);
    };
    const receipt = await change(palace, set([put(A, 'one'), put(B, 'two')]));
    expect(receipt?.commit).toBe(gitIn(palace, 'rev-parse', 'HEAD').trim());
    expect([gitIn(palace, 'show', `HEAD:${A}`), gitIn(palace, 'show', `HEAD:${B}`)]).toEqual(['one', 'two']);
    assertClean(palace);
  });

  it('refuses a detached HEAD and a merge that is not finished, and changes nothing', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    gitIn(palace, 'checkout', '-q', '-b', 'side');
    edit(palace, B, 'side');
    gitIn(palace, 'add', B);
    gitIn(palace, 'commit', '-qm', 'side');
    gitIn(palace, 'checkout', '-q', 'main');
    gitIn(palace, 'checkout', '-q', '--detach');
    let before = snapshot(palace);
    await expect(change(palace, set([put(A, 'two')]))).rejects.toMatchObject({ code: 'detached-head', exit: 5 });
    expect(snapshot(palace)).toEqual(before);
    gitIn(palace, 'checkout', '-q', 'main');
    gitIn(palace, 'merge', '-q', '--no-commit', '--no-ff', 'side');
    before = snapshot(palace);
    await expect(change(palace, set([put(A, 'two')]))).rejects.toMatchObject({ code: 'git-in-progress', exit: 5 });
    expect(snapshot(palace)).toEqual(before);
  });

  it('refuses a file that is in conflict, even when told to take edits', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one\n')]));
    for (const branch of ['left', 'right']) {
      gitIn(palace, 'checkout', '-q', '-b', branch, 'main');
      edit(palace, A, `${branch}\n`);
      gitIn(palace, 'commit', '-qam', branch);
    }
    expect(() => gitIn(palace, 'merge', '-q', 'left')).toThrow();
    const before = snapshot(palace);
    await expect(change(palace, set([put(A, 'two')], { takesUnsaved: true }))).rejects.toMatchObject({
      code: expect.stringMatching(/^(unmerged|git-in-progress)$/),
      exit: 5,
    });
    expect(snapshot(palace)).toEqual(before);
  });

  it('keeps the executable bit of a file', async () => {
    const palace = await testPalace(engine);
    await change(palace, set([put(A, 'one')]));
    chmodSync(join(palace.root, A), 0o755);
    gitIn(palace, 'commit', '-qam', 'mode');
    await change(palace, set([put(A, 'two')]));
    expect(gitIn(palace, 'ls-tree', 'HEAD', A)).toMatch(/^100755/);
    assertClean(palace);
  });

  it('sweeps what a killed writer left in .palace/tmp', async () => {
    const palace = await testPalace(engine);
    edit(palace, '.palace/tmp/change-1-dead/0.new', 'half');
    edit(palace, '.palace/tmp/other/file', 'not ours');
    await change(palace, set([put(A, 'one')]));
    expect(readdirSync(join(palace.root, '.palace/tmp'))).toEqual(['other']);
  });

  it('several batches of one operation run under one lock', async () => {
    const palace = await testPalace(engine);
    await withLock(palace, 'mine', async () => {
      for (const number of [1, 2])
        await changeLocked(
          palace,
          set([put(`wings/w/r/${number}.md`, 'x')], { opId: 'op-1', batch: { number, total: 2 } }),
        );
    });
    expect(gitIn(palace, 'log', '-2', '--format=%(trailers:key=Palace-Batch,valueonly,separator=%x20)').trim()).toMatch(
      /2\/2\s+1\/2/,
    );
  });
});
