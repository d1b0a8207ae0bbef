import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setValue } from '../../src/git/config/edit.js';
import { configBoolean, parseConfig } from '../../src/git/config/parse.js';
import { openGit } from '../../src/git/open.js';
import { longRun } from '../support/counts.js';
import { ENGINES } from '../support/engines.js';
import { testRuntime } from '../support/runtime.js';
import { tempDir } from '../support/temp.js';
import { cli, write } from './support.js';

function gitReads(dir: string, text: string): string[] {
  write(dir, 'config', text);
  return cli(dir, ['config', '--file', 'config', '--list', '-z']).split('\0').slice(0, -1);
}

/** As `git config --list -z` prints: no value at all for a variable without `=`. */
function weRead(text: string): string[] {
  return parseConfig(text).map(({ key, value }) => `${key}\n${value}`);
}

test('config text is read as git reads it', () => {
  const text = [
    '# a comment',
    '[core]',
    '\tautocrlf = false ; why',
    '  Editor = "code # --wait"  ',
    '[remote "Or\\"igin\\\\"] url = https://example.org/a b  c # x',
    '[Remote "x"]',
    'fetch = +refs/heads/*:refs/remotes/x/*',
    'name = one \\',
    '  two',
    'esc = "a\\tb\\n" c \\"q\\" \\\\',
    'empty =',
    '[a.B]',
    'c = d',
    '[user]name=Ada',
    '',
  ].join('\n');
  expect(weRead(text)).toEqual(gitReads(tempDir(), text));
});

test('a value that we set is the one git reads, whatever it holds', () => {
  const dir = tempDir();
  const key = fc.constantFrom('user.name', 'core.autocrlf', 'remote.a b.url', 'remote.q"\\.url', 'new.thing');
  const value = fc.string({ unit: fc.constantFrom(...'ab \t#;"\\=[]\n\u00e9') });
  const base = '[user]\n\tname = x\n\temail = y\n[core]\n\tbare = false\n[user]\n\tname = again \\\n more\n';
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 4 }), (sets) => {
      let text = base;
      for (const [name, to] of sets) text = setValue(text, name, to);
      const expected = new Map(sets);
      write(dir, 'config', text);
      for (const [name, to] of expected) {
        expect(cli(dir, ['config', '--file', 'config', '-z', name])).toBe(`${to}\0`);
        expect(parseConfig(text).findLast(({ key: found }) => found === name)?.value).toBe(to);
      }
      expect(cli(dir, ['config', '--file', 'config', 'user.email'])).toBe('y\n');
    }),
    { numRuns: longRun(15, 300) },
  );
});

test('a value that ends in a backslash takes one line', () => {
  const text = setValue('[user]\n\tname = \\\\\n[core]\n\tbare = false\n', 'user.name', 'b');
  expect(text).toBe('[user]\n\tname = b\n[core]\n\tbare = false\n');
});

test("booleans are git's", () => {
  for (const word of ['true', 'Yes', 'on', '1', '2']) expect(configBoolean(word, false)).toBe(true);
  for (const word of ['false', 'no', 'OFF', '0', '']) expect(configBoolean(word, true)).toBe(false);
  expect(configBoolean(undefined, true)).toBe(true);
});

describe.each(ENGINES)('settings of a user through %s', (engine) => {
  test("come from the user's files, includes and environment; the repository wins", async () => {
    const home = tempDir('home');
    const root = tempDir();
    cli(root, ['init', '-q']);
    write(home, '.config/git/config', '[user]\n\tname = Xdg\n\temail = xdg@example.org\n[a]\n\tb = xdg\n');
    write(home, '.gitconfig', '[include]\n\tpath = ~/more\n[include]\n\tpath = sub/rel\n[a]\n\tc = home\n');
    write(home, 'more', '[user]\n\tname = Included\n');
    write(home, 'sub/rel', '[a]\n\td = rel\n');
    const base = testRuntime({ home });
    const env = { ...base.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.E', GIT_CONFIG_VALUE_0: 'environment' };
    const git = await openGit(root, engine, { ...base, env });
    expect(await git.identity()).toEqual({ name: 'Included', email: 'xdg@example.org' });
    const values = await Promise.all(['a.b', 'a.c', 'a.d', 'a.e'].map((key) => git.config(key)));
    expect(values).toEqual(['xdg', 'home', 'rel', 'environment']);
    await git.setLocalConfig('user.name', 'Local');
    expect((await git.identity())?.name).toBe('Local');
    const alone = await openGit(root, engine, { ...base, env: { ...base.env, GIT_CONFIG_GLOBAL: join(home, 'more') } });
    expect(await alone.config('a.b')).toBeUndefined();
    await Promise.all([git.close(), alone.close()]);
  });
});
