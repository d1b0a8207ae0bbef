import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '../../src/palace/config.js';
import { expandPath, userConfigFile } from '../../src/palace/paths.js';
import { SETTING_KEYS, SETTINGS } from '../../src/palace/settings.js';
import { setUserSetting, unsetUserSetting } from '../../src/palace/user-config.js';
import { readPlain, readYamlMap } from '../../src/palace/yaml-map.js';
import { longRun } from '../support/counts.js';
import { type TestRuntime, testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';

function withConfig(text: string, env: Record<string, string> = {}): TestRuntime {
  const home = tempDir();
  const runtime = testRuntime({ home, env });
  const file = userConfigFile(runtime);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return runtime;
}

async function entry(key: string, ...args: Parameters<typeof loadSettings>) {
  return (await loadSettings(...args)).entries.find((candidate) => candidate.key === key);
}

describe('settings', () => {
  it('have defaults that their own parser accepts', () => {
    for (const key of SETTING_KEYS) {
      const spec = SETTINGS[key];
      if (spec.default === null || spec.unit === 'ms') continue;
      expect(spec.parse(spec.default), key).toBe(spec.default);
    }
  });

  it('take flag over environment over user config over palace.yaml over default, and say which', async () => {
    const shared = { data: { rooms: { fanout: 5 } }, file: '/p/palace.yaml' };
    const key = 'rooms.fanout';
    const bare = testRuntime({ home: tempDir(), env: {} });
    expect(await entry(key, { runtime: bare })).toMatchObject({ value: 1000, origin: 'default' });
    expect(await entry(key, { runtime: bare, shared })).toMatchObject({ value: 5, origin: 'palace.yaml' });
    const user = withConfig('rooms:\n  fanout: 6\n');
    expect(await entry(key, { runtime: user, shared })).toMatchObject({ value: 6, origin: 'user config' });
    const env = withConfig('rooms:\n  fanout: 6\n', { PALACE_ROOM_FANOUT: '7' });
    expect(await entry(key, { runtime: env, shared })).toMatchObject({
      value: 7,
      origin: 'environment',
      from: 'PALACE_ROOM_FANOUT',
    });
    expect(await entry(key, { runtime: env, shared, flags: { [key]: '8' } })).toMatchObject({
      value: 8,
      origin: 'flag',
    });
  });

  it('never read a path, an engine or a safeguard from palace.yaml', async () => {
    const data = {
      palace: '/elsewhere',
      git: { engine: 'isomorphic' },
      secrets: { mode: 'off' },
      search: { limit: 1 },
    };
    const loaded = await loadSettings({
      runtime: testRuntime({ home: tempDir(), env: {} }),
      shared: { data, file: 'palace.yaml' },
    });
    expect(loaded.entries.every((one) => one.origin === 'default')).toBe(true);
    expect(loaded).toMatchObject({ git: 'auto', settings: { secrets: 'redact', searchLimit: 10 } });
    expect(loaded.palace).toBeUndefined();
  });

  it.each([
    ['lock.wait', '90', 90_000],
    ['lock.wait', '250ms', 250],
    ['lock.wait', '2m', 120_000],
    ['mine.max_source', '900kB', 900_000],
    ['mine.max_source', '1MiB', 1_048_576],
    ['mine.max_source', '4096', 4096],
    ['mine.vanish_limit', '0.5', 0.5],
  ] as const)('%s reads %s', (key, text, value) => {
    expect(SETTINGS[key].parse(text)).toBe(value);
  });

  it.each([
    ['lock.wait', 'soon'],
    ['lock.wait', -1],
    ['mine.max_source', '2TB'],
    ['mine.max_source', '0'],
    ['mine.batch', 1.5],
    ['mine.vanish_limit', 2],
    ['secrets.mode', 'maybe'],
    ['search.limit', true],
    ['palace', 7],
  ] as const)('%s refuses %s', (key, raw) => {
    expect(() => SETTINGS[key].parse(raw)).toThrow(TypeError);
  });

  it('name file and line of a wrong value: an error for config, a warning and the default elsewhere', async () => {
    const runtime = withConfig('# mine\nsearch:\n  limit: lots\n');
    const file = userConfigFile(runtime);
    await expect(loadSettings({ runtime, strict: true })).rejects.toMatchObject({
      code: 'bad-setting',
      exit: 2,
      message: expect.stringContaining(`${file}:3: search.limit is "lots"`),
    });
    expect((await loadSettings({ runtime })).settings.searchLimit).toBe(10);
    expect(runtime.warnings.join()).toContain(`${file}:3`);
  });

  it('name the near ones of an unknown key, with file and line', async () => {
    const runtime = withConfig('search:\n  limit: 3\nsecret:\n  mode: off\n');
    await expect(loadSettings({ runtime, strict: true })).rejects.toMatchObject({
      code: 'unknown-setting',
      message: expect.stringMatching(/config\.yaml:4: no setting is called "secret\.mode"; did you mean secrets\.mode/),
    });
    expect((await loadSettings({ runtime })).settings).toMatchObject({ searchLimit: 3, secrets: 'redact' });
  });

  it('report broken YAML with its line, and go on with the defaults', async () => {
    const runtime = withConfig('search:\n  limit: [1\n');
    await expect(loadSettings({ runtime, strict: true })).rejects.toMatchObject({
      code: 'bad-yaml',
      message: expect.stringMatching(/config\.yaml:\d+: /),
    });
    expect((await loadSettings({ runtime })).settings.searchLimit).toBe(10);
    expect(runtime.warnings).toHaveLength(1);
  });

  it('always refuse a wrong environment variable', async () => {
    const runtime = testRuntime({ home: tempDir(), env: { PALACE_LOCK_WAIT: 'x' } });
    await expect(loadSettings({ runtime })).rejects.toMatchObject({ code: 'bad-setting', exit: 2 });
  });

  it('expand ~ wherever a path is given', async () => {
    const runtime = withConfig('palace: ~/memory\n');
    expect((await loadSettings({ runtime })).palace).toBe(join(runtime.home, 'memory'));
    expect(expandPath('~', runtime)).toBe(runtime.home);
    expect(expandPath('sub/x', { home: '/h', cwd: '/w' })).toBe('/w/sub/x');
  });
});

describe('editing the user config', () => {
  it('keeps comments and order, and writes only what is asked', async () => {
    const runtime = withConfig('# my settings\npalace: ~/memory # big disk\nsearch:\n  # few\n  limit: 5\n');
    const file = userConfigFile(runtime);
    expect(await setUserSetting(runtime, 'search.limit', '7')).toEqual({ file, changed: true });
    expect(readFileSync(file, 'utf8')).toBe(
      '# my settings\npalace: ~/memory # big disk\nsearch:\n  # few\n  limit: 7\n',
    );
    expect((await setUserSetting(runtime, 'search.limit', '7')).changed).toBe(false);
    await setUserSetting(runtime, 'secrets.mode', 'refuse');
    await unsetUserSetting(runtime, 'search.limit');
    expect(readFileSync(file, 'utf8')).toBe('# my settings\npalace: ~/memory # big disk\nsecrets:\n  mode: refuse\n');
  });

  it('makes the file where there is none, and makes a relative palace absolute', async () => {
    const runtime = testRuntime({ home: tempDir(), env: {}, cwd: '/somewhere' });
    await setUserSetting(runtime, 'palace', 'here');
    expect(readFileSync(userConfigFile(runtime), 'utf8')).toBe('palace: /somewhere/here\n');
    await unsetUserSetting(runtime, 'palace');
    expect((await loadSettings({ runtime, strict: true })).palace).toBeUndefined();
  });

  it('keeps a file that holds comments only', async () => {
    const runtime = withConfig('# nothing yet\n');
    await setUserSetting(runtime, 'search.limit', '7');
    expect(readFileSync(userConfigFile(runtime), 'utf8')).toBe('# nothing yet\nsearch:\n  limit: 7\n');
    expect((await loadSettings({ runtime, strict: true })).settings.searchLimit).toBe(7);
  });

  it('refuses wrong values, unknown keys and a broken file, and changes nothing', async () => {
    const runtime = withConfig('search: [\n');
    const file = userConfigFile(runtime);
    await expect(setUserSetting(runtime, 'search.limit', '7')).rejects.toMatchObject({ code: 'bad-yaml' });
    await expect(setUserSetting(runtime, 'search.limit', 'x')).rejects.toMatchObject({ code: 'bad-setting', exit: 2 });
    await expect(setUserSetting(runtime, 'serch.limit', '7')).rejects.toMatchObject({
      code: 'unknown-setting',
      message: expect.stringContaining('search.limit'),
    });
    expect(readFileSync(file, 'utf8')).toBe('search: [\n');
  });
});

describe('the plain reader of small YAML files', () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      '42',
      '1.5',
      'true',
      'false',
      'null',
      '~',
      '~/palace',
      '/a b/c',
      'off',
      'yes',
      '0x1',
      '1e3',
      '""',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
    fc.stringMatching(/^[A-Za-z][\w ./-]{0,12}$/),
  );
  const line = fc
    .tuple(
      fc.constantFrom('', '  ', ' ', '    '),
      fc.constantFrom('a', 'b', 'format', 'name', 'x-y', 'null'),
      fc.option(scalar),
    )
    .map(([indent, key, value]) => `${indent}${key}:${value === null ? '' : ` ${value}`}`);
  const text = fc.array(fc.oneof(line, fc.constantFrom('', '# note', '  # note'), fc.string({ maxLength: 8 })), {
    maxLength: 6,
  });

  it('agrees with the YAML parser on everything that it accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(text, (lines) => {
        const source = `${lines.join('\n')}\n`;
        const plain = readPlain(source);
        if (plain === undefined) return;
        accepted++;
        expect(plain).toEqual(parse(source) ?? {});
      }),
      { numRuns: longRun(3000, 100_000) },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('accepts the files that we write', () => {
    expect(readPlain('# note\nformat: 1\nname: "palace"\n')).toEqual({ format: 1, name: 'palace' });
    expect(readPlain('palace: ~/memory\nsearch:\n  limit: 5\n')).toEqual({ palace: '~/memory', search: { limit: 5 } });
  });

  it('leaves everything else to the parser', async () => {
    expect(readPlain('a: [1, 2]\n')).toBeUndefined();
    expect(await readYamlMap('a: [1, 2]\n', 'x.yaml')).toEqual({ a: [1, 2] });
    await expect(readYamlMap('- a\n- b\n', 'x.yaml')).rejects.toMatchObject({ code: 'bad-yaml' });
    await expect(readYamlMap('a: 1\na: 2\n', 'x.yaml')).rejects.toMatchObject({
      message: expect.stringContaining('x.yaml:2'),
    });
  });
});
