import { isCode } from './codes.js';
import { unescapeField } from './escape.js';
import type { AaakLine, EntryLine } from './lines.js';
import { type Flag, GROUPS, isFlag, NO_TOPIC, NOBODY } from './vocabulary.js';

/** A line of a text with what it says. */
export interface PlacedLine {
  /** 1-based. */
  number: number;
  /** As it stands. */
  raw: string;
  line: AaakLine;
  /** Fields of the line that no rule has a place for. */
  odd: readonly string[];
}

/** Reads AAAK line by line. Never fails: what is none of its lines is `text`. Empty lines are left out. */
export function parseAaak(text: string): PlacedLine[] {
  const placed: PlacedLine[] = [];
  text.split('\n').forEach((full, at) => {
    const raw = full.endsWith('\r') ? full.slice(0, -1) : full;
    if (raw.trim() !== '') placed.push({ number: at + 1, raw, ...lineOf(raw) });
  });
  return placed.map((each, at) => (isPlaceHeader(placed, at) ? asPlace(each) : each));
}

interface Read {
  line: AaakLine;
  odd: readonly string[];
}

function lineOf(raw: string): Read {
  const simple = (line: AaakLine): Read => ({ line, odd: [] });
  if (raw.trim() === '---') return simple({ kind: 'separator' });
  if (raw.startsWith('##')) return simple({ kind: 'comment', text: raw.replace(/^#+\s?/, '') });
  const section = /^=([^=].*)=$/.exec(raw)?.[1];
  if (section !== undefined) return simple({ kind: 'section', title: section });
  if (raw.startsWith('ARC:')) return simple({ kind: 'arc', text: unescapeField(raw.slice(4)) });
  return (
    legendOf(raw) ??
    tunnelOf(raw) ??
    claimOf(raw) ??
    entryOf(raw) ??
    groupOf(raw) ??
    headerOf(raw) ??
    simple({ kind: 'text', text: raw })
  );
}

function legendOf(raw: string): Read | undefined {
  if (!raw.startsWith('CODES:')) return undefined;
  const names: [string, string][] = [];
  const odd: string[] = [];
  for (const pair of raw.slice('CODES:'.length).split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) names.push([pair.slice(0, at).trim(), unescapeField(pair.slice(at + 1))]);
    else if (pair.trim() !== '') odd.push(pair);
  }
  return { line: { kind: 'legend', names }, odd };
}

function tunnelOf(raw: string): Read | undefined {
  const [ends = '', ...rest] = raw.split('|');
  const found = /^T:(.*)<->(.*)$/.exec(ends);
  if (found === null) return undefined;
  const [from = '', to = ''] = found.slice(1).map(unescapeField);
  const [label = '', ...odd] = rest;
  return { line: { kind: 'tunnel', from, to, label: unescapeField(label) }, odd };
}

function claimOf(raw: string): Read | undefined {
  const [head = '', text, ...rest] = raw.split('|');
  const found = /^C(\d+):(.*)$/.exec(head);
  const codes = codesOf(found?.[2] ?? '');
  if (found === null || codes === undefined || text === undefined) return undefined;
  const { flags, stars, odd } = marksOf(rest);
  const line = { kind: 'claim', number: Number(found[1]), codes, text: unescapeField(text), flags } as const;
  return { line: stars === undefined ? line : { ...line, stars }, odd };
}

function entryOf(raw: string): Read | undefined {
  const [head = '', topics, ...rest] = raw.split('|');
  const colon = head.indexOf(':');
  const codes = codesOf(head.slice(colon + 1));
  const id = head.slice(0, Math.max(0, colon));
  if (colon < 1 || codes === undefined || topics === undefined || GROUPS.includes(id) || id === 'T') return undefined;
  const { flags, emotions, quote, weight, stars, odd } = marksOf(rest);
  const line: EntryLine = {
    kind: 'entry',
    id: unescapeField(id),
    codes,
    topics: topics === NO_TOPIC ? [] : topics.split('_').map(unescapeField),
    emotions,
    flags,
  };
  if (quote !== undefined) line.quote = quote;
  if (weight !== undefined) line.weight = weight;
  if (stars !== undefined) line.stars = stars;
  return { line, odd };
}

/** Fields without a place of their own are told apart by their form; each kind counts once. */
function marksOf(fields: readonly string[]): {
  quote?: string;
  weight?: number;
  emotions: readonly string[];
  flags: readonly Flag[];
  stars?: number;
  odd: string[];
} {
  const marks: ReturnType<typeof marksOf> = { emotions: [], flags: [], odd: [] };
  for (const field of fields) {
    const parts = field.trim().split('+');
    if (/^".*"$/.test(field.trim()) && field.trim().length > 1 && marks.quote === undefined)
      marks.quote = unescapeField(field.trim().slice(1, -1));
    else if (/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(field.trim()) && marks.weight === undefined)
      marks.weight = Number(field);
    else if (/^(?:\*{1,5}|★{1,5})$/u.test(field.trim()) && marks.stars === undefined) marks.stars = field.trim().length;
    else if (parts.every(isFlag) && marks.flags.length === 0) marks.flags = parts.filter(isFlag);
    else if (
      parts.every((part) => /^[\p{L}\p{M}_]{1,8}$/u.test(part) && part === part.toLowerCase()) &&
      marks.emotions.length === 0
    )
      marks.emotions = parts;
    else marks.odd.push(field);
  }
  return marks;
}

function groupOf(raw: string): Read | undefined {
  const found = /^(⚠|\p{Lu}[\p{Lu}\p{N}_-]*):(.*)$/u.exec(raw);
  if (found?.[1] === undefined) return undefined;
  const fields = (found[2] ?? '').split('|').map((field) => field.trim());
  return { line: { kind: 'group', label: found[1], fields }, odd: [] };
}

function headerOf(raw: string): Read | undefined {
  const fields = raw.split('|');
  const [number = '', people = '', date = '', title = '', ...odd] = fields;
  if (fields.length < 4 || number.includes(':')) return undefined;
  const codes = codesOf(people);
  // A header of a text has a room in the place of people: decided once the lines after it are known.
  const line = {
    kind: 'header',
    number: unescapeField(number),
    codes: codes ?? [people],
    date: unescapeField(date),
  } as const;
  return { line: { ...line, title: unescapeField(title) }, odd };
}

/** A header stands over a text when the first line after it (and its legend) is the text's own. */
function isPlaceHeader(lines: readonly PlacedLine[], at: number): boolean {
  if (lines[at]?.line.kind !== 'header') return false;
  const next = lines.slice(at + 1).find(({ line }) => line.kind !== 'legend')?.line;
  return next?.kind === 'claim' || (next?.kind === 'entry' && next.id === '0' && next.weight === undefined);
}

function asPlace(placed: PlacedLine): PlacedLine {
  const [wing = '', room = '', date = '', stem = ''] = placed.raw.split('|').map(unescapeField);
  return { ...placed, line: { kind: 'place', wing, room, date, stem } };
}

function codesOf(field: string): string[] | undefined {
  const text = field.trim();
  if (text === NOBODY) return [];
  const codes = text.split('+');
  return codes.every(isCode) ? codes : undefined;
}
