import { EMOTION_SIGNALS, FLAG_SIGNALS, QUOTE_WORDS, STOP_WORDS } from './words.js';

/** The original's settings file: codes of names, and names that get none. */
export interface DialectConfig {
  entities?: Readonly<Record<string, string>>;
  skip_names?: readonly string[];
}

/** Where a text is from; all of it optional, as in the original. */
export interface TextPlace {
  wing?: string;
  room?: string;
  date?: string;
  source_file?: string;
}

/**
 * One text compressed as MemPalace 3.0.0 does it, byte for byte, with all that is odd about it: words are found inside of other
 * words, `Tuesday` is a person, two names may share a code. For those who compare or who have files of the original (behaviour 3.7).
 */
export function compressAsOriginal(text: string, place: TextPlace = {}, config: DialectConfig = {}): string {
  const codes = entityCodes(text, config).slice(0, 3);
  const fields = [`0:${codes.length === 0 ? '???' : codes.join('+')}`, topicsOf(text)];
  const quote = quoteOf(text);
  if (quote !== '') fields.push(`"${quote}"`);
  const lower = text.toLowerCase();
  const emotions = firstThree(EMOTION_SIGNALS.flatMap(([word, code]) => (lower.includes(word) ? [code] : [])));
  const flags = firstThree(FLAG_SIGNALS.flatMap(([word, flag]) => (lower.includes(word) ? [flag] : [])));
  if (emotions.length > 0) fields.push(emotions.join('+'));
  if (flags.length > 0) fields.push(flags.join('+'));
  const header = headerOf(place);
  return [...(header === undefined ? [] : [header]), fields.join('|')].join('\n');
}

/** The original's code of a name; undefined for one that is left out. */
export function originalCode(name: string, { entities = {}, skip_names = [] }: DialectConfig = {}): string | undefined {
  const lower = name.toLowerCase();
  if (skip_names.some((skip) => lower.includes(skip.toLowerCase()))) return undefined;
  if (Object.hasOwn(entities, name)) return entities[name];
  const exact = Object.entries(entities).find(([known]) => known.toLowerCase() === lower);
  const part = exact ?? Object.entries(entities).find(([known]) => lower.includes(known.toLowerCase()));
  return part?.[1] ?? name.slice(0, 3).toUpperCase();
}

/** The original's estimate of tokens: a third of the characters. */
export function originalEstimate(text: string): number {
  return Math.floor(Array.from(text).length / 3);
}

function headerOf({ wing, room, date, source_file: source }: TextPlace): string | undefined {
  if (!source && !wing) return undefined;
  const file = source?.split(/[\\/]/).at(-1) ?? '';
  const stem = file.replace(/(?<=.)\.[^.]*$/, '') || '?';
  return [wing || '?', room || '?', date || '?', stem].join('|');
}

function entityCodes(text: string, { entities = {} }: DialectConfig): string[] {
  const lower = text.toLowerCase();
  const known = Object.entries(entities).flatMap(([name, code]) =>
    name !== name.toLowerCase() && lower.includes(name.toLowerCase()) ? [code] : [],
  );
  if (known.length > 0) return [...new Set(known)];
  const codes = new Set<string>();
  for (const token of text.split(/\s+/).filter(Boolean).slice(1)) {
    const word = token.replace(/[^a-zA-Z]/g, '');
    if (!/^[A-Z][a-z]+$/.test(word) || STOP_WORDS.has(word.toLowerCase())) continue;
    codes.add(word.slice(0, 3).toUpperCase());
    if (codes.size === 3) break;
  }
  return [...codes];
}

function topicsOf(text: string): string {
  const scores = new Map<string, number>();
  const words = [...text.matchAll(/[A-Za-z][A-Za-z_-]{2,}/g)].map(([word]) => word);
  const kept = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  for (const word of kept) scores.set(word.toLowerCase(), (scores.get(word.toLowerCase()) ?? 0) + 1);
  for (const word of kept) {
    const key = word.toLowerCase();
    if (/^[A-Z]/.test(word)) scores.set(key, (scores.get(key) ?? 0) + 2);
    if (/[_-]/.test(word) || /[A-Z]/.test(word.slice(1))) scores.set(key, (scores.get(key) ?? 0) + 2);
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return best.length === 0 ? 'misc' : best.map(([word]) => word).join('_');
}

function quoteOf(text: string): string {
  let best: { piece: string; score: number } | undefined;
  for (const raw of text.split(/[.!?\n]+/)) {
    const piece = raw.trim();
    if (piece.length <= 10) continue;
    const lower = piece.toLowerCase();
    let score = 2 * QUOTE_WORDS.filter((word) => lower.includes(word)).length;
    if (piece.length < 80) score += 1;
    if (piece.length < 40) score += 1;
    if (piece.length > 150) score -= 2;
    if (best === undefined || score > best.score) best = { piece, score };
  }
  const piece = best?.piece ?? '';
  return piece.length > 55 ? `${piece.slice(0, 52)}...` : piece;
}

function firstThree(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, 3);
}
