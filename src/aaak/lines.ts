import { escapeField, escapeHead, unicode } from './escape.js';
import { type Flag, GROUPS, NO_TOPIC, NOBODY } from './vocabulary.js';

/** A line about one memory: a text's only line (`0`), or a zettel's. */
export interface EntryLine {
  kind: 'entry';
  id: string;
  codes: readonly string[];
  /** Terms without `_` (see `topicTerm`). */
  topics: readonly string[];
  quote?: string;
  /** 0 to 1; a zettel always has one, a text never. */
  weight?: number;
  emotions: readonly string[];
  flags: readonly Flag[];
  /** Importance, 1 to 5. */
  stars?: number;
}

/** One claim of a text: a sentence in shorthand. */
export interface ClaimLine {
  kind: 'claim';
  /** From 1. */
  number: number;
  codes: readonly string[];
  text: string;
  flags: readonly Flag[];
  stars?: number;
}

/** The kinds of lines; docs/aaak.md has the grammar. */
export type AaakLine =
  | { kind: 'header'; number: string; codes: readonly string[]; date: string; title: string }
  | { kind: 'place'; wing: string; room: string; date: string; stem: string }
  | { kind: 'legend'; names: readonly (readonly [code: string, name: string])[] }
  | { kind: 'arc'; text: string }
  | EntryLine
  | ClaimLine
  | { kind: 'tunnel'; from: string; to: string; label: string }
  | { kind: 'separator' }
  | { kind: 'section'; title: string }
  | { kind: 'comment'; text: string }
  /** Written by hand: a topic and what belongs to it. */
  | { kind: 'group'; label: string; fields: readonly string[] }
  /** None of these. */
  | { kind: 'text'; text: string };

/** A topic as one term: `.` in place of white space and of `_`, which stands between topics. '' when nothing is left. */
export function topicTerm(topic: string): string {
  return topic
    .trim()
    .replace(/[\s_]+/gu, '.')
    .replace(/^\.+|\.+$/g, '');
}

/** Ids that would be read as another kind of line. */
export function isReservedId(id: string): boolean {
  return /^(?:T|ARC|CODES|C\d+)$/.test(id) || GROUPS.includes(id);
}

export function renderLine(line: AaakLine): string {
  switch (line.kind) {
    case 'header':
      return [escapeHead(line.number), codesField(line.codes), escapeField(line.date), escapeField(line.title)].join(
        '|',
      );
    case 'place':
      return [escapeHead(line.wing), ...[line.room, line.date, line.stem].map(escapeField)].join('|');
    case 'legend':
      return `CODES:${line.names.map(([code, name]) => `${code}=${legendName(name)}`).join(';')}`;
    case 'arc':
      return `ARC:${escapeField(line.text)}`;
    case 'entry':
      return renderEntry(line);
    case 'claim':
      return [
        `C${line.number}:${codesField(line.codes)}`,
        escapeField(line.text),
        ...marks(line.flags, line.stars),
      ].join('|');
    case 'tunnel':
      return `T:${endOfTunnel(line.from)}<->${endOfTunnel(line.to)}|${escapeField(line.label)}`;
    case 'separator':
      return '---';
    case 'section':
      return `=${line.title}=`;
    case 'comment':
      return `## ${line.text}`;
    case 'group':
      return `${line.label}: ${line.fields.join(' | ')}`;
    case 'text':
      return line.text;
  }
}

export function renderLines(lines: readonly AaakLine[]): string {
  return lines.map(renderLine).join('\n');
}

function renderEntry({ id, codes, topics, quote, weight, emotions, flags, stars }: EntryLine): string {
  const fields = [
    `${idField(id)}:${codesField(codes)}`,
    topics.length === 0 ? NO_TOPIC : topics.map(escapeField).join('_'),
  ];
  if (quote !== undefined) fields.push(`"${escapeField(quote)}"`);
  if (weight !== undefined) fields.push(String(weight));
  if (emotions.length > 0) fields.push(emotions.join('+'));
  return [...fields, ...marks(flags, stars)].join('|');
}

function idField(id: string): string {
  return isReservedId(id) ? `${unicode(id)}${escapeHead(id.slice(1))}` : escapeHead(id);
}

function endOfTunnel(id: string): string {
  return escapeField(id).replace(/</g, unicode);
}

function codesField(codes: readonly string[]): string {
  return codes.length === 0 ? NOBODY : codes.join('+');
}

function legendName(name: string): string {
  return escapeField(name).replace(/;/g, unicode);
}

function marks(flags: readonly Flag[], stars: number | undefined): string[] {
  return [...(flags.length === 0 ? [] : [flags.join('+')]), ...(stars === undefined ? [] : ['*'.repeat(stars)])];
}
