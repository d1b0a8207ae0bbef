import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refreshIndex } from '../../../src/index/refresh.js';
import { change } from '../../../src/palace/change.js';
import { renderDrawer } from '../../../src/palace/codec.js';
import { mintDrawerId } from '../../../src/palace/ids.js';
import { wingName } from '../../../src/palace/names.js';
import { createState } from '../../../src/palace/state-dir.js';
import { unmarkTrusted } from '../../../src/palace/trust.js';
import { type Check, type DoctorResult, doctor, examine } from '../../../src/services/doctor/doctor.js';
import { ENGINES } from '../../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../../support/palace.js';

function named(result: DoctorResult, name: string): Check {
  const found = result.checks.find((one) => one.name === name);
  if (!found) throw new Error(`no check ${name} among ${result.checks.map((one) => one.name).join(', ')}`);
  return found;
}

function commitAll(palace: TestPalace): void {
  gitIn(palace, 'add', '-A');
  gitIn(palace, 'commit', '-qm', 'by hand');
}

const id = mintDrawerId({ kind: 'note', wing: wingName('w'), source: 'x', unit: '', n: 0 });
const drawer = renderDrawer({ id }, Buffer.from('text'));

describe.each(ENGINES)('doctor (%s)', (engine) => {
  test('a new palace is well, and looking changes nothing', async () => {
    const palace = await testPalace(engine);
    const before = gitIn(palace, 'rev-parse', 'HEAD');
    const result = await doctor(palace);
    expect(result.checks.filter((one) => one.status !== 'ok')).toEqual([]);
    expect(result).toMatchObject({ palace: palace.root, problems: 0, warnings: 0, fixed: 0 });
    expect(gitIn(palace, 'rev-parse', 'HEAD')).toBe(before);
    expect(existsSync(palace.cacheDir)).toBe(false);
    assertClean(palace);
  });

  test('names what keeps memories from being found, each with its place and a way out', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'wings/w/r/a.md', drawer);
    edit(palace, 'wings/w/r/b.md', drawer);
    edit(palace, 'wings/w/r/broken.md', '---\ntitle: [\n---\n');
    edit(palace, 'wings/w/astray.md', 'x');
    edit(palace, 'wings/My Wing/r/c.md', 'x');
    edit(palace, 'wings/my-wing/r/d.md', 'x');
    edit(palace, 'wings/w/wing.yaml', 'rooms: [\n');
    edit(palace, 'sources/me.jsonl', '<<<<<<< HEAD\n');
    edit(palace, 'facts/me/2026-06.jsonl', '{"event":1}\n');
    symlinkSync('/etc/passwd', join(palace.root, 'wings/w/r/link.md'));
    commitAll(palace);
    edit(palace, 'wings/w/r/new.md', 'not saved');
    const result = await doctor(palace);
    const expected: Record<string, [Check['status'], RegExp]> = {
      drawers: ['problem', /wings\/w\/r\/broken\.md:\d+: /],
      ids: ['problem', /wings\/w\/r\/a\.md, wings\/w\/r\/b\.md/],
      layout: ['warning', /wings\/w\/astray\.md/],
      links: ['warning', /wings\/w\/r\/link\.md/],
      names: ['warning', /my-wing: wings\/My Wing, wings\/my-wing/],
      'wing-files': ['problem', /wings\/w\/wing\.yaml, line/],
      logs: ['problem', /sources\/me\.jsonl:1: a conflict marker/],
      unsaved: ['warning', /wings\/w\/r\/new\.md/],
    };
    for (const [name, [status, place]] of Object.entries(expected)) {
      const found = named(result, name);
      expect([name, found.status]).toEqual([name, status]);
      expect(found.places.join('\n')).toMatch(place);
      expect(found.next.length).toBeGreaterThan(0);
    }
    expect(named(result, 'logs').places).toContain('facts/me/2026-06.jsonl:1: no "event" id');
    expect(result.problems).toBe(4);
    // Memories are never repaired.
    const fixed = await doctor(palace, { fix: true });
    expect(fixed.problems).toBe(4);
    expect(readFileSync(join(palace.root, 'wings/w/r/b.md'))).toEqual(drawer);
    expect(gitIn(palace, 'status', '--porcelain')).toBe('?? wings/w/r/new.md\n');
  });

  test('--fix completes attributes and ignore rules in a commit, keeping what a person wrote', async () => {
    const palace = await testPalace(engine);
    edit(palace, '.gitattributes', '# mine\n*.md diff\n*.png binary\n');
    edit(palace, '.gitignore', '*.swp');
    commitAll(palace);
    expect((await doctor(palace)).checks.filter((one) => one.status === 'problem').map((one) => one.name)).toEqual([
      'attributes',
      'ignore',
    ]);
    const result = await doctor(palace, { fix: true });
    expect(named(result, 'attributes')).toMatchObject({ status: 'ok', fixed: true });
    expect(named(result, 'ignore')).toMatchObject({ status: 'ok', fixed: true });
    expect(readFileSync(join(palace.root, '.gitattributes'), 'utf8')).toBe(
      '# mine\n*.md diff\n*.png binary\n* -text\n*.jsonl merge=union\n',
    );
    expect(readFileSync(join(palace.root, '.gitignore'), 'utf8')).toBe('*.swp\n.palace/\n');
    expect(gitIn(palace, 'log', '-1', '--format=%(trailers:key=Palace-Op,valueonly)').trim()).toBe('doctor');
    expect((await doctor(palace)).problems).toBe(0);
    assertClean(palace);
  });

  test('an edit of .gitattributes that is not saved is not touched', async () => {
    const palace = await testPalace(engine);
    edit(palace, '.gitattributes', '# my new rules\n');
    const found = named(await doctor(palace, { fix: true }), 'attributes');
    expect(found).toMatchObject({ status: 'problem', fixed: false });
    expect(found.message).toMatch(/Not repaired/);
    expect(readFileSync(join(palace.root, '.gitattributes'), 'utf8')).toBe('# my new rules\n');
  });

  test('--fix turns core.autocrlf off', async () => {
    const palace = await testPalace(engine);
    gitIn(palace, 'config', 'core.autocrlf', 'true');
    expect(named(await doctor(palace), 'autocrlf').status).toBe('warning');
    expect(named(await doctor(palace, { fix: true }), 'autocrlf')).toMatchObject({ status: 'ok', fixed: true });
    expect(gitIn(palace, 'config', 'core.autocrlf')).toBe('false\n');
  });

  test('in a repository with other files its own settings are only said', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'src/main.c', 'int main;\n');
    edit(palace, '.gitattributes', '*.c text\n');
    commitAll(palace);
    const result = await doctor(palace, { fix: true });
    expect(named(result, 'attributes')).toMatchObject({ status: 'warning', fixed: false });
    expect(named(result, 'attributes').next[0]).toContain('/wings/** -text');
    edit(palace, '.gitattributes', '*.c text\n/wings/** -text\n');
    expect(named(await doctor(palace), 'attributes').status).toBe('ok');
  });

  test('missing objects are a problem', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'wings/w/r/a.md', drawer);
    commitAll(palace);
    const blob = gitIn(palace, 'rev-parse', 'HEAD:wings/w/r/a.md').trim();
    rmSync(join(palace.git.commonDir, 'objects', blob.slice(0, 2), blob.slice(2)));
    const found = named(await doctor(palace), 'repository');
    expect(found.status).toBe('problem');
    expect(found.places.join('\n')).toContain(engine === 'system' ? blob : 'wings/w/r/a.md');
  });

  test('damaged words are a problem, in packs too', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'wings/w/r/a.md', drawer);
    commitAll(palace);
    gitIn(palace, 'gc', '-q');
    const folder = join(palace.git.commonDir, 'objects/pack');
    const pack = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) ?? '');
    const listed = gitIn(palace, 'verify-pack', '-v', pack).split('\n');
    const blob = gitIn(palace, 'rev-parse', 'HEAD:wings/w/r/a.md').trim();
    const [, , , packed = 0, offset = 0] =
      listed
        .find((line) => line.startsWith(blob))
        ?.split(/\s+/)
        .map(Number) ?? [];
    const bytes = readFileSync(pack);
    bytes.fill(0x55, offset + 6, offset + packed);
    chmodSync(pack, 0o644);
    writeFileSync(pack, bytes);
    expect(named(await doctor(palace), 'repository')).toMatchObject({ status: 'problem' });
  });

  test('a detached HEAD and an unfinished merge are problems, each with the way back', async () => {
    const palace = await testPalace(engine);
    edit(palace, 'identity.md', 'ours\n');
    gitIn(palace, 'checkout', '-qb', 'other');
    commitAll(palace);
    gitIn(palace, 'checkout', '-q', 'main');
    edit(palace, 'identity.md', 'theirs\n');
    commitAll(palace);
    expect(() => gitIn(palace, 'merge', 'other')).toThrow();
    const merging = named(await doctor(palace), 'unfinished');
    expect(merging).toMatchObject({
      status: 'problem',
      places: ['identity.md'],
      next: ['git merge --continue', 'git merge --abort'],
    });
    gitIn(palace, 'merge', '--abort');
    gitIn(palace, 'checkout', '-q', '--detach');
    expect(named(await doctor(palace), 'branch')).toMatchObject({ status: 'problem' });
  });
});

