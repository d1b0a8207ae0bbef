import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, type RunOptions } from './support.js';

builtBeforeAll();

/** A machine whose git notes what it is asked; the palace has one memory and a fresh index. */
class NotingMachine extends Machine {
  private readonly folder = join(this.work, '..', 'noting');
  private readonly note = join(this.folder, 'asked');

  async prepare(): Promise<this> {
    const real = (await this.run('sh', ['-c', 'command -v git'])).stdout.trim();
    mkdirSync(this.folder);
    writeFileSync(join(this.folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${this.note}'\nexec '${real}' "$@"\n`);
    chmodSync(join(this.folder, 'git'), 0o755);
    for (const args of [
      ['init'],
      ['add', 'the lantern burns oil', '--wing', 'lamp', '--room', 'oil'],
      ['search', 'oil'],
    ])
      expect((await this.cli(args, this.noting())).code, args.join(' ')).toBe(0);
    return this;
  }

  noting(env: Record<string, string> = {}): RunOptions {
    return { env: { PATH: `${this.folder}:${process.env.PATH}`, ...env } };
  }

  /** What git was asked by `work`: the words of each call that name a command of git, `status` for one. */
  async asked(
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<{ code: number | null; git: string[] }> {
    rmSync(this.note, { force: true });
    const { code } = await this.cli(args, this.noting(env));
    const lines = existsSync(this.note) ? readFileSync(this.note, 'utf8').trim().split('\n') : [];
    return {
      code,
      git: lines.map((line) => / (status|cat-file|ls-tree|diff-tree|config) /.exec(` ${line} `)?.[1] ?? line),
    };
  }
}

let machine: NotingMachine;
beforeEach(async () => {
  machine = await new NotingMachine().prepare();
});

describe('what a command that looks begins with', () => {
  it('git looks once', async () => {
    for (const args of [['search', 'lantern'], ['status'], ['list'], ['tree']]) {
      expect(await machine.asked(args), args.join(' ')).toEqual({ code: 0, git: ['status'] });
      const flags = ['--json', '--palace', machine.palace];
      const other = await machine.asked([...args, ...flags], { PALACE_PATH: '/nowhere' });
      expect(other, args.join(' ')).toEqual({ code: 0, git: ['status'] });
    }
  });

  it('nothing is looked at for help or for the past', async () => {
    expect(await machine.asked(['search', '--help'])).toEqual({ code: 0, git: [] });
    expect((await machine.asked(['search', 'lantern', '--as-of', 'HEAD'])).git).not.toContain('status');
    expect((await machine.asked(['search', 'lantern'], { PALACE_AS_OF: 'HEAD' })).git).not.toContain('status');
  });

  it('git is not run in a palace that nobody trusts', async () => {
    const stranger = join(machine.work, 'stranger');
    expect((await machine.run('git', ['clone', '-q', machine.palace, stranger])).code).toBe(0);
    for (const args of [['search', 'lantern'], ['status'], ['list'], ['tree']])
      expect(await machine.asked([...args, '--palace', stranger]), args.join(' ')).toEqual({ code: 1, git: [] });
  });

  it('a shared flag counts as it was parsed', async () => {
    const other = join(machine.work, 'other');
    expect((await machine.cli(['init', '--palace', other])).code).toBe(0);
    const palaceOf = async (...args: string[]): Promise<string> =>
      (await machine.cli(['status', '--json', ...args])).json<{ palace: string }>().palace;
    expect(await palaceOf()).toBe(machine.palace);
    expect(await palaceOf('--palace', other)).toBe(other);
    expect(await palaceOf(`--palace=${other}`)).toBe(other);
    const behind = await machine.cli(['search', 'lantern', '--json', '--', '--palace', other]);
    expect(behind.json<{ hits: unknown[] }>().hits).toHaveLength(1);
  });

  it('what is said of the settings is said once, and not where the command line is wrong', async () => {
    const file = join(machine.home, '.config', 'palace', 'config.yaml');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'nonsense: 1\n');
    try {
      const right = await machine.cli(['status']);
      expect(right.code).toBe(0);
      expect(right.stderr.match(/note: /g)).toHaveLength(1);
      expect((await machine.cli(['status', '--quiet'])).stderr).toBe('');
      const wrong = await machine.cli(['status', 'foo']);
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toMatch(/^error: /);
      expect(wrong.stderr).not.toContain('note:');
    } finally {
      rmSync(file);
    }
  });

  it('sees an edit that was saved just before', async () => {
    const files = (await machine.cli(['list', '--json'])).stdout.match(/wings\/[^"]+\.md/g) ?? [];
    const file = join(machine.palace, files[0] ?? '');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}\nand its glass is violet\n`);
    expect(
      (await machine.cli(['search', 'violet', '--mode', 'keyword', '--json'])).json<{ hits: unknown[] }>().hits,
    ).toHaveLength(1);
    writeFileSync(file, before);
    expect(
      (await machine.cli(['search', 'violet', '--mode', 'keyword', '--json'])).json<{ hits: unknown[] }>().hits,
    ).toEqual([]);
  });
});
