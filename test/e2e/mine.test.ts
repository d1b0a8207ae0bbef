import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { builtBeforeAll, Machine, shapeOf } from './support.js';

builtBeforeAll();

const LANTERN = {
  'README.md': '# Lantern\n\nA ledger for lighthouse keepers.\n',
  'docs/storage.md': '# Storage\n\nWe chose SQLite over Postgres because a lighthouse has no server room.\n',
  'src/ledger.ts': 'export function postEntry(amount: number): number {\n  return amount;\n}\n',
  'docs/灯塔.md': '# 灯塔\n\n我们为什么切换到 SQLite：因为灯塔里没有机房。\n',
};

interface Mined {
  wing: string;
  drawers: Record<string, number>;
  commits: string[];
  files: { path: string; ids: string[] }[];
}
interface Found {
  total: number;
  hits: { rank: number; id: string; path: string; text: string; file_lines: [number, number]; commit: string | null }[];
  notes: string[];
}

async function mined(engine: 'system' | 'isomorphic' | 'auto'): Promise<{ machine: Machine; project: string }> {
  const machine = new Machine(engine);
  const project = join(machine.work, 'lantern');
  machine.write(project, LANTERN);
  // A repository: what vanishes from a project is removed, a note of a plain folder never is.
  await machine.run('git', ['init', '--quiet'], { cwd: project });
  await machine.run('git', ['add', '.'], { cwd: project });
  await machine.run('git', ['commit', '--quiet', '-m', 'begin'], { cwd: project });
  await machine.cli(['init']);
  const ran = await machine.cli(['mine', project, '--json']);
  if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout);
  return { machine, project };
}

const found = async (machine: Machine, ...args: string[]): Promise<Found> =>
  (await machine.cli(['search', ...args, '--json'])).json<Found>();

describe.each(ENGINES)('from a project to a search, with %s git', (engine) => {
  it('mines, finds with exact lines, leaves git clean, and mines nothing the second time', async () => {
    const { machine, project } = await mined(engine);
    const answer = await found(machine, 'why SQLite over Postgres');
    expect(answer.hits[0]).toMatchObject({ rank: 1, commit: (await machine.git('rev-parse', 'HEAD')).trim() });
    const hit = answer.hits[0];
    const lines = readFileSync(join(machine.palace, hit?.path ?? ''), 'utf8').split('\n');
    expect(lines.slice((hit?.file_lines[0] ?? 0) - 1, hit?.file_lines[1]).join('\n')).toBe(
      hit?.text.replace(/\n$/, ''),
    );
    expect((await found(machine, '为什么切换到 SQLite')).hits[0]?.text).toContain('灯塔里没有机房');
    expect((await found(machine, 'postEntry')).hits[0]?.path).toContain('wings/lantern/');
    expect(await machine.git('status', '--porcelain')).toBe('');
    await machine.git('fsck', '--strict');

    const again = (await machine.cli(['mine', project, '--json'])).json<Mined>();
    expect(again).toMatchObject({ wing: 'lantern', commits: [], drawers: { added: 0, changed: 0, unchanged: 4 } });
  });

  it('follows edits, renames and removals of the sources', async () => {
    const { machine, project } = await mined(engine);
    const before = (await machine.git('rev-parse', 'HEAD')).trim();
    writeFileSync(
      join(project, 'docs/storage.md'),
      '# Storage\n\nWe moved to Postgres when the harbour got a cellar.\n',
    );
    renameSync(join(project, 'src/ledger.ts'), join(project, 'src/journal.ts'));
    rmSync(join(project, 'README.md'));
    const mine = (await machine.cli(['mine', project, '--json'])).json<Mined>();
    expect(mine.drawers).toMatchObject({ added: 0, changed: 1, moved: 1, removed: 1, unchanged: 1 });
    expect((await found(machine, 'harbour cellar')).total).toBe(1);
    expect((await found(machine, 'lighthouse server room')).total).toBe(0);
    expect((await found(machine, 'lighthouse server room', '--as-of', before)).total).toBeGreaterThan(0);
    expect((await found(machine, 'lighthouse keepers')).total).toBe(0);
    expect(await machine.git('status', '--porcelain')).toBe('');
  });

  it('a dry run writes nothing and counts what the real run then does', async () => {
    const machine = new Machine(engine);
    const project = join(machine.work, 'lantern');
    machine.write(project, LANTERN);
    await machine.cli(['init']);
    const head = await machine.git('rev-parse', 'HEAD');
    const dry = (await machine.cli(['mine', project, '--dry-run', '--json'])).json<Mined>();
    expect(await machine.git('rev-parse', 'HEAD')).toBe(head);
    expect(await machine.git('status', '--porcelain', '--ignored')).toBe('');
    const real = (await machine.cli(['mine', project, '--json'])).json<Mined>();
    expect(real.drawers).toEqual(dry.drawers);
    expect(real.files).toEqual(dry.files);
  });
});