describe('leftovers', () => {
  test('the lock and temporary files of a dead writer go with --fix', async () => {
    const palace = await testPalace();
    const dead = {
      host: palace.runtime.hostname,
      boot: 'another-boot',
      space: '',
      pid: 1,
      started: '',
      op: 'mine',
      at: '2026-01-01T00:00:00Z',
      token: 'abc',
    };
    createState(palace.stateDir, 'lock', `${JSON.stringify(dead)}\n`, palace.runtime);
    mkdirSync(join(palace.root, '.palace/tmp/change-1-abc'), { recursive: true });
    writeFileSync(join(palace.root, '.palace/tmp/change-1-abc/0.new'), 'half');
    const found = await doctor(palace);
    expect(named(found, 'lock')).toMatchObject({ status: 'warning', fixed: false });
    expect(named(found, 'lock').message).toContain('palace mine');
    expect(named(found, 'temporary')).toMatchObject({ status: 'warning', places: ['.palace/tmp/change-1-abc'] });
    const fixed = await doctor(palace, { fix: true });
    expect([named(fixed, 'lock').fixed, named(fixed, 'temporary').fixed]).toEqual([true, true]);
    expect(existsSync(join(palace.stateDir, 'lock'))).toBe(false);
    expect(readdirSync(join(palace.root, '.palace/tmp'))).toEqual([]);
  });

  test('a writer at work keeps its lock and files', async () => {
    const palace = await testPalace();
    const alive = {
      host: 'another-host',
      boot: '',
      space: '',
      pid: 1,
      started: '',
      op: 'mine',
      at: '2026-06-01T00:00:00Z',
      token: 'abc',
    };
    createState(palace.stateDir, 'lock', `${JSON.stringify(alive)}\n`, palace.runtime);
    mkdirSync(join(palace.root, '.palace/tmp/change-1-abc'), { recursive: true });
    const result = await doctor(palace, { fix: true });
    expect(named(result, 'lock')).toMatchObject({ status: 'ok', fixed: false });
    expect(named(result, 'temporary')).toMatchObject({ status: 'ok', fixed: false });
    expect(existsSync(join(palace.root, '.palace/tmp/change-1-abc'))).toBe(true);
    unlinkSync(join(palace.stateDir, 'lock'));
  });

  test("old locks of git's are named and left", async () => {
    const palace = await testPalace();
    const locks = ['index.lock', 'refs/heads/main.lock'].map((name) => join(palace.git.gitDir, name));
    for (const lock of locks) writeFileSync(lock, '');
    const fresh = named(await doctor(palace), 'git-locks');
    expect(fresh.status).toBe('ok');
    for (const lock of locks) utimesSync(lock, new Date('2026-05-01'), new Date('2026-05-01'));
    const found = named(await doctor(palace, { fix: true }), 'git-locks');
    expect(found).toMatchObject({ status: 'warning', places: ['.git/index.lock', '.git/refs/heads/main.lock'] });
    expect(locks.every((lock) => existsSync(lock))).toBe(true);
    for (const lock of locks) unlinkSync(lock);
  });
});

