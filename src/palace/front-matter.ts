import { parseBodyHash, parseDrawerId } from './ids.js';
import { type FrontMatter, type FrontMatterValue, HALLS, type Hall, type Scalar } from './types.js';
import { jsonText } from './unicode.js';

/** Known keys in the order in which they are written. */
export const FRONT_MATTER_KEYS = [
  'id',
  'title',
  'date',
  'source',
  'unit',
  'body',
  'encoding',
  'part',
  'sha256',
  'filed',
  'by',
  'hall',
  'entities',
  'tags',
  'importance',
] as const;

const KNOWN: ReadonlySet<string> = new Set(FRONT_MATTER_KEYS);

/** Keys in writing order: known ones first, then the others as given. Undefined values are left out. */
export function orderedEntries(front: FrontMatter): [string, FrontMatterValue][] {
  const entries: [string, FrontMatterValue][] = [];
  const keys = [...FRONT_MATTER_KEYS, ...Object.keys(front).filter((key) => !KNOWN.has(key))];
  for (const key of keys) {
    const value = Object.hasOwn(front, key) ? front[key] : undefined;
    if (value !== undefined && isStorable(value)) entries.push([key, value]);
  }
  return entries;
}

/** One `key: <JSON>` line a key, each with its newline. Lone surrogates become U+FFFD. */
export function renderFrontMatter(front: FrontMatter): string {
  return orderedEntries(front)
    .map(([key, value]) => `${renderEntry(key, value)}\n`)
    .join('');
}

/** One line without its newline. */
export function renderEntry(key: string, value: FrontMatterValue): string {
  return `${renderKey(key)}: ${renderValue(value)}`;
}

function renderKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : renderScalar(key);
}

function renderValue(value: FrontMatterValue): string {
  return isList(value) ? `[${value.filter(isStorable).map(renderScalar).join(', ')}]` : renderScalar(value);
}

function renderScalar(value: Scalar): string {
  return typeof value === 'string' ? jsonText(value) : JSON.stringify(value);
}

/** NaN and infinities have no JSON. */
function isStorable(value: FrontMatterValue): boolean {
  return typeof value !== 'number' || Number.isFinite(value);
}

function isList(value: FrontMatterValue): value is readonly Scalar[] {
  return Array.isArray(value);
}

/**
 * Parsed data as front-matter. What a known key cannot mean is absent (a malformed `id` or receipt most of all), a lone
 * number or text is taken where text or a list is meant, and of the unknown keys those are kept that are scalars or lists
 * of scalars. What is left out here still stands in the file and survives every change.
 */
export function typedFrontMatter(data: Readonly<Record<string, unknown>>): FrontMatter {
  const front: FrontMatter = {};
  for (const [key, value] of Object.entries(data)) {
    // Assigning this one would change the object instead of holding a value.
    if (key === '__proto__') continue;
    const typed = KNOWN.has(key) ? knownValue(key, value) : unknownValue(value);
    if (typed !== undefined) front[key] = typed;
  }
  return front;
}

function knownValue(key: string, value: unknown): FrontMatterValue | undefined {
  switch (key) {
    case 'id':
      return typeof value === 'string' ? parseDrawerId(value) : undefined;
    case 'sha256':
      return typeof value === 'string' ? parseBodyHash(value) : undefined;
    case 'part':
      return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
    case 'importance':
      return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5 ? value : undefined;
    case 'hall':
      return HALLS.find((hall: Hall) => hall === value);
    case 'entities':
    case 'tags':
      return textList(value);
    default:
      return plainText(value);
  }
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function textList(value: unknown): string[] | undefined {
  const items = (Array.isArray(value) ? value : [value]).map(plainText);
  const texts = items.filter((item) => item !== undefined);
  return texts.length === items.length ? texts : undefined;
}

function unknownValue(value: unknown): FrontMatterValue | undefined {
  if (isScalar(value)) return value;
  return Array.isArray(value) && value.every(isScalar) ? value : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
