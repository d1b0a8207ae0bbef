import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBeforeAll, Machine } from './support.js';
import { HAS_TMUX, Pane } from './tmux.js';

builtBeforeAll();

/** A machine with a palace of a few drawers, a tunnel and a statement that proposes a fact. */
async function machineWithPalace(): Promise<Machine> {
  const machine = new Machine();
  await machine.cli(['init']);
  const add = (text: string, place: string, date: string) => {
    const [wing = '', room = ''] = place.split('/');
    return machine.cli(['add', text, '--wing', wing, '--room', room, '--date', date]);
  };
  await add('# Gateway\n\nWe moved the API to GraphQL: the app needs fewer round trips.\n', 'drift/api', '2026-03-02');
  await add('# Ledger\n\nPostgres was chosen for the ledger. Ben works at Harbor.\n', 'tide/api', '2026-02-11');
  await add('# 猫\n\n猫は屋根の上で眠る。The cat sleeps under the lamp.\n', 'tide/notes', '2026-01-09');
  await machine.cli(['tunnel', 'add', 'drift/api', 'tide/notes', '--label', 'a cat at the gateway']);
  return machine;
}

async function subjects(machine: Machine, since: string): Promise<string[]> {
  const log = await machine.git('log', '--reverse', '--format=%s', `${since}..HEAD`);
  return log
    .trim()
    .split('\n')
    .filter((line) => line !== '');
}

/** Nothing of the program is left on the terminal. */
async function expectShell(pane: Pane): Promise<void> {
  await pane.shows(/ready\$\s*$/);
  expect(pane.flag('alternate_on')).toBe('0');
  expect(pane.flag('cursor_flag')).toBe('1');
  expect(pane.flag('wrap_flag')).toBe('1');
  // Written so that what is typed is not taken for what is printed.
  pane.line('clear; stty -a | tr ";" "\\n" | grep -E "ica[n]on" ');
  const modes = await pane.shows('icanon');
  expect(modes).toMatch(/(?<!-)\bicanon\b/);
  expect(modes).toMatch(/(?<!-)\becho\b/);
  expect(modes).toMatch(/(?<!-)\bisig\b/);
}

const describeWithTmux = HAS_TMUX ? describe : describe.skip;

describeWithTmux('the screen (needs `tmux`)', () => {
  it('of 120x40: find, filter, open, edit, restore, follow a tunnel, accept a fact, resize while typing, quit', async () => {
    const machine = await machineWithPalace();
    const before = (await machine.git('rev-parse', 'HEAD')).trim();
    const editor = join(machine.work, 'editor');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/fewer round trips/one round trip/" "$1"\n');
    chmodSync(editor, 0o755);
    const pane = new Pane(machine, { columns: 120, rows: 40, env: { EDITOR: editor } });
    await pane.shows('ready$');
    pane.run();
    await pane.shows('3/3 drawers');
    pane.type('GraphQL');
    await pane.shows(/› Gateway[\s\S]*┃ We moved the API to GraphQL/);
    pane.press('C-f');
    await pane.shows('Filter by');
    pane.press('Enter');
    await pane.shows(/drift +1/);
    pane.type('drift');
    pane.press('Enter');
    await pane.shows('[wing drift]');
    pane.press('C-e');
    await pane.shows('edited Gateway');
    await pane.shows('one round trip');
    pane.press('Enter');
    await pane.shows('[text]');
    pane.press('R');
    await pane.shows(/added add/);
    pane.press('Down', 'R');
    await pane.shows('Restore Gateway as it was after');
    pane.press('y');
    await pane.shows('restored Gateway');
    pane.press('M-2');
    await pane.shows(/▸ drift/);
    pane.press('Enter', 'Down', 'Enter');
    await pane.shows('⇄ tide/notes  a cat at the gateway');
    pane.press('Down', 'Enter');
    await pane.shows(/▾ tide[\s\S]*› +▾ notes/);
    pane.press('M-5');
    await pane.shows('Ben works at Harbor');
    pane.press('a');
    await pane.shows('recorded:');
    pane.press('M-1');
    await pane.shows('› GraphQL');
    // Typed while the size changes.
    pane.type(' moved');
    pane.resize(80, 24);
    pane.type(' app');
    await pane.shows('› GraphQL moved app');
    await pane.shows(/─{80}/);
    pane.press('Escape');
    await pane.shows('type to search');
    pane.press('Escape');
    await expectShell(pane);
    expect(await subjects(machine, before)).toEqual([
      'edit Gateway',
      expect.stringMatching(/^restore Gateway as of /),
      expect.stringMatching(/Ben/),
    ]);
    expect(await machine.git('status', '--porcelain')).toBe('');
    const [file = ''] = readdirSync(join(machine.palace, 'wings', 'drift', 'api'));
    expect(readFileSync(join(machine.palace, 'wings', 'drift', 'api', file), 'utf8')).toContain('fewer round trips');
  });

  it('of 40x10 without colour and in ASCII: suspended, continued, ended by SIGTERM, and the shell is as it was', async () => {
    const machine = await machineWithPalace();
    const pane = new Pane(machine, { columns: 40, rows: 10, env: { NO_COLOR: '1' } });
    await pane.shows('ready$');
    pane.run('tui', '--ascii');
    await pane.shows('3/3 drawers');
    pane.type('cat');
    const screen = await pane.shows('1/1 drawer');
    expect(screen).toMatch(/^[\x20-\x7e\n]*$/);
    expect(screen.split('\n').every((line) => line.length <= 40)).toBe(true);
    pane.press('C-z');
    await pane.shows('Stopped');
    expect(pane.flag('alternate_on')).toBe('0');
    pane.line('fg');
    await pane.shows('> cat');
    process.kill(pane.program(), 'SIGTERM');
    await expectShell(pane);
  });

  it('of 80x24 with --print: gives what was chosen to another program, and nothing when somebody leaves', async () => {
    const machine = await machineWithPalace();
    const pane = new Pane(machine, { columns: 80, rows: 24 });
    await pane.shows('ready$');
    pane.line(
      `choose() { '${process.execPath}' '${join(import.meta.dirname, '..', '..', 'bin', 'run.js')}' tui --print "$@"; }`,
    );
    pane.line('clear; head -c 3 $(choose Ledger) | od -c | head -1; echo "ended"');
    await pane.shows('1/1 drawer');
    pane.press('Enter');
    expect(await pane.shows(/^ended/m)).toMatch(/0000000 +- +- +-/);
    pane.line('clear; choose; echo "code $?"');
    await pane.shows('3/3 drawers');
    pane.press('C-c');
    await pane.shows('code 130');
    await expectShell(pane);
  });
});

describe('without a terminal', () => {
  it('prints the plain list, files with --print, and the keys', async () => {
    const machine = new Machine();
    await machine.cli(['init']);
    await machine.cli(['add', '# Beacon\n\nThe lamp turns.\n', '--wing', 'tide', '--room', 'lights']);
    const list = await machine.cli(['tui']);
    expect(list.code).toBe(0);
    expect(list.stdout).toContain('Beacon');
    expect((await machine.cli(['tui', 'lamp', '--json'])).json<{ hits: unknown[] }>().hits).toHaveLength(1);
    const files = (await machine.cli(['tui', 'lamp', '--print'])).stdout.trim().split('\n');
    expect(files).toHaveLength(1);
    expect(readFileSync(files[0] ?? '', 'utf8')).toContain('The lamp turns.');
    expect((await machine.cli(['tui', '--keys'])).stdout).toMatch(/ctrl-f +filter/);
    expect((await machine.cli([])).stdout).toContain('USAGE');
  });
});
