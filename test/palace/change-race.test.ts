import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashBlob } from '../../src/git/hash.js';
import { change } from '../../src/palace/change.js';
import { bundleWorker } from '../support/bundle.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { assertClean, edit, gitIn, type TestPalace, testPalace } from '../support/palace.js';

const HERE = dirname(fileURLToPath(import.meta.url));
let built = '';
let script = '';

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'palace-race-'));
  script = await bundleWorker(join(HERE, 'change-worker.ts'), built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

function start(palace: TestPalace, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [script, palace.root, ...args], {
    env: { ...palace.runtime.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** What HEAD holds below wings/ after a run of one turn that nobody disturbed. */
function undisturbed(): string {
  const line = (file: string) =>
    `100644 blob ${hashBlob(Buffer.from(`w 0 ${file}\n`.repeat(100)))}\twings/race/w/0-${file}.md\n`;
  return ['a', 'b', 'c'].map(line).join('');
}

function ended(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
}

describe.each(ENGINES)('changes at the same time, %s engine', { timeout: longRun(120_000, 900_000) }, (engine) => {
  it('of many processes all arrive, one commit each', async () => {
    const palace = await testPalace(engine);
    const before = Number(gitIn(palace, 'rev-list', '--count', 'HEAD'));
    const processes = longRun(4, 20);
    const times = longRun(3, 10);
    const children = Array.from({ length: processes }, (_, n) => start(palace, engine, `w${n}`, String(times)));
    expect(await Promise.all(children.map(ended))).toEqual(children.map(() => 0));
    expect(gitIn(palace, 'ls-tree', '-r', '--name-only', 'HEAD', 'wings/race').trim().split('\n')).toHaveLength(
      processes * times * 3,
    );
    expect(Number(gitIn(palace, 'rev-list', '--count', 'HEAD'))).toBe(before + processes * times);
    assertClean(palace);
  });

  it('and the commits of a person in a terminal: none is lost', async () => {
    const palace = await testPalace(engine);
    const commits = longRun(12, 200);
    const ours = longRun(12, 100);
    const child = start(palace, engine, 'w', String(ours));
    const end = ended(child);
    for (let n = 0; n < commits; n++) {
      edit(palace, `notes/${n}.txt`, String(n));
      // A person would type it again when git says that a lock file is there.
      for (;;) {
        try {
          gitIn(palace, 'add', `notes/${n}.txt`);
          gitIn(palace, 'commit', '-qm', `person ${n}`, '--', `notes/${n}.txt`);
          break;
        } catch (error) {
          if (!/\.lock|cannot lock ref/.test(String((error as { stderr?: unknown }).stderr))) throw error;
        }
      }
    }
    expect(await end).toBe(0);
    const subjects = gitIn(palace, 'log', '--format=%s').trim().split('\n');
    expect(subjects.filter((subject) => subject.startsWith('person '))).toHaveLength(commits);
    expect(subjects.filter((subject) => subject.startsWith('add w '))).toHaveLength(ours);
    const files = gitIn(palace, 'ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
    expect(files.filter((file) => file.startsWith('notes/'))).toHaveLength(commits);
    expect(files.filter((file) => file.startsWith('wings/race/'))).toHaveLength(ours * 3);
    await palace.git.refreshIndex(files);
    assertClean(palace);
  });

  it.each([
    ['write', '1'],
    ['write', '2'],
    ['write', '4'],
    ['objects', '1'],
    ['ref', '1'],
    ['index', '1'],
  ])('kill -9 at %s %s leaves a valid repository and whole files, and the next run completes it', async (phase, at) => {
    const palace = await testPalace(engine);
    expect(await ended(start(palace, engine, 'w', '1', phase, at))).toBe('SIGKILL');
    gitIn(palace, 'fsck', '--strict', '--no-dangling');
    const folder = join(palace.root, 'wings/race/w');
    const written = phase === 'write' && at === '1' ? [] : readdirSync(folder);
    for (const file of written)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(`w 0 ${file.slice(2, 3)}\n`.repeat(100));
    expect(written).toHaveLength(phase === 'write' ? Number(at) - 1 : 3);

    expect(await ended(start(palace, engine, 'w', '1'))).toBe(0);
    expect(gitIn(palace, 'ls-tree', '-r', 'HEAD', 'wings')).toBe(undisturbed());
    await palace.git.refreshIndex(written.map((file) => `wings/race/w/${file}`));
    assertClean(palace);
    expect(readdirSync(palace.stateDir).filter((name) => name !== 'lock.queue')).toEqual(['trust']);
    expect(
      await change(palace, {
        op: 'add',
        subject: 'x',
        writes: [{ kind: 'put', path: 'wings/a/b/c.md', content: Buffer.from('x') }],
      }),
    ).not.toBeNull();
    expect(readdirSync(join(palace.root, '.palace/tmp'))).toEqual([]);
  });
});
