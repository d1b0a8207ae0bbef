import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/tui/keys/commands.js';
import { decodePresses } from '../../src/tui/keys/press.js';
import { BINDINGS, type Binding, bindingsOf, commandFor, SCOPE_TITLES } from '../../src/tui/keys/table.js';
import { helpRows } from '../../src/tui/scenes/help.js';

const ROOT = join(import.meta.dirname, '..', '..');

function row({ keys, help }: Binding): string {
  return `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${help} |`;
}

const chordsOf = (bytes: string): string[] => decodePresses(bytes, true).presses.map(({ chord }) => chord);

describe('the table of keys', () => {
  it('has a key and words for every command, and no key twice in one scope', () => {
    expect(COMMANDS.filter((command) => !BINDINGS.some((binding) => binding.command === command))).toEqual([]);
    const names = BINDINGS.flatMap(({ scope, keys }) => keys.map((key) => `${scope} ${key}`));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(BINDINGS.filter(({ help, keys }) => help === '' || keys.length === 0)).toEqual([]);
  });

  it('is all of it in the help', () => {
    const help = helpRows().map((row) => row.map(({ text }) => text).join(''));
    for (const { keys, help: words } of BINDINGS) {
      const rows = help.filter((row) => row.includes(` ${keys.join(', ')} `) && row.endsWith(words));
      expect(rows.length, `${keys.join(', ')}: ${words}`).toBeGreaterThan(0);
    }
    for (const { scope } of BINDINGS) expect(help).toContain(SCOPE_TITLES[scope]);
  });

  it('is the documentation: docs/tui/keys.md (`vitest -u` writes it), and the README shows the most useful', async () => {
    const scopes = [...new Set(BINDINGS.map(({ scope }) => scope))];
    const tables = scopes.map((scope) => {
      const rows = BINDINGS.filter((binding) => binding.scope === scope).map(row);
      return [`## ${SCOPE_TITLES[scope]}`, '', '| Key | Does |', '| --- | --- |', ...rows, ''].join('\n');
    });
    const page = ['# Keys of the terminal UI', '', 'Also: `f1` there, and `palace tui --keys`.', '', ...tables].join(
      '\n',
    );
    await expect(page).toMatchFileSnapshot(join(ROOT, 'docs', 'tui', 'keys.md'));
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const binding of BINDINGS.filter(({ scope, hint }) => scope === 'search' && hint !== undefined))
      expect(readme).toContain(row(binding));
  });

  it('gives a key to the first scope that knows it', () => {
    expect(commandFor('enter', ['confirm', 'everywhere'])).toBe('yes');
    expect(commandFor('right', ['drawer', 'letters', 'views'])).toBe('next-tab');
    expect(commandFor('x', ['search', 'typing', 'views', 'everywhere'])).toBeUndefined();
    expect(commandFor(' ', ['page', 'letters'])).toBe('page-down');
    expect(bindingsOf(['history', 'letters']).filter(({ keys }) => keys.includes('u'))).toHaveLength(1);
  });
});

describe('what a terminal sends', () => {
  it.each([
    ['\r', ['enter']],
    ['\t\u001b[Z', ['tab', 'shift-tab']],
    ['\u001b[A\u001bOB\u001b[1;2B\u001b[1;3A', ['up', 'down', 'shift-down', 'alt-up']],
    ['\u001b[5~\u001b[6~\u001b[H\u001b[4~\u001b[3~', ['pgup', 'pgdn', 'home', 'end', 'delete']],
    ['\u000e\u0010\u0003\u001a', ['ctrl-n', 'ctrl-p', 'ctrl-c', 'ctrl-z']],
    ['\u001b1\u001bu\u001b\u007f', ['alt-1', 'alt-u', 'alt-backspace']],
    ['\u001bOP\u001b[11~', ['f1', 'f1']],
    ['\u001b', ['esc']],
    ['\u001b\u001b', ['esc', 'esc']],
    ['a猫é', ['a', '猫', 'é']],
    // What it tells of itself, and keys that nobody uses.
    ['\u001b[?62;4c\u001b[99;40~\u001b[I', []],
  ])('%j is %j', (bytes, chords) => {
    expect(chordsOf(bytes)).toEqual(chords);
  });

  it('pasted text is one press, whatever stands in it', () => {
    const { presses } = decodePresses('\u001b[200~a\u0003\u001b[Ab\u001b[201~x', true);
    expect(presses).toEqual([
      { chord: 'paste', text: 'a\u0003\u001b[Ab' },
      { chord: 'x', text: 'x' },
    ]);
  });

  it('may come in any pieces', () => {
    const piece = fc.constantFrom(
      'a',
      '猫',
      '😀',
      '\r',
      '\u001b[A',
      '\u001b[1;5C',
      '\u001bOP',
      '\u001b[5~',
      '\u001b[200~x\u001b[201~',
      '\u0003',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(200), { maxLength: 10 }), (keys, cuts) => {
        const bytes = keys.join('');
        const points = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
          (a, b) => a - b,
        );
        let rest = '';
        const chords: string[] = [];
        for (const [at, point] of points.slice(1).entries()) {
          const part = bytes.slice(points[at], point);
          // Bytes of one character come together: the decoder of UTF-8 sees to that.
          if (/^[\udc00-\udfff]/.test(bytes.slice(point))) {
            rest += part;
            continue;
          }
          const step = decodePresses(rest + part, false);
          rest = step.rest;
          chords.push(...step.presses.map(({ chord }) => chord));
        }
        chords.push(...decodePresses(rest, true).presses.map(({ chord }) => chord));
        expect(chords).toEqual(chordsOf(bytes));
      }),
    );
  });

  it('is taken apart without end, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (bytes) => {
        const { rest } = decodePresses(bytes, true);
        // Only pasted text whose end never comes is waited for.
        expect(rest === '' || rest.startsWith('\u001b[200~')).toBe(true);
      }),
    );
  });
});
