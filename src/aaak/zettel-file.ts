import { EXIT, PalaceError } from '../base/errors.js';

/** A note of a zettel file. */
export interface Zettel {
  /** What stands after its last `-` is its number in the file. */
  id: string;
  people: readonly string[];
  topics: readonly string[];
  content: string;
  title: string;
  /** 0 to 1; 0.5 when not given. */
  emotional_weight: number;
  emotional_tone: readonly string[];
  date_context: string;
  origin_moment: boolean;
  origin_label: string;
  notes: string;
  sensitivity: string;
}

/** The input of the zettel path: a file's notes and how they hang together. */
export interface ZettelFile {
  /** `007-garden rebuild.txt`: number and title. */
  source_file: string;
  emotional_arc?: string;
  zettels: readonly Zettel[];
  tunnels: readonly { from: string; to: string; label: string }[];
}

/**
 * Reads the JSON of a zettel file. `name`: what messages call it.
 * @throws PalaceError `bad-zettel` (exit 2), which names the field.
 */
export function parseZettelFile(text: string, name: string): ZettelFile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw bad(name, error instanceof Error ? error.message : String(error));
  }
  if (!isMap(data) || !Array.isArray(data.zettels)) throw bad(name, 'it has no list "zettels"');
  const tunnels = data.tunnels ?? [];
  if (!Array.isArray(tunnels)) throw bad(name, '"tunnels" is no list');
  const file: ZettelFile = {
    source_file: text_(data.source_file, 'source_file', name),
    zettels: data.zettels.map((zettel: unknown, at) => zettelOf(zettel, `zettels[${at}]`, name)),
    tunnels: tunnels.map((tunnel: unknown, at) => {
      const field = `tunnels[${at}]`;
      if (!isMap(tunnel)) throw bad(name, `"${field}" is no object`);
      const end = (key: 'from' | 'to'): string => idOf(tunnel[key], `${field}.${key}`, name);
      return { from: end('from'), to: end('to'), label: text_(tunnel.label, `${field}.label`, name) };
    }),
  };
  const arc = text_(data.emotional_arc, 'emotional_arc', name);
  return arc === '' ? file : { ...file, emotional_arc: arc };
}

function zettelOf(value: unknown, field: string, name: string): Zettel {
  if (!isMap(value)) throw bad(name, `"${field}" is no object`);
  const text = (key: string): string => text_(value[key], `${field}.${key}`, name);
  const weight = value.emotional_weight ?? 0.5;
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= 1))
    throw bad(name, `"${field}.emotional_weight" is ${JSON.stringify(weight)}, not a number from 0 to 1`);
  return {
    id: idOf(value.id, `${field}.id`, name),
    people: words(value.people, `${field}.people`, name),
    topics: words(value.topics, `${field}.topics`, name),
    content: text('content'),
    title: text('title'),
    emotional_weight: weight,
    emotional_tone: words(value.emotional_tone, `${field}.emotional_tone`, name),
    date_context: text('date_context'),
    origin_moment: value.origin_moment === true,
    origin_label: text('origin_label'),
    notes: text('notes'),
    sensitivity: text('sensitivity'),
  };
}

function idOf(value: unknown, field: string, name: string): string {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw bad(name, `"${field}" is ${value === undefined ? 'missing' : JSON.stringify(value)}, not an id`);
}

function text_(value: unknown, field: string, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return wellFormed(value);
  throw bad(name, `"${field}" is no text`);
}

function words(value: unknown, field: string, name: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(wellFormed);
  throw bad(name, `"${field}" is no list of texts`);
}

/** Half of a pair of surrogates cannot be written: U+FFFD stands for it. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function bad(name: string, reason: string): PalaceError {
  return new PalaceError('bad-zettel', `${name} is no zettel file: ${reason}`, {
    exit: EXIT.usage,
    next: ['palace aaak spec', 'give a JSON file with source_file, zettels[] and tunnels[]'],
    details: { file: name, reason },
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
