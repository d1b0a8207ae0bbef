import { isExistingDay } from './days.js';
import type { AaakLine } from './lines.js';
import { parseAaak } from './parse.js';
import { EMOTIONS, isFlag, TONES } from './vocabulary.js';

export interface LintFinding {
  /** 1-based. */
  line: number;
  severity: 'error' | 'warning';
  /** Name of the rule (docs/aaak.md). */
  rule: string;
  message: string;
}

export interface LintOptions {
  /** Explains codes that the text does not explain itself. Without it unknown codes are no finding. */
  nameOf?: (code: string) => string | undefined;
}

/** Longest line that a reader takes in at once, in characters. */
const LONGEST_LINE = 400;
/** With more words than these and no separator a line is prose. */
const MOST_WORDS = 12;

/** What is wrong (`error`) or unwise (`warning`) about a text of AAAK, in order of line. Empty for a good one. */
export function lintAaak(text: string, { nameOf }: LintOptions = {}): LintFinding[] {
  const findings: LintFinding[] = [];
  const placed = parseAaak(text);
  const legend = new Map<string, string>();
  if (placed.length === 0) return [{ line: 1, severity: 'error', rule: 'empty', message: 'there is nothing in it' }];
  for (const { line } of placed)
    if (line.kind === 'legend') for (const [code, name] of line.names) legend.set(code, name);
  const ids = new Set<string>();
  for (const { number, raw, line, odd } of placed) {
    const add = (severity: LintFinding['severity'], rule: string, message: string): void => {
      findings.push({ line: number, severity, rule, message });
    };
    for (const field of odd)
      add('error', 'unknown-field', `"${short(field)}" is neither quote, weight, emotion, flag nor importance`);
    for (const mark of raw.matchAll(/[*★]{6,}/gu))
      add('error', 'importance', `${mark[0].length} stars: 1 to 5 are known`);
    for (const [date] of raw.matchAll(/(?<![\d.-])\d{4}-\d{1,2}-\d{1,2}(?![\d-])/g))
      if (!isExistingDay(date)) add('error', 'date', `${date} is no date; write YYYY-MM-DD`);
    for (const [date] of raw.matchAll(/(?<![\d/])\d{1,2}\/\d{1,2}\/\d{2,4}(?![\d/])/g))
      add('warning', 'date', `${date} can be read in two ways; write YYYY-MM-DD`);
    if (count(raw, '(') !== count(raw, ')')) add('error', 'brackets', 'a bracket is not closed');
    if (raw.length > LONGEST_LINE) add('warning', 'long-line', `${raw.length} characters in one line`);
    for (const [tone] of raw.matchAll(/(?<![*\p{L}])\*\p{Ll}+\*(?![*\p{L}])/gu))
      if (!TONES.has(tone))
        add('warning', 'tone', `${tone} is no mark of tone; known are ${[...TONES.keys()].join(' ')}`);
    lintLine(line, add);
    if (line.kind === 'legend') lintLegend(line.names, add);
    if (line.kind === 'header' || line.kind === 'separator') ids.clear();
    if (line.kind === 'entry') {
      if (ids.has(line.id)) add('error', 'repeated-id', `a second line ${line.id}`);
      ids.add(line.id);
    }
    if (nameOf === undefined || !('codes' in line)) continue;
    for (const code of line.codes)
      if (!legend.has(code) && nameOf(code) === undefined)
        add('warning', 'unknown-code', `nobody is called ${code} here`);
  }
  return findings;
}

type Add = (severity: LintFinding['severity'], rule: string, message: string) => void;

function lintLine(line: AaakLine, add: Add): void {
  if (line.kind === 'entry') {
    if (line.weight !== undefined && line.weight > 1)
      add('error', 'weight', `weight ${line.weight} is not from 0 to 1`);
    for (const emotion of line.emotions)
      if (!EMOTIONS.has(emotion)) add('warning', 'emotion', `"${emotion}" is no emotion code of the list`);
    if (line.flags.length > 5) add('warning', 'flags', `${line.flags.length} flags in one line`);
  }
  if (line.kind === 'group') {
    if (line.fields.every((field) => field === '')) add('error', 'empty-field', `${line.label}: says nothing`);
    else if (line.fields.includes('')) add('warning', 'empty-field', 'a field is empty');
    for (const field of line.fields) if (isProse(field)) add('warning', 'prose', 'a whole sentence: shorten it');
  }
  if (line.kind === 'text') {
    if (isProse(line.text)) add('warning', 'prose', 'prose: nothing is separated by |');
    else if (!line.text.includes('|') && !isFlag(line.text.trim()))
      add('warning', 'unknown-line', 'no kind of line that the grammar knows');
  }
  if (line.kind === 'tunnel' && (line.from === '' || line.to === '')) add('error', 'tunnel', 'a tunnel has two ends');
  if (line.kind === 'arc' && line.text.trim() === '') add('error', 'empty-field', 'an arc of nothing');
}

function lintLegend(names: readonly (readonly [string, string])[], add: Add): void {
  const seen = new Map<string, string>();
  for (const [code, name] of names) {
    const other = seen.get(code);
    if (other !== undefined && other !== name) add('error', 'collision', `${code} stands for ${other} and for ${name}`);
    seen.set(code, name);
  }
}

function isProse(text: string): boolean {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > MOST_WORDS;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}

function short(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
