import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paint, wantsColour } from '../../src/cli/colour.js';
import { renderDiff } from '../../src/cli/output/diff.js';
import { nearHint } from '../../src/cli/output/kg.js';
import { renderList } from '../../src/cli/output/list.js';
import { singular } from '../../src/cli/output/mine.js';
import { table } from '../../src/cli/output/table.js';
import { clip, displayWidth, oneLine, padEnd, printable } from '../../src/cli/output/width.js';
import { bytes, counted, listed, seconds, tally } from '../../src/cli/output/words.js';
import { progressText, terminalProgress } from '../../src/cli/progress.js';

describe('columns of text', () => {
  it.each([
    ['abc', 3],
    ['为什么', 6],
    ['한국어', 6],
    ['カタカナ', 8],
    ['e\u0301', 1],
    ['é', 1],
    ['🦙', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['！', 2],
    ['', 0],
  ])('%s takes %d', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('given any text, a clip fits and is a beginning of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const clipped = clip(text, columns);
        expect(displayWidth(clipped)).toBeLessThanOrEqual(columns);
        if (clipped !== text) expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
      }),
    );
  });

  it('a CJK cell is padded by columns, not by characters', () => {
    expect(padEnd('为什么', 8)).toBe('为什么  ');
    expect(
      table(
        [{}, {}],
        [
          ['为', 'x'],
          ['abc', 'y'],
        ],
        80,
      ),
    ).toEqual(['为   x', 'abc  y']);
  });

  it('a table cuts its flexible column only, and leaves nothing at line ends', () => {
    const rows = table(
      [{ title: 'id' }, { title: 'title', flexible: true }],
      [
        ['d-1', 'x'.repeat(200)],
        ['d-22', ''],
      ],
      40,
    );
    expect(rows[0]).toBe('id    title');
    expect(rows[1]).toHaveLength(40);
    expect(rows[1]?.endsWith('…')).toBe(true);
    expect(rows[2]).toBe('d-22');
  });

  it('numbers stand at the right', () => {
    expect(
      table(
        [{}, { align: 'right' }],
        [
          ['a', '5'],
          ['b', '1,200'],
        ],
        80,
      ),
    ).toEqual(['a      5', 'b  1,200']);
  });
});

describe('text of a memory on a terminal', () => {
  it('cannot carry escape sequences or bidi overrides', () => {
    expect(printable('a\u001b[31mred\u0007\u009b1m\u202e')).toBe('a�[31mred��1m�');
    expect(printable('tab\tand\nnewline\r\n')).toBe('tab\tand\nnewline\n');
    expect(oneLine('  a\n\n b\t c ')).toBe('a b c');
  });
});

describe('an empty answer', () => {
  it('says what to type next', () => {
    const notes: string[] = [];
    renderList(
      { drawers: [], total: 0, limit: 20, offset: 0 },
      {
        line: () => expect.unreachable('nothing is listed'),
        raw: () => expect.unreachable('nothing is listed'),
        note: (text) => void notes.push(text),
        paint: paint(false),
        width: 80,
        terminal: false,
      },
    );
    expect(notes.join()).toMatch(/^no drawer fits;.*palace tree.*palace add TEXT.*palace mine PATH/);
    expect(nearHint([])).toMatch(/palace kg entities .*palace kg add/);
    expect(nearHint(['Kai'])).toBe('; did you mean "Kai"?');
  });
});

describe('counts', () => {
  it('are words', () => {
    expect(counted(1, 'drawer')).toBe('1 drawer');
    expect(counted(12345, 'drawer')).toBe('12,345 drawers');
    expect(counted(2, 'memory', 'memories')).toBe('2 memories');
    expect(tally({ added: 12, changed: 0, moved: 3 })).toBe('12 added, 3 moved');
    expect(tally({ added: 0 })).toBe('nothing');
    expect(
      [
        'damaged lines',
        'mirror copies',
        'second copies of tool output',
        'missing shards of the export',
        'addresses of files (with tokens)',
        'second copies (rich text)',
        'messages without text',
        'headers and footers',
        'attachment data',
      ].map(singular),
    ).toEqual([
      'damaged line',
      'mirror copy',
      'second copy of tool output',
      'missing shard of the export',
      'address of files (with tokens)',
      'second copy (rich text)',
      'message without text',
      'headers and footers',
      'attachment data',
    ]);
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(4120)).toBe('4.1 kB');
    expect(bytes(12_400_000)).toBe('12 MB');
    expect(seconds(412)).toBe('0.4 s');
    expect(seconds(185_000)).toBe('3 min 5 s');
  });
});

