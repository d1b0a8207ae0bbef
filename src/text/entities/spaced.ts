import { quotedLine } from '../fenced.js';
import { settle, shapeOf } from './shape.js';
import { createSurroundings } from './surroundings.js';
import type { Mention, Signal } from './types.js';
import type { Vocabulary } from './vocabulary.js';
import { createSpanReader, isInflected } from './words-of-name.js';

/** Characters behind a name in which "she" or "he" is taken for it. */
const PRONOUN_REACH = 160;
/** What must stand at an ambiguous word ("May", "Grace") for it to be a person there. */
const PERSONAL = new Set([
  'says',
  'acts',
  'greeted',
  'title',
  'role',
  'has',
  'speaks',
  'first and last name',
  'in company',
]);

/** Finds names written with capitals in paragraphs of text. */
export function createSpacedReader(
  vocabulary: Vocabulary,
): (paragraphs: readonly string[], isPlain: (word: string) => boolean) => Mention[] {
  const spansOf = createSpanReader(vocabulary);
  const surroundings = createSurroundings(vocabulary);
  const isPronoun = (text: string): boolean =>
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => vocabulary.words('pronouns').has(word));
  return (paragraphs, isPlain) =>
    paragraphs.flatMap((line, at) =>
      spansOf(line, isPlain).flatMap(({ start, end, name, initial }) => {
        const before = line.slice(0, start);
        const after = line.slice(end);
        const signals: Signal[] = settle(name, [
          ...surroundings.read(before, after),
          ...shapeOf(name, vocabulary, initial),
        ]);
        const next = `${after} ${(paragraphs[at + 1] ?? '').slice(0, PRONOUN_REACH)}`.slice(0, PRONOUN_REACH);
        if (isPronoun(next)) signals.push({ signal: 'pronoun', kind: 'person', points: 1 });
        const lower = name.toLowerCase();
        if (vocabulary.words('ambiguous').has(lower)) {
          const personal = signals.filter(
            ({ kind, points, signal }) => kind === 'person' && points > 0 && PERSONAL.has(signal),
          );
          const around = line.slice(Math.max(0, start - 40), end + 40);
          if (personal.length === 0 || (personal.length < 2 && surroundings.isWord(name, around))) return [];
        }
        // One inflected word at the front of a sentence is a verb, unless it says or does something itself.
        if (
          initial &&
          !name.includes(' ') &&
          isInflected(lower) &&
          !signals.some(({ points, signal }) => points > 1 && signal !== 'is made' && signal !== 'does')
        )
          return [];
        return [{ name, initial, signals, quote: quotedLine(line.slice(Math.max(0, start - 24), end + 48), 80) }];
      }),
    );
}

/** Paragraphs of a text: lines that were only wrapped joined again, fenced code left out. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let fence: string | undefined;
  let wrapped = false;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark.slice(0, 3);
      wrapped = false;
      continue;
    }
    if (wrapped && /^\p{L}/u.test(line) && !/^[^\s:：]{1,24}[:：]/u.test(line))
      paragraphs[paragraphs.length - 1] += ` ${line}`;
    else if (line.trim() !== '') paragraphs.push(line);
    wrapped = line.trimEnd().length >= 60;
  }
  return paragraphs;
}
