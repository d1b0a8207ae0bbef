import type { Signal } from './types.js';
import type { Vocabulary } from './vocabulary.js';
import { isInflected } from './words-of-name.js';

/** Endings of words that name things and doings, not people. */
const THING =
  /(?:ing|ion|ions|ics|ment|ments|ness|logy|logies|graphy|ware|ability|ility|ance|ence|ships?|models|tests|types|tools|maps|notes|cards|graphs?)$/u;

/** Last words of companies that end names of projects too ("the Type Systems project"). */
const WEAK = new Set(
  'systems science sciences works services network media news garden gardens team group it extension library'.split(
    ' ',
  ),
);

/**
 * Where the text calls a name with the last word of a company a project: the last word decides unless it is a weak one.
 */
export function settle(name: string, signals: readonly Signal[]): Signal[] {
  const isOrganization = signals.some(({ kind, signal }) => kind === 'organization' && signal === 'named so');
  if (!isOrganization) return [...signals];
  const isWeak = WEAK.has((name.split(' ').at(-1) ?? '').toLowerCase());
  const called = signals.some(({ signal }) => signal === 'called a project');
  if (isWeak && called) return signals.filter(({ kind }) => kind !== 'organization');
  return signals.filter(({ kind }) => kind !== 'project');
}

/** What the name itself says: its last word, its letters, whether it is known. */
export function shapeOf(name: string, vocabulary: Vocabulary, initial: boolean): Signal[] {
  const words = name.split(' ');
  const first = (words[0] ?? '').toLowerCase();
  const last = (words.at(-1) ?? '').toLowerCase();
  const lower = name.toLowerCase();
  const signals: Signal[] = [];
  if (vocabulary.words('places').has(lower)) signals.push({ signal: 'known place', kind: 'place', points: 5 });
  if (vocabulary.words('tools').has(lower)) signals.push({ signal: 'known program', kind: 'tool', points: 5 });
  if (words.length > 1) {
    if (vocabulary.words('organizationNouns').has(last))
      return [...signals, { signal: 'named so', kind: 'organization', points: 5 }];
    if (vocabulary.words('placeNouns').has(last)) return [...signals, { signal: 'named so', kind: 'place', points: 4 }];
    if (vocabulary.words('projectNouns').has(last))
      return [...signals, { signal: 'named so', kind: 'project', points: 4 }];
    if (words.some((word) => THING.test(word.toLowerCase())))
      return [...signals, { signal: 'named like a thing', kind: 'project', points: 3 }];
    if (isPersonal(words, initial)) signals.push({ signal: 'first and last name', kind: 'person', points: 3 });
  } else if (
    /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{N}|[+#]/u.test(name) &&
    !/^(?:Mac|Mc|De|Di|La|Le|O['’])\p{Lu}/u.test(name)
  )
    signals.push({ signal: 'written like a program', kind: 'tool', points: 2 });
  else if (/-/u.test(name) && THING.test(lower))
    signals.push({ signal: 'named like a thing', kind: 'project', points: 3 });
  if (vocabulary.words('givenNames').has(first) && !vocabulary.words('ambiguous').has(first))
    signals.push({ signal: 'given name', kind: 'person', points: words.length > 1 ? 3 : 2 });
  return signals;
}

/** Two to four words, each with one capital and small letters behind it. */
function isPersonal(words: readonly string[], initial: boolean): boolean {
  if (words.length > 4 || (initial && isInflected((words[0] ?? '').toLowerCase()))) return false;
  return words.every((word) =>
    /^(?:\p{Lu}[\p{Ll}\p{M}'’]+(?:[-'’]?\p{Lu}?[\p{Ll}\p{M}]+)*|\p{Lu}\.?|\p{Ll}{1,3})$/u.test(word),
  );
}