describe('colours', () => {
  const terminal = { isTTY: true };
  it.each([
    ['a terminal', terminal, {}, false, true],
    ['a pipe', {}, {}, false, false],
    ['--no-color', terminal, { FORCE_COLOR: '1' }, true, false],
    ['NO_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, false, true],
    ['FORCE_COLOR in a pipe', {}, { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false, false],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, false, false],
    ['CI', terminal, { CI: 'true' }, false, false],
  ])('given %s', (_, stream, env, noColour, expected) => {
    expect(wantsColour(stream, env, noColour)).toBe(expected);
  });

  it('off, leave the text as it is; on, close at each line end', () => {
    expect(paint(false).match('a\nb')).toBe('a\nb');
    expect(paint(true).bold('a\nb')).toBe('\u001b[1ma\u001b[22m\n\u001b[1mb\u001b[22m');
  });
});

describe('the progress line', () => {
  const stream = (isTTY: boolean) => {
    const written: string[] = [];
    const double = { isTTY, columns: 30, write: (text: string) => written.push(text) > 0 };
    return { written, stream: double as unknown as NodeJS.WriteStream };
  };

  it('appears on a terminal after a second, and goes away', () => {
    let now = 0;
    const { written, stream: terminal } = stream(true);
    const progress = terminalProgress(terminal, {}, { quiet: false }, () => now);
    progress.show({ phase: 'scan', done: 1 });
    now = 900;
    progress.show({ phase: 'scan', done: 2 });
    expect(written).toEqual([]);
    now = 1100;
    progress.show({ phase: 'write', done: 5, total: 10, label: 'src/a-long-name-of-a-file.ts' });
    expect(written).toEqual(['\r\u001b[Kwriting 5/10 src/a-long-name-']);
    progress.clear();
    expect(written.at(-1)).toBe('\r\u001b[K');
    expect(progressText({ phase: 'scan', done: 3 }, 80)).toBe('reading 3');
  });

  it.each([
    ['in a pipe', false, {}, false],
    ['in CI', true, { CI: '1' }, false],
    ['on a dumb terminal', true, { TERM: 'dumb' }, false],
    ['with --quiet', true, {}, true],
  ])('never appears %s', (_, isTTY, env, quiet) => {
    let now = 0;
    const { written, stream: target } = stream(isTTY);
    const progress = terminalProgress(target, env, { quiet }, () => (now += 5000));
    for (let done = 0; done < 5; done++) progress.show({ phase: 'scan', done });
    progress.clear();
    expect(written).toEqual([]);
  });
});

describe('a diff', () => {
  it('shows paths that cannot recolour the terminal', () => {
    const lines: string[] = [];
    const out = {
      line: (text = '') => lines.push(text),
      raw: () => {},
      note: () => {},
      paint: paint(false),
      width: 80,
      terminal: false,
    };
    const memory = { id: null, title: 't', path: 'wings/a/r/\u001b[31mb.md' };
    const none = {
      added: [],
      removed: [],
      moved: [],
      changed: [],
      files: [],
      facts: { added: 0, removed: 0, events: [] },
    };
    const place = { label: 'x', commits: ['0'.repeat(40)] };
    renderDiff({ ...none, from: place, to: place, added: [{ ...memory, lines: 1 }] } as never, out);
    renderDiff(
      { ...none, from: place, to: place, changed: [{ ...memory, hunks: [], front_matter: [] }] } as never,
      out,
    );
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.join('\n')).toContain('�[31mb.md');
  });
});