describe.each(ENGINES)("git's own index (%s git)", (engine) => {
  async function behindOf(palace: TestPalace, killed: boolean): Promise<void> {
    const put = (content: string | Buffer) =>
      change(palace, {
        op: 'edit',
        subject: 'edit it',
        writes: [{ kind: 'put', path: 'wings/w/r/a.md', content: Buffer.from(content) }],
      });
    await put(drawer.toString());
    if (killed) {
      palace.runtime.onProgress = ({ phase }) => {
        if (phase === 'index') throw new Error('killed');
      };
      await expect(put(`${drawer}more`)).rejects.toThrow('killed');
      palace.runtime.onProgress = undefined;
      return;
    }
    const busy = join(palace.git.gitDir, 'index.lock');
    writeFileSync(busy, '');
    await put(`${drawer}more`);
    expect(named(await doctor(palace, { fix: true }), 'git-index')).toMatchObject({ status: 'warning', fixed: false });
    unlinkSync(busy);
  }

  test.each([
    ['a killed writer', true],
    ['a busy lock', false],
  ] as const)('left behind by %s is a warning, and told with --fix; what a person staged stays', async (_, killed) => {
    const palace = await testPalace(engine);
    await behindOf(palace, killed);
    const found = named(await doctor(palace), 'git-index');
    expect(found).toMatchObject({ status: 'warning', places: ['wings/w/r/a.md'] });
    expect(named(await doctor(palace, { fix: true }), 'git-index')).toMatchObject({ status: 'ok', fixed: true });
    assertClean(palace);
    edit(palace, 'wings/w/r/a.md', 'staged');
    gitIn(palace, 'add', '-A');
    gitIn(palace, 'cat-file', '-e', ':wings/w/r/a.md');
    edit(palace, 'wings/w/r/a.md', `${drawer}more`);
    expect(named(await doctor(palace, { fix: true }), 'git-index')).toMatchObject({ status: 'warning', fixed: false });
    expect(gitIn(palace, 'show', ':wings/w/r/a.md')).toBe('staged');
  });

  test('is told by palace index refresh', async () => {
    const palace = await testPalace(engine);
    const busy = join(palace.git.gitDir, 'index.lock');
    writeFileSync(busy, '');
    await change(palace, {
      op: 'add',
      subject: 'add it',
      writes: [{ kind: 'put', path: 'wings/w/r/a.md', content: Buffer.from(drawer) }],
    });
    expect(palace.runtime.warnings.join()).toContain('palace index refresh');
    unlinkSync(busy);
    await refreshIndex(palace);
    assertClean(palace);
  });
});

