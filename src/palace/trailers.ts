import type { Actor, ChangeSet } from './types.js';
import { wellFormed } from './unicode.js';

/** What the trailers of one of our commits say; every field is absent in a commit that a person made by hand. */
export interface Trailers {
  op?: string;
  opId?: string;
  batch?: { number: number; total: number };
  /** The agent that wrote, as named by the caller; absent for a person. */
  by?: string;
  source?: string;
  session?: string;
  tool?: string;
}

const MOST_SUBJECT = 200;

/**
 * The message of a commit: subject (one line, at most 200 characters), body, trailers. No text of a caller can add a line to the
 * trailers or start a second subject.
 */
export function renderMessage(
  set: Pick<ChangeSet, 'op' | 'subject' | 'body' | 'batch' | 'by' | 'source' | 'session' | 'tool'>,
  opId: string,
): string {
  const subject = cut(oneLine(set.subject), MOST_SUBJECT) || oneLine(set.op);
  const lines: [string, string | undefined][] = [
    ['Palace-Op', set.op],
    ['Palace-Op-Id', opId],
    ['Palace-Batch', set.batch && `${set.batch.number}/${set.batch.total}`],
    ['Palace-By', agentName(set.by)],
    ['Palace-Source', set.source],
    ['Palace-Session', set.session],
    ['Palace-Tool', set.tool],
  ];
  const trailers = lines
    .map(([key, value]) => [key, value === undefined ? '' : oneLine(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`);
  const body = set.body === undefined ? '' : manyLines(set.body);
  return `${[subject, body, trailers.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Reads the trailers back from the last paragraph of a message that has a `Palace-Op`. */
export function parseTrailers(message: string): Trailers {
  const paragraphs = message.replaceAll('\r\n', '\n').split(/\n{2,}/);
  const own = paragraphs.slice(1).findLast((paragraph) => /^Palace-Op: \S/m.test(paragraph));
  if (own === undefined) return {};
  const values = new Map<string, string>();
  for (const line of own.split('\n')) {
    const found = /^Palace-([A-Z][A-Za-z-]*): (.*)$/.exec(line);
    if (found?.[1] !== undefined && found[2] !== undefined && !values.has(found[1]))
      values.set(found[1], found[2].trim());
  }
  const batch = /^(\d{1,9})\/(\d{1,9})$/.exec(values.get('Batch') ?? '');
  const result: Trailers = {
    op: values.get('Op'),
    opId: values.get('Op-Id'),
    batch: batch ? { number: Number(batch[1]), total: Number(batch[2]) } : undefined,
    by: values.get('By'),
    source: values.get('Source'),
    session: values.get('Session'),
    tool: values.get('Tool'),
  };
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

function agentName(by: Actor | undefined): string | undefined {
  return by?.kind === 'agent' ? by.name : undefined;
}

/** Control characters, line and paragraph separators become spaces; runs of spaces collapse. */
export function oneLine(text: string): string {
  return wellFormed(text)
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** A body keeps its lines; a line that looks like one of our trailers is indented, so that it is not read as one. */
function manyLines(text: string): string {
  return wellFormed(text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trimEnd())
    .map((line) => (/^Palace-/.test(line) ? `  ${line}` : line))
    .join('\n')
    .trim();
}

/** At most `most` UTF-16 units, never half a code point, with an ellipsis when something was cut. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let short = '';
  for (const point of text) {
    if (short.length + point.length > most - 1) break;
    short += point;
  }
  return `${short.trimEnd()}…`;
}
