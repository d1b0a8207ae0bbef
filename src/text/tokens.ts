import { stemmer } from 'stemmer';
import { foldAccents, isAscii } from './fold.js';
import { looksLikeIdentifier, wordForms } from './identifiers.js';
import { STOP_WORDS } from './languages/all.js';
import { hasUnspaced, pairs, runs, unspacedTerms } from './unspaced.js';

const ASCII_TOKEN = /[A-Za-z0-9]+(?:[._\-/:@']+[A-Za-z0-9]+)*(?:\+\+|#)?/g;
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[._\-/:@'’]+[\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?|\p{Extended_Pictographic}/gu;
const STEMMABLE = /^[a-z]{3,}$/;
/** A longer token is a run of data, not a name: its pieces are taken one by one and not remembered. */
const LONGEST_TOKEN = 128;

/** One term of a query. */
export interface QueryTerm {
  /** Index form. */
  term: string;
  /**
   * `word`: a word, stemmed; `identifier`: a name as a whole (camelCase, dotted, path, version, …); `part`: a piece of a
   * name; `pair`: two characters, or a word, of an unspaced script.
   */
  kind: 'word' | 'identifier' | 'part' | 'pair';
  /** Carries no subject. */
  stop: boolean;
}

/** Turns text into index terms. Holds caches (of words seen), so one object serves one index or one query. */
export interface Analyzer {
  /** Every term of the text in order, repeats and stop words included. Never throws. */
  terms(text: string): string[];
  /** Terms of a query, each once, stop words marked. */
  query(text: string): QueryTerm[];
}

/** Terms worth searching: without stop words, or all of them when there is nothing else. */
export function searchable(terms: readonly QueryTerm[]): QueryTerm[] {
  const subject = terms.filter((term) => !term.stop);
  return subject.length > 0 ? subject : [...terms];
}

/** A new analyzer with empty caches. */
export function createAnalyzer(): Analyzer {
  const stems = new Map<string, string>();
  const expanded = new Map<string, readonly string[]>();
  let segmenter: Intl.Segmenter | undefined;

  /** Loading the dictionary takes milliseconds, so only texts that need it pay. */
  const wordsOf = (run: string): string[] => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return Array.from(segmenter.segment(run), (piece) => piece.segment);
  };

  const stem = (word: string): string => {
    let known = stems.get(word);
    if (known === undefined) {
      known = STEMMABLE.test(word) ? stemmer(word) : word;
      stems.set(word, known);
    }
    return known;
  };

  const expand = (token: string): readonly string[] => {
    const known = expanded.get(token);
    if (known !== undefined) return known;
    const { words, wholes, parts } = wordForms(token);
    const terms = [...wholes, ...words.map(stem), ...parts.map(stem)];
    if (token.length <= LONGEST_TOKEN) expanded.set(token, terms);
    return terms;
  };

  const collect = (text: string, pattern: RegExp, into: string[]): void => {
    for (const token of text.match(pattern) ?? []) for (const term of expand(token)) into.push(term);
  };

  return {
    terms(text) {
      const found: string[] = [];
      if (isAscii(text)) {
        collect(text, ASCII_TOKEN, found);
        return found;
      }
      const folded = foldAccents(text);
      if (!hasUnspaced(folded)) {
        collect(folded, TOKEN, found);
        return found;
      }
      for (const run of runs(folded)) {
        if (run.unspaced) for (const term of unspacedTerms(run.text, wordsOf(run.text))) found.push(term);
        else collect(run.text, TOKEN, found);
      }
      return found;
    },

    query(text) {
      const found = new Map<string, QueryTerm>();
      const add = (term: string, kind: QueryTerm['kind'], stop: boolean): void => {
        const known = found.get(term);
        if (known === undefined) found.set(term, { term, kind, stop });
        else if (kind === 'identifier') known.kind = kind;
      };
      // Compiling the Unicode patterns alone takes milliseconds of a cold start.
      if (isAscii(text)) {
        for (const token of text.match(ASCII_TOKEN) ?? []) addToken(token, stem, add);
        return [...found.values()];
      }
      for (const run of runs(foldAccents(text))) {
        if (run.unspaced) addUnspaced(run.text, wordsOf(run.text), add);
        else for (const token of run.text.match(TOKEN) ?? []) addToken(token, stem, add);
      }
      return [...found.values()];
    },
  };
}

function addToken(
  token: string,
  stem: (word: string) => string,
  add: (term: string, kind: QueryTerm['kind'], stop: boolean) => void,
): void {
  const { words, wholes, parts } = wordForms(token);
  const named = looksLikeIdentifier(token);
  for (const whole of wholes) add(whole, 'identifier', false);
  for (const word of words) add(stem(word), named ? 'identifier' : 'word', STOP_WORDS.has(word));
  for (const part of parts) add(stem(part), 'part', STOP_WORDS.has(part));
}

/** A pair inside a stop word says nothing; one that crosses words still finds a text whose words are cut elsewhere. */
function addUnspaced(
  run: string,
  words: readonly string[],
  add: (term: string, kind: QueryTerm['kind'], stop: boolean) => void,
): void {
  if ([...run].length === 1) {
    add(run, 'pair', STOP_WORDS.has(run));
    return;
  }
  const subject: boolean[] = [];
  for (const word of words) {
    const stop = STOP_WORDS.has(word);
    for (const _ of word) subject.push(!stop);
    if ([...word].length > 2) add(word, 'pair', stop);
  }
  pairs([...run]).forEach((pair, at) => {
    add(pair, 'pair', subject[at] !== true && subject[at + 1] !== true);
  });
}
