import { parseAaak } from '../../aaak/parse.js';
import { topicsOf } from '../../aaak/topics.js';

/** What is looked at of an entry. */
export interface PatternEntry {
  topic: string;
  /** `YYYY-MM-DD`; null for an undated one. */
  date: string | null;
  content: string;
}

/** Something that comes up again. */
export interface RecurringTopic {
  term: string;
  /** Entries that have it. */
  entries: number;
  first: string | null;
  last: string | null;
}

export interface Patterns {
  /** By the topic that entries were filed under, most first. */
  topics: { topic: string; entries: number }[];
  months: Record<string, number>;
  recurring: RecurringTopic[];
  /** Flags of entries in AAAK. */
  flags: Record<string, number>;
}

/** Terms of an entry, and most recurring ones that are named. */
const TERMS = 12;
const MOST_RECURRING = 15;

/** What an agent writes about again and again: a term counts once an entry, from the second entry on. */
export function patternsOf(entries: readonly PatternEntry[]): Patterns {
  const topics = new Map<string, number>();
  const months = new Map<string, number>();
  const flags = new Map<string, number>();
  const terms = new Map<string, RecurringTopic>();
  const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { topic, date, content } of entries) {
    add(topics, topic);
    if (date !== null) add(months, date.slice(0, 7));
    for (const flag of new Set(parseAaak(content).flatMap(({ line }) => ('flags' in line ? line.flags : []))))
      add(flags, flag);
    for (const term of termsOf(content)) {
      const known = terms.get(term) ?? { term, entries: 0, first: null, last: null };
      known.entries += 1;
      if (date !== null && (known.first === null || date < known.first)) known.first = date;
      if (date !== null && (known.last === null || date > known.last)) known.last = date;
      terms.set(term, known);
    }
  }
  const byCount = (a: { entries: number }, b: { entries: number }): number => b.entries - a.entries;
  return {
    topics: [...topics].map(([topic, count]) => ({ topic, entries: count })).sort(byCount),
    months: Object.fromEntries([...months].sort()),
    recurring: [...terms.values()]
      .filter(({ entries: count }) => count > 1)
      .sort((a, b) => byCount(a, b) || (a.term < b.term ? -1 : 1))
      .slice(0, MOST_RECURRING),
    flags: Object.fromEntries([...flags].sort()),
  };
}

/** Terms of AAAK are joined with dots; words of prose stand alone. */
function termsOf(content: string): Set<string> {
  const dotted = [...content.matchAll(/\p{L}[\p{L}\p{N}]*(?:\.\p{L}[\p{L}\p{N}]*)+/gu)].map(([term]) =>
    term.toLowerCase(),
  );
  return new Set([
    ...dotted,
    ...topicsOf(content.replace(/\p{L}[\p{L}\p{N}]*(?:\.\p{L}[\p{L}\p{N}]*)+/gu, ' '), TERMS),
  ]);
}
