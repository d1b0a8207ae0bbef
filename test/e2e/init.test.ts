import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { builtBeforeAll, Machine, shapeOf } from './support.js';

builtBeforeAll();

const PROJECT = {
  'package.json': '{}\n',
  'docs/guide.md': '# Guide\n',
  'docs/api.md': '# API\n',
  'src/server/auth.ts': 'export const token = 1;\n',
  'components/button.tsx': 'export const Button = 1;\n',
};

describe.each(ENGINES)('init with %s git', (engine) => {
  it('makes a palace that git finds in order, and does nothing the second time', async () => {
    const machine = new Machine(engine);
    const made = await machine.cli(['init', '--json']);
    expect(made.code).toBe(0);
    const answer = made.json<{ palace: string; created: boolean; commit: string }>();
    expect(answer).toMatchObject({ palace: machine.palace, created: true, rooms: [], wing: null });
    expect(shapeOf(answer)).toMatchSnapshot('keys of init');
    expect((await machine.git('rev-parse', 'HEAD')).trim()).toBe(answer.commit);
    expect(await machine.git('status', '--porcelain')).toBe('');
    expect(await machine.git('log', '--format=%an <%ae>')).toBe('Ada Tester <ada@example.org>\n');
    await machine.git('fsck', '--strict');

    const again = await machine.cli(['init']);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('already');
    expect(await machine.git('rev-list', '--count', 'HEAD')).toBe('1\n');
  });

  it('of a project that is not there makes nothing, and says how a palace is made there', async () => {
    const machine = new Machine(engine);
    const asked = await machine.cli(['init', 'memories/of work', '--yes', '--json']);
    expect(asked.json()).toMatchObject({ error: { code: 'no-such-source' } });
    const { code, stderr } = await machine.cli(['init', 'memories/of work']);
    expect(code).toBe(4);
    expect(stderr).toContain("palace init --palace 'memories/of work'");
    expect(existsSync(machine.palace)).toBe(false);
  });

  it('with a project proposes its rooms, and writes them only when told', async () => {
    const machine = new Machine(engine);
    const project = join(machine.work, 'Tide App');
    machine.write(project, PROJECT);
    const asked = await machine.cli(['init', project]);
    expect(asked.code).toBe(0);
    expect(asked.stderr).toContain('documentation');
    expect(asked.stderr).toContain('--yes');
    expect(existsSync(join(machine.palace, 'wings'))).toBe(false);

    const told = await machine.cli(['init', project, '--yes', '--json']);
    expect(told.code).toBe(0);
    const answer = told.json<{ wing: string; rooms: { name: string; known: boolean }[]; wing_written: boolean }>();
    expect(answer).toMatchObject({ wing: 'tide-app', wing_written: true, created: false });
    const names = answer.rooms.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['documentation', 'frontend', 'general']));
    expect(shapeOf(answer)).toMatchSnapshot('keys of init PROJECT');
    const file = readFileSync(join(machine.palace, 'wings', 'tide-app', 'wing.yaml'), 'utf8');
    for (const name of names) expect(file).toContain(name);
    expect(await machine.git('status', '--porcelain')).toBe('');

    const again = await machine.cli(['init', project, '--yes', '--json']);
    expect(again.json()).toMatchObject({ wing_written: false, wing_commit: null });
    expect(await machine.git('rev-list', '--count', 'HEAD')).toBe('2\n');
  });
});

describe('init', () => {
  it('inside a palace does not mean that palace', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const ran = await machine.cli(['init', '--json'], { cwd: machine.palace, env: { PALACE_PATH: undefined } });
    expect(ran.json()).toMatchObject({ palace: join(machine.home, 'palace'), created: true });
  });

  it('leaves a folder with other files alone unless told to adopt it', async () => {
    const machine = new Machine();
    machine.write(machine.palace, { 'mine.txt': 'keep me\n' });
    const refused = await machine.cli(['init', '--json']);
    expect(refused.code).toBe(2);
    expect(refused.json()).toMatchObject({ error: { code: 'not-empty' } });
    expect(existsSync(join(machine.palace, '.git'))).toBe(false);
    const adopted = await machine.cli(['init', '--adopt']);
    expect(adopted.code).toBe(0);
    expect(await machine.git('status', '--porcelain')).toBe('?? mine.txt\n');
  });
});

describe('config', () => {
  it('shows every setting, its value and where it comes from', async () => {
    const machine = new Machine();
    const set = await machine.cli(['config', 'set', 'search.limit', '7']);
    expect(set.code).toBe(0);
    const list = await machine.cli(['config', '--json'], { env: { PALACE_LOCK_WAIT: '5' } });
    const answer = list.json<{ settings: { key: string; value: unknown; origin: string; from?: string }[] }>();
    expect(shapeOf(answer)).toMatchSnapshot('keys of config');
    const byKey = new Map(answer.settings.map((entry) => [entry.key, entry]));
    expect(byKey.get('search.limit')).toMatchObject({ value: 7, origin: 'user config' });
    expect(byKey.get('lock.wait')).toMatchObject({ value: 5000, origin: 'environment', from: 'PALACE_LOCK_WAIT' });
    expect(byKey.get('secrets.mode')).toMatchObject({ value: 'redact', origin: 'default' });
    expect((await machine.cli(['config', 'list', '--json'], { env: { PALACE_LOCK_WAIT: '5' } })).json()).toEqual(
      answer,
    );
  });

  it('gets, sets and unsets one setting', async () => {
    const machine = new Machine();
    await machine.cli(['config', 'set', 'search.limit', '7']);
    expect((await machine.cli(['config', 'get', 'search.limit'])).stdout).toBe('7\n');
    const unset = await machine.cli(['config', 'unset', 'search.limit', '--json']);
    expect(unset.json()).toMatchObject({
      key: 'search.limit',
      changed: true,
      setting: { value: 10, origin: 'default' },
    });
    expect((await machine.cli(['config', 'get', 'search.limit'])).stdout).toBe('10\n');
  });

  it.each([
    [['config', 'get', 'serch.limit'], 'search.limit'],
    [['config', 'set', 'search.limit', 'lots'], 'whole number'],
    [['config', 'sett', 'search.limit', '3'], 'config set'],
  ])('given %j, it says what would be right', async (args, hint) => {
    const ran = await new Machine().cli(args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(hint);
  });
});

describe('trust', () => {
  it('a palace cloned from elsewhere is not used before somebody says so', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    const clone = join(machine.work, 'clone');
    await machine.run('git', ['clone', '--quiet', machine.palace, clone]);
    const refused = await machine.cli(['index', 'refresh', '--palace', clone, '--json']);
    expect(refused.code).toBe(1);
    expect(refused.json()).toMatchObject({ error: { code: 'untrusted', next: [`palace trust ${clone}`] } });
    const trusted = await machine.cli(['trust', clone, '--json']);
    expect(trusted.json()).toEqual({ palace: clone, trusted: true, changed: true });
    expect((await machine.cli(['index', 'refresh', '--palace', clone])).code).toBe(0);
    const revoked = await machine.cli(['trust', 'clone', '--revoke']);
    expect(revoked.stdout).toContain('not trusted');
    expect((await machine.cli(['index', 'refresh', '--palace', clone])).code).toBe(1);
  });
});
