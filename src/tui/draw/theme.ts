import type { Paint, Style } from './spans.js';

/** Numbers of the SGR sequences that begin and end a style. */
const CODES: Readonly<Record<Style, readonly [begin: string, end: string]>> = {
  bold: ['1', '22'],
  dim: ['2', '22'],
  accent: ['36', '39'],
  match: ['1;4', '22;24'],
  good: ['32', '39'],
  bad: ['31', '39'],
  warn: ['33', '39'],
  focus: ['1;36', '22;39'],
};

/** Colours and weights, or none at all. */
export function painter(colour: boolean): Paint {
  if (!colour) return (text) => text;
  return (text, style) => {
    if (style === undefined || text === '') return text;
    const [begin, end] = CODES[style];
    return `\u001b[${begin}m${text}\u001b[${end}m`;
  };
}

/** What our own marks become where a terminal has ASCII only. */
const IN_ASCII: Readonly<Record<string, string>> = {
  '›': '>',
  '…': '.',
  '│': '|',
  '─': '-',
  '┃': '|',
  '▸': '+',
  '▾': '-',
  '●': '*',
  '○': 'o',
  '·': '-',
  '⇄': '=',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '⏎': '<',
  '�': '?',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};

/**
 * A drawn row in ASCII, column for column: accents are taken off, what has no likeness is `?` (two of them for a wide character).
 * Sequences of styles stay.
 */
export function toAscii(row: string, widthOf: (grapheme: string) => number): string {
  if (/^[\x00-\x7f]*$/.test(row)) return row;
  let ascii = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(row)) {
    if (/^[\x00-\x7f]+$/.test(segment)) ascii += segment;
    else {
      const bare = segment.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
      const width = widthOf(segment);
      ascii += IN_ASCII[segment] ?? (bare.length === width ? bare : '?'.repeat(width));
    }
  }
  return ascii;
}
