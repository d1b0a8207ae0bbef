import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/text/width.js';
import { layoutOf } from '../../src/tui/draw/layout.js';
import { drawRow, type Row, type Style } from '../../src/tui/draw/spans.js';
import { painter, toAscii } from '../../src/tui/draw/theme.js';
import { WrappedText, wrapText } from '../../src/tui/draw/wrap.js';
import { within } from '../../src/tui/state/position.js';

const styles: (Style | undefined)[] = [undefined, 'bold', 'dim', 'match', 'bad'];
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('猫は屋根', 'e\u0301clair', '👩‍👩‍👧', '\u001b[31mred\u001b[0m', 'a\tb', '\u202eabc', '\u009b2J'),
);
const anyRow = fc.array(fc.record({ text: anyText, style: fc.constantFrom(...styles) }), { maxLength: 5 });
const sgr = /\u001b\[[0-9;]*m/g;

describe('a row of the screen', () => {
  it('has exactly its width, and nothing of a memory moves the cursor', () => {
    fc.assert(
      fc.property(anyRow, anyRow, fc.integer({ min: 1, max: 60 }), fc.boolean(), (row, right, width, colour) => {
        const drawn = drawRow(row as Row, width, painter(colour), right as Row);
        const bare = colour ? drawn.replace(sgr, '') : drawn;
        expect(displayWidth(bare)).toBe(width);
        expect(bare).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });

  it('in ASCII is as wide, and is ASCII', () => {
    fc.assert(
      fc.property(anyRow, fc.integer({ min: 1, max: 60 }), (row, width) => {
        const drawn = drawRow(row as Row, width, painter(false));
        const ascii = toAscii(drawn, displayWidth);
        expect(ascii).toMatch(/^[\x20-\x7e]*$/);
        expect(ascii.length).toBe(width);
      }),
    );
    expect(toAscii('› Café ▸ 猫', displayWidth)).toBe('> Cafe + ??');
  });

  it('says what matters at its right end, as long as there is room', () => {
    const row = [{ text: 'a long title that does not fit' }];
    expect(drawRow(row, 20, painter(false), [{ text: '2026' }])).toBe('a long title t… 2026');
    expect(drawRow([{ text: '猫猫猫' }], 4, painter(false))).toBe('猫… ');
  });
});

describe('wrapped text', () => {
  it('fits, and loses nothing but blanks at the breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const rows = wrapText(text, width);
        for (const row of rows) expect(displayWidth(row.text)).toBeLessThanOrEqual(width);
        const squeezed = (value: string): string => value.replace(/\s+/g, '');
        expect(squeezed(rows.map((row) => row.text).join(''))).toBe(squeezed(text));
      }),
    );
  });

  it('knows on which row a line begins', () => {
    const text = new WrappedText('one two three\n\nfour\n');
    expect(text.rows(5).map((row) => `${row.line} ${row.text}`)).toEqual(['1 one', '1 two', '1 three', '2 ', '3 four']);
    expect([1, 2, 3, 9].map((line) => text.rowOfLine(line, 5))).toEqual([0, 3, 4, 4]);
    expect(new WrappedText('').rowOfLine(1, 5)).toBe(0);
  });

  it('of a long line without blanks is quick', () => {
    const begun = performance.now();
    expect(wrapText('猫'.repeat(20_000), 80)).toHaveLength(500);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe('layout and position', () => {
  it('everything fits the screen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 3 }),
        (columns, rows, head) => {
          const { body, hints, list, panel } = layoutOf({ columns, rows }, head, { list: true, panel: true });
          if (rows > head + 1) expect(head + body + (hints ? 1 : 0) + 1).toBe(rows);
          if (panel.rows === 0) expect(list).toEqual({ width: columns, rows: body });
          else if (panel.beside) expect(list.width + 3 + panel.width).toBe(columns);
          else expect(list.rows + 1 + panel.rows).toBe(body);
        },
      ),
    );
  });

  it('what is chosen is there and shows', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(50), fc.nat(20), (selected, top, count, visible) => {
        const position = within({ selected, top }, count, visible);
        expect(position.selected).toBeGreaterThanOrEqual(0);
        expect(position.selected).toBeLessThanOrEqual(Math.max(0, count - 1));
        expect(position.top).toBeGreaterThanOrEqual(0);
        expect(position.selected - position.top).toBeGreaterThanOrEqual(0);
        expect(position.selected - position.top).toBeLessThan(Math.max(1, visible));
        expect(within(position, count, visible)).toEqual(position);
      }),
    );
  });
});
