import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rerun, withoutChance } from './pages.js';
import { builtBeforeAll, Machine, ROOT } from './support.js';

builtBeforeAll();

const PAGE = join(ROOT, 'docs', 'hooks.md');

/** A person's machine on which the word `palace` leads to this package, and Claude Code is set up. */
async function machineOfMira(): Promise<{ machine: Machine; env: Record<string, string> }> {
  const machine = new Machine();
  const bin = join(machine.work, 'bin');
  mkdirSync(bin);
  symlinkSync(join(ROOT, 'bin', 'run.js'), join(bin, 'palace'));
  machine.write(machine.home, { '.claude/settings.json': '{\n  // the good one\n  "model": "opus"\n}\n' });
  await machine.cli(['init']);
  await machine.cli(['add', 'We decided to keep the lamp on one thread.', '--wing', 'lamp', '--importance', '5']);
  return { machine, env: { PATH: `${bin}:${process.env.PATH}` } };
}

it('docs/hooks.md shows what its commands print (WRITE_DOCS=1 writes it anew)', { timeout: 300_000 }, async () => {
  const { machine, env } = await machineOfMira();
  const page = readFileSync(PAGE, 'utf8');
  const before = readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8');
  const run = (words: string[], input: string | undefined) =>
    machine.cli(words, { env, ...(input !== undefined && { input }) });
  const fresh = (await rerun(page, run))
    .replaceAll(machine.home, '/home/mira')
    .replaceAll(machine.palace, '/home/mira/palace');
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, fresh);
  expect(withoutChance(fresh)).toBe(withoutChance(process.env.WRITE_DOCS === '1' ? fresh : page));
  for (const word of ['hook run claude-code session-end', 'one thread', '--tools core', 'already'])
    expect(fresh).toContain(word);
  // What was removed left everything as it was.
  expect((await machine.cli(['hook', 'uninstall', 'claude-code', '--yes'], { env })).code).toBe(0);
  expect(readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8')).toBe(before);
  expect(readdirSync(join(machine.home, '.codex')).filter((name) => !name.includes('before-palace'))).toEqual([]);
});

it('installations: exit codes, JSON, nobody to ask, and a hook that works as it was written down', {
  timeout: 300_000,
}, async () => {
  const { machine } = await machineOfMira();
  const json = async (...args: string[]) => {
    const ran = await machine.cli([...args, '--json']);
    return { code: ran.code, ...ran.json<Record<string, unknown>>() };
  };
  // Where the shell says which palace is meant, the program is told, too.
  const written = await machine.cli(['mcp', 'install', 'codex', '--dry-run']);
  expect(written.stdout).toContain(`"--palace","${machine.palace}"`);
  const plain = await machine.cli(['mcp', 'install', 'codex', '--dry-run'], { env: { PALACE_PATH: undefined } });
  expect(plain.stdout).not.toContain('--palace');
  const asked = await machine.cli(['mcp', 'install', 'vscode']);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('palace mcp install vscode --yes');
  expect(existsSync(join(machine.home, '.config', 'Code'))).toBe(false);
  expect(await json('mcp', 'install', 'vscode', '--dry-run')).toMatchObject({ code: 0, changed: true, applied: false });
  expect(existsSync(join(machine.home, '.config', 'Code'))).toBe(false);
  expect(await json('mcp', 'install', 'vscode', '--yes')).toMatchObject({ code: 0, applied: true, title: 'VS Code' });
  expect(await json('hook', 'install', 'vscode', '--yes')).toMatchObject({
    code: 2,
    error: { code: 'unknown-program' },
  });
  // Nothing that is piped in is taken for the name of a program.
  const piped = await machine.cli(['hook', 'install', '--yes'], { input: 'claude-code\n' });
  expect(piped.code).toBe(2);
  writeFileSync(join(machine.home, '.claude', 'settings.json'), '{ broken');
  expect(await json('hook', 'install', 'claude-code', '--yes')).toMatchObject({ code: 1, error: { code: 'bad-json' } });
  expect(readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8')).toBe('{ broken');

  await machine.cli(['hook', 'install', 'gemini', '--yes', '--palace', machine.palace]);
  const { hooks } = JSON.parse(readFileSync(join(machine.home, '.gemini', 'settings.json'), 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const ran = await machine.run('sh', ['-c', hooks.SessionStart?.[0]?.hooks[0]?.command ?? ''], {
    input: JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd: '/workspace/lamp' }),
    env: { PALACE_PATH: undefined },
  });
  expect(ran.stdout).toContain('one thread');
});
