import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine, ROOT } from './support.js';

builtBeforeAll();

const PAGE = join(ROOT, 'docs', 'entities.md');

const SHOP = {
  'package.json':
    '{"name": "@acme/tidepool", "author": "Nadia Berg <nadia@example.org>", "dependencies": {"vite": "8"}}\n',
  'README.md': 'Tidepool v2 is built with vite and PostgreSQL. Thanks to everybody at Harbour Institute.\n',
  'docs/notes.md': [
    'Ivora Tinn, our designer, said the colours stay. Ivora asked Will about May.',
    'Will said he would ship in May. Thanks Will! 王芳说好，谢谢王芳。',
    'Zorb is late. Zorb again. Zorb.',
    '',
  ].join('\n'),
};

async function machineWithShop(): Promise<Machine> {
  const machine = new Machine('system');
  machine.write(join(machine.work, 'shop'), SHOP);
  const ran = await machine.cli(['init']);
  if (ran.code !== 0) throw new Error(ran.stderr);
  return machine;
}

async function rerun(machine: Machine, page: string): Promise<string> {
  let fresh = '';
  let inside = false;
  for (const line of page.split('\n')) {
    if (line === '```console') inside = true;
    else if (line === '```') inside = false;
    else if (inside && !line.startsWith('$ ')) continue;
    fresh += `${line}\n`;
    if (!inside || !line.startsWith('$ palace ')) continue;
    const words = [...line.slice('$ palace '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    const ran = await machine.cli(words);
    fresh += (ran.stdout + ran.stderr.replace(/^(?!note: ).*\n/gm, '')).replaceAll(machine.palace, '~/palace');
  }
  return fresh.slice(0, -1);
}

const withoutChance = (page: string): string =>
  page.replace(/\b[0-9a-f]{8,12}\b/g, 'ID').replace(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g, 'DATE');

it('docs/entities.md shows what its commands print (WRITE_DOCS=1 writes it anew)', { timeout: 120_000 }, async () => {
  const page = readFileSync(PAGE, 'utf8');
  const fresh = await rerun(await machineWithShop(), page);
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, fresh);
  expect(withoutChance(fresh)).toBe(withoutChance(process.env.WRITE_DOCS === '1' ? fresh : page));
  for (const word of ['Nadia Berg', 'Ivora Tinn', 'tidepool', 'Zorb', '王芳', 'certain', 'BOLI'])
    expect(fresh).toContain(word);
});

const SCRIPT = ['/usr/bin/script', '/bin/script'].find((path) => existsSync(path)) ?? '';

describe.skipIf(SCRIPT === '' || process.platform !== 'linux')('on a terminal (needs `script`)', () => {
  /** Types `keys` one after the other, each when the text that it answers stands on the screen. */
  async function typed(machine: Machine, args: string[], keys: readonly (readonly [after: string, keys: string])[]) {
    const command = [process.execPath, join(ROOT, 'bin', 'run.js'), ...args].map((word) => `'${word}'`).join(' ');
    const { spawn } = await import('node:child_process');
    const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: machine.work,
      env: { ...machine.env(), TERM: 'xterm', COLUMNS: '100' },
      stdio: 'pipe',
    });
    const waiting = [...keys];
    let screen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk.toString('utf8');
      const [next] = waiting;
      if (next === undefined || !screen.includes(next[0])) return;
      waiting.shift();
      screen = '';
      child.stdin.write(next[1]);
    });
    return new Promise<{ code: number | null; left: number }>((resolve) => {
      child.once('close', (code) => resolve({ code, left: waiting.length }));
    });
  }

  it('review and init ask which names are right, and what an uncertain one is', { timeout: 60_000 }, async () => {
    const machine = await machineWithShop();
    const ENTER = '\r';
    // 'a' ticks all; Zorb is the one that nothing decides, and a person is the first answer.
    const done = await typed(
      machine,
      ['entities', 'review', 'shop'],
      [
        ['Which of these', 'a'],
        ['◉', ENTER],
        ['What is', ENTER],
      ],
    );
    expect(done).toEqual({ code: 0, left: 0 });
    const { entities } = (await machine.cli(['entities', '--json'])).json<{
      entities: { name: string; type: string }[];
    }>();
    expect(entities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Zorb', type: 'person' }),
        expect.objectContaining({ name: 'PostgreSQL', type: 'tool' }),
      ]),
    );

    const broken = await typed(await machineWithShop(), ['entities', 'review', 'shop'], [['Which of these', '\u0003']]);
    expect(broken).toMatchObject({ left: 0 });
    const init = await machineWithShop();
    const made = await typed(
      init,
      ['init', 'shop'],
      [
        ['[y/N]', 'y\r'],
        ['Which of these', ENTER],
      ],
    );
    expect(made).toEqual({ code: 0, left: 0 });
    const named = readFileSync(join(init.palace, 'entities.yaml'), 'utf8');
    expect(named).toContain('Nadia Berg');
    expect(named).not.toContain('Zorb');
    expect(existsSync(join(init.palace, 'wings', 'shop', 'wing.yaml'))).toBe(true);
    expect(await init.git('status', '--porcelain')).toBe('');
    expect(await init.git('rev-list', '--count', 'HEAD')).toBe('2\n');
  });
});

it('without a terminal nothing is asked and nothing written', { timeout: 60_000 }, async () => {
  const machine = await machineWithShop();
  const ran = await machine.cli(['entities', 'review', 'shop', '--json']);
  expect(ran.code).toBe(0);
  expect(ran.json()).toMatchObject({ confirmed: false, added: [], commit: null });
  const planned = await machine.cli(['entities', 'review', 'shop', '--yes', '--dry-run', '--json']);
  expect(planned.json()).toMatchObject({ dry_run: true, commit: null });
  expect(planned.json<{ added: { name: string }[] }>().added.map(({ name }) => name)).toContain('Nadia Berg');
  expect((await machine.cli(['entities', 'remove', 'nobody', '--json'])).code).toBe(4);
  expect(await machine.git('rev-list', '--count', 'HEAD')).toBe('1\n');
});