describe('what is read', () => {
  it('as text: a summary a person likes to read', async () => {
    const machine = new Machine();
    const project = join(machine.work, 'lantern');
    machine.write(project, { ...LANTERN, 'logo.png': Buffer.from([0x89, 0x50, 0, 1]), 'package-lock.json': '{}\n' });
    await machine.cli(['init']);
    const dry = await machine.cli(['mine', project, '--dry-run']);
    expect(dry.stdout).toMatch(/^dry run: nothing is written/);
    const ran = await machine.cli(['mine', project]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^lantern: 4 added\n {2}read 4 sources in /);
    expect(ran.stdout).toContain('package-lock.json');
    expect(ran.stdout).toContain('*.png');
    expect(ran.stdout).toMatch(/\n {2}commit [0-9a-f]{10}\n$/);
    const again = await machine.cli(['mine', project]);
    expect(again.stdout).toMatch(/^lantern: nothing new \(4 unchanged\)\n/);
  });

  it('as JSON: the keys are pinned', async () => {
    const { machine, project } = await mined('auto');
    machine.write(project, { 'logo.png': Buffer.from([0x89, 0x50, 0, 1]) });
    expect(shapeOf((await machine.cli(['mine', project, '--json'])).json())).toMatchSnapshot('keys of mine');
    expect(shapeOf(await found(machine, 'SQLite'))).toMatchSnapshot('keys of search');
    expect(shapeOf((await machine.cli(['index', 'status', '--json'])).json())).toMatchSnapshot('keys of index status');
    expect(shapeOf((await machine.cli(['index', 'rebuild', '--json'])).json())).toMatchSnapshot(
      'keys of index rebuild',
    );
  });

  it('with the words and flags of the original', async () => {
    const machine = new Machine();
    const notes = join(machine.work, 'notes');
    machine.write(notes, { 'talk.txt': '> what broke\nThe cache.\n\n> why\nA clock.\n\n> fixed?\nYes.\n' });
    await machine.cli(['init']);
    const ran = await machine.cli(['mine', notes, '--mode', 'convos', '--wing', 'ops', '--agent', 'codex', '--json']);
    expect(ran.json<Mined>()).toMatchObject({ wing: 'ops', drawers: { added: 1 } });
    expect(await machine.git('log', '-1', '--format=%an')).toContain('codex');
    expect((await found(machine, 'cache', '--results', '1')).hits).toHaveLength(1);
  });

  it('a path that is not there is named', async () => {
    const { machine } = await mined('auto');
    const ran = await machine.cli(['mine', 'nowhere', '--json']);
    expect(ran.code).toBe(4);
    expect(ran.json()).toMatchObject({ error: { code: 'no-such-source' } });
  });
});

describe('search as text', () => {
  it('shows title, place and the matching lines; marks words on a terminal only', async () => {
    const { machine } = await mined('auto');
    const plain = await machine.cli(['search', 'SQLite', 'Postgres']);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(
      /^1\. Storage\n {3}lantern\/documentation.*\n {3}wings\/lantern\/\S+\.md:\d+ {2}d-[0-9a-f]{16}\n/,
    );
    expect(plain.stdout).toContain('We chose SQLite over Postgres');
    expect(plain.stdout).not.toContain('\u001b');
    const coloured = await machine.cli(['search', 'SQLite', 'Postgres'], { env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[1m\u001b[4mSQLite\u001b[24m\u001b[22m');
    const refused = await machine.cli(['search', 'SQLite', '--no-color'], { env: { FORCE_COLOR: '1' } });
    expect(refused.stdout).not.toContain('\u001b');
    // The line that the hit names is where the words stand.
    const [, path = '', line = ''] = /(wings\/\S+\.md):(\d+)/.exec(plain.stdout) ?? [];
    const text = readFileSync(join(machine.palace, path), 'utf8').split('\n')[Number(line) - 1];
    expect(plain.stdout).toContain(text?.trim());
  });

  it('a control character of a memory does not reach the terminal', async () => {
    const machine = new Machine();
    machine.write(join(machine.work, 'p'), { 'evil.md': '# evil\u001b[31m\n\nzebra \u001b]0;owned\u0007 crossing\n' });
    await machine.cli(['init']);
    await machine.cli(['mine', join(machine.work, 'p')]);
    const ran = await machine.cli(['search', 'zebra']);
    expect(ran.stdout).toContain('zebra');
    expect(ran.stdout).not.toMatch(/[\u001b\u0007]/);
  });

  it('that finds nothing ends with 0 and says so; an unknown wing is named with its neighbours', async () => {
    const { machine } = await mined('auto');
    const nothing = await machine.cli(['search', 'zzqx']);
    expect(nothing).toMatchObject({ code: 0, stdout: '' });
    expect(nothing.stderr).toContain('nothing found');
    const quiet = await machine.cli(['search', 'zzqx', '--quiet']);
    expect(quiet).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const typo = await machine.cli(['search', 'SQLite', '--wing', 'lanten']);
    expect(typo.code).toBe(4);
    expect(typo.stderr).toContain('lantern');
  });

  it('an edit in an editor is found at once, before it is saved', async () => {
    const { machine } = await mined('auto');
    const [hit] = (await found(machine, 'Postgres')).hits;
    const file = join(machine.palace, hit?.path ?? '');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nThe keeper prefers walrus ink.\n`);
    const ran = await machine.cli(['search', 'walrus', 'ink']);
    expect(ran.stdout).toContain('walrus ink');
    expect(ran.stdout).toContain('unsaved');
  });
});
