import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.js';
import { builtBeforeAll, finished, Machine, ROOT } from './support.js';

builtBeforeAll();

interface Manifest {
  commands: Record<
    string,
    {
      summary?: string;
      examples?: unknown[];
      args: Record<string, { required?: boolean }>;
      flags: Record<string, { char?: string; type: string; options?: string[]; env?: string; aliases?: string[] }>;
    }
  >;
}

const manifest = (): Manifest => JSON.parse(readFileSync(join(ROOT, 'oclif.manifest.json'), 'utf8'));

describe('the program', () => {
  it('answers --version on one line', async () => {
    const ran = await new Machine().cli(['--version']);
    expect(ran.stdout).toMatch(/^gitpalace\/\d+\.\d+\.\d+ node-\d+\.\d+\.\d+\n$/);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });

  it('shows its commands when called alone', async () => {
    const ran = await new Machine().cli([]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['EVERY DAY', 'mine', 'search', 'Exit codes']) expect(ran.stdout).toContain(word);
  });

  it('has one help however it is asked for', async () => {
    const machine = new Machine();
    const [all, search] = [await machine.cli(['--help']), await machine.cli(['search', '--help'])];
    expect(await machine.cli(['-h'])).toMatchObject({ code: 0, stdout: all.stdout });
    expect(await machine.cli(['help'])).toMatchObject({ code: 0, stdout: all.stdout });
    for (const args of [
      ['search', '-h'],
      ['help', 'search'],
      ['search', 'x', '--help'],
    ])
      expect(await machine.cli(args), args.join(' ')).toMatchObject({ code: 0, stdout: search.stdout });
    expect((await machine.cli(['help', 'index', 'status'])).stdout).toContain('$ palace index status');
  });

  it('called as mempalace, it keeps that name', async () => {
    const machine = new Machine();
    const link = join(tempDir(), 'mempalace');
    symlinkSync(join(ROOT, 'bin', 'run.js'), link);
    const ran = await machine.run(process.execPath, [link, 'search', '--help']);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('$ mempalace search QUERY');
    const typo = await machine.run(process.execPath, [link, 'serch']);
    expect(typo.stderr).toContain('did you mean mempalace search?');
    const other = await machine.run(process.execPath, [link, 'repair']);
    expect(other.stderr).toContain('mempalace doctor --fix');
  });

  it.each([
    [['serch', 'x'], 'palace has no command "serch', 'did you mean palace search?'],
    [['search', 'x', '--lmit', '3'], 'palace search has no flag --lmit', 'did you mean --limit?'],
    [['search'], 'palace search needs QUERY', 'palace search --help'],
    [['serch', 'x', 'y'], 'palace has no command "serch"', 'did you mean palace search?'],
    [['config', 'gett', 'x'], 'palace has no command "config gett"', 'did you mean palace config get?'],
    [['status', 'foo'], 'palace status takes no argument "foo"', 'palace status --help'],
    [['index', 'status', 'foo'], 'palace index status takes no argument "foo"', 'palace index status --help'],
    [['sync'], 'palace has no command "sync"', 'palace mine FOLDER again'],
    [['split'], 'palace split needs PATH', 'palace split --help'],
    [['repair', '--yes'], 'palace has no command "repair"', 'palace doctor --fix'],
    [['help', 'serch'], 'palace has no command "serch"', 'did you mean palace search?'],
    [['search', 'x', '--limit', 'many'], '--limit: expected an integer but received: many', 'palace search --help'],
    [['search', 'x', '--quiet', '--verbose'], 'quiet', 'palace search --help'],
    [['indx', 'status'], 'palace has no command "indx', 'did you mean palace index'],
    [['index', 'statsu'], 'palace has no command "index statsu"', 'did you mean palace index status?'],
    [['mine', 'x', '--mode', 'nonsense'], 'nonsense', 'palace mine --help'],
  ])('given %j, it says what is wrong and what comes near', async (args, message, next) => {
    const machine = new Machine();
    const ran = await machine.cli(args);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(/^error: /);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(next);
    expect(ran.stderr).not.toContain('    at ');
    const json = await machine.cli([...args, '--json']);
    expect(json.code).toBe(2);
    const { error } = json.json<{ error: { code: string; message: string; next: string[] } }>();
    expect(error.message).toContain(message);
    expect(error.next.join('\n')).toContain(next);
    expect(json.stderr).toBe('');
  });

  it('without a palace says so, writes nothing, and names the way to one', async () => {
    const machine = new Machine();
    const ran = await machine.cli(['search', 'anything']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain(machine.palace);
    expect(ran.stderr).toContain('palace init');
    const json = await machine.cli(['--json', 'search', 'anything']);
    expect(json.code).toBe(3);
    expect(json.json()).toMatchObject({ error: { code: 'no-palace' } });
    const files = await machine.run('find', [join(machine.work, '..'), '-type', 'f']);
    expect(files.stdout).toBe(`${machine.home}/.gitconfig\n`);
    expect(existsSync(machine.palace)).toBe(false);
  });

  it('whatever NODE_ENV says, it runs what was built', async () => {
    for (const NODE_ENV of ['test', 'development', 'production']) {
      const ran = await new Machine().cli(['search', 'x'], { env: { NODE_ENV } });
      expect(ran.code).toBe(3);
      expect(ran.stderr.split('\n').filter((line) => !/^(error| {2}next): /.test(line))).toEqual(['']);
    }
  });

  it('a reader that has seen enough is no error', async () => {
    const machine = new Machine();
    const ran = await machine.run('sh', ['-c', `"${process.execPath}" "${ROOT}/bin/run.js" mine --help | head -n 1`]);
    expect(ran.code).toBe(0);
    expect(ran.stdout.split('\n')).toHaveLength(2);
    expect(ran.stderr).toBe('');
    const child = machine.start(['mine', '--help']);
    child.stdout?.destroy();
    const cut = await finished(child);
    expect(cut.stderr).toBe('');
    expect(cut.code).toBe(0);
  });
});

/** Lines of a section of the help. */
function section(help: string, title: string): string[] {
  const lines = help.split('\n');
  const from = lines.indexOf(title);
  if (from === -1) return [];
  const length = lines.slice(from + 1).findIndex((line) => /^[A-Z]/.test(line));
  return lines.slice(from + 1, length === -1 ? undefined : from + 1 + length);
}

describe('the surface', () => {
  it('is what it was: commands, arguments, flags', () => {
    const lines = Object.entries(manifest().commands).map(([id, { args, flags }]) => {
      const words = Object.entries(args).map(([name, { required }]) => (required ? name : `[${name}]`));
      const options = Object.entries(flags).map(([name, { char, type, options: values, env, aliases = [] }]) =>
        [
          `  --${name}`,
          ...(char ? [`-${char}`] : []),
          ...aliases.map((alias) => `--${alias}`),
          ...(type === 'boolean' ? [] : [values ? values.join('|') : 'VALUE']),
          ...(env ? [`$${env}`] : []),
        ].join(' '),
      );
      return [[id.replaceAll(':', ' '), ...words].join(' '), ...options.sort()].join('\n');
    });
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('every command takes the shared flags, says what it does and shows examples', () => {
    const { commands } = manifest();
    expect(Object.keys(commands).length).toBeGreaterThan(5);
    for (const [id, command] of Object.entries(commands)) {
      expect(Object.keys(command.flags), id).toEqual(
        expect.arrayContaining(['palace', 'json', 'quiet', 'verbose', 'no-color']),
      );
      expect(command.summary, id).toMatch(/\.$/);
      expect(command.examples?.length ?? 0, id).toBeGreaterThan(0);
    }
  });

  it('a flag with an environment variable has the same one in every command', () => {
    const seen = new Map<string, Set<string>>();
    for (const [id, command] of Object.entries(manifest().commands))
      for (const [name, flag] of Object.entries(command.flags)) {
        if (flag.env === undefined) continue;
        expect(flag.env, `${id} --${name}`).toMatch(/^PALACE_[A-Z_]+$/);
        expect(name, `${id}: force is said each time`).not.toBe('force');
        seen.set(flag.env, (seen.get(flag.env) ?? new Set()).add(name));
      }
    // `show --at` is `--as-of` of one drawer.
    seen.get('PALACE_AS_OF')?.delete('at');
    // `undo --by` chooses whose work is taken back, `--as` says who writes.
    seen.get('PALACE_BY')?.delete('as');
    for (const [variable, names] of seen) expect([...names], variable).toHaveLength(1);
  });

  it('help of every command reads well on a terminal of 80 columns', async () => {
    const machine = new Machine();
    const ids = Object.keys(manifest().commands);
    for (const id of ids) {
      const ran = await machine.cli([...id.split(':'), '--help']);
      expect(ran.code, id).toBe(0);
      for (const part of ['USAGE', 'GLOBAL FLAGS', 'EXAMPLES']) expect(ran.stdout, id).toContain(part);
      expect(ran.stdout, id).not.toMatch(/<%|undefined|\[object/);
      expect(
        ran.stdout.split('\n').filter((line) => line.length > 80),
        id,
      ).toEqual([]);
      // Every flag begins in the same column, and every example is a command.
      const flags = section(ran.stdout, 'FLAGS').filter((line) => /^ {2,6}-/.test(line));
      expect(new Set(flags.map((line) => line.indexOf('--'))).size, id).toBeLessThanOrEqual(1);
      for (const line of section(ran.stdout, 'EXAMPLES').filter((one) => /\bpalace\b.* -/.test(one)))
        expect(line, id).toMatch(/^ +\$ /);
      // A paragraph is filled: its next word would not have fitted.
      const described = section(ran.stdout, 'DESCRIPTION').map((line) => line.trimEnd());
      for (const [at, line] of described.entries()) {
        const word = described[at + 1]?.trimStart().split(' ')[0] ?? '';
        if (line !== '' && word !== '') expect(`${line} ${word}`.length, `${id}: ${line}`).toBeGreaterThan(80);
      }
    }
  });
});

it('README shows commands and flags that exist', () => {
  const { commands } = manifest();
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```(?:console|sh)\n(.*?)```/gs)].map(([, block = '']) => block);
  const typed = [...blocks.join('\n').matchAll(/^\$ (?:.*\| )?(palace .*?)(?: {2,}#.*)?$/gm)].map(
    ([, line = '']) => line,
  );
  expect(typed.length).toBeGreaterThan(10);
  for (const line of typed) {
    const [, name = '', second = ''] = line.split(' ');
    const command = commands[`${name}:${second}`] ?? commands[name];
    expect(command, line).toBeDefined();
    const flags = [...line.replace(/"[^"]*"/g, '').matchAll(/ --?([a-z-]+)/g)].map(([, flag = '']) => flag);
    for (const flag of flags) {
      const known = Object.entries(command?.flags ?? {}).some(([long, { char }]) => flag === (flag[1] ? long : char));
      expect(known, `${line}: ${flag}`).toBe(true);
    }
  }
});