test('a damaged search cache is built again with --fix', async () => {
  const palace = await testPalace();
  edit(palace, 'wings/w/r/a.md', drawer);
  commitAll(palace);
  expect(named(await doctor(palace, { fix: true }), 'index').fixed).toBe(true);
  expect(named(await doctor(palace), 'index').message).toContain('up to date');
  writeFileSync(join(palace.cacheDir, 'index', 'manifest.bin'), 'garbage');
  expect(named(await doctor(palace), 'index').status).toBe('warning');
  expect(named(await doctor(palace, { fix: true }), 'index')).toMatchObject({ status: 'ok', fixed: true });
  expect(named(await doctor(palace), 'index').message).toContain('1 drawer, up to date');
});

test('without a git user the writes are nobody’s, and that is said', async () => {
  const palace = await testPalace();
  writeFileSync(join(palace.runtime.home, '.gitconfig'), '');
  expect(named(await doctor(palace), 'identity')).toMatchObject({ status: 'warning' });
});

describe('a palace that cannot be opened', () => {
  test('a newer format, a broken palace.yaml and missing trust are each the one problem', async () => {
    const palace = await testPalace();
    const file = join(palace.root, 'palace.yaml');
    const good = readFileSync(file);
    for (const [text, message] of [
      ['format: 99\n', /format 99/],
      ['format: [\n', /palace\.yaml/],
      ['name: x\n', /format/],
    ] as const) {
      writeFileSync(file, text);
      const result = await examine(palace.root, palace.runtime);
      expect(result.checks).toHaveLength(1);
      expect(named(result, 'palace')).toMatchObject({ status: 'problem', message: expect.stringMatching(message) });
      expect(named(result, 'palace').next.length).toBeGreaterThan(0);
    }
    writeFileSync(file, good);
    unmarkTrusted(palace.runtime, palace.git.commonDir);
    const result = await examine(palace.root, palace.runtime);
    expect(named(result, 'palace')).toMatchObject({ status: 'problem', next: [`palace trust ${palace.root}`] });
  });

  test('where there is none, that is the error', async () => {
    const palace = await testPalace();
    await expect(examine(palace.runtime.home, palace.runtime)).rejects.toMatchObject({ exit: 3 });
  });

  test('a good one is examined whole', async () => {
    const palace = await testPalace();
    const result = await examine(palace.root, palace.runtime);
    expect(result.problems).toBe(0);
    expect(result.checks.length).toBeGreaterThan(15);
  });
});
