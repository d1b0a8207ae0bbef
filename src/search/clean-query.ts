/** Longest query that is taken as it stands, in characters. */
export const LONGEST_QUERY = 200;
const LEAST_SEGMENT = 10;
const TAIL = 250;

/** A query as it is used, and how it was made from what was given. */
export interface CleanQuery {
  text: string;
  method: 'as-given' | 'question' | 'last-segment' | 'tail';
}

/**
 * Agents put whole prompts in front of their question, and the words of the prompt drown those of the question. Up to 200
 * characters stay untouched; of a longer text the last line or sentence that ends in a question mark is used, else its last
 * segment of 10 and more characters, and never more than the last 250 characters of that.
 */
export function cleanQuery(query: string): CleanQuery {
  if ([...query].length <= LONGEST_QUERY) return { text: query, method: 'as-given' };
  const sentences = query.split(/(?<=[.!。！])\s+|(?<=[?？])|\r?\n/).map((sentence) => sentence.trim());
  const question = sentences.findLast((sentence) => /[?？]["'”’)\]]*$/.test(sentence) && sentence.length > 1);
  if (question !== undefined) return cut(question, 'question');
  const last = query
    .split(/\r?\n/)
    .map((line) => line.trim())
    .findLast((line) => [...line].length >= LEAST_SEGMENT);
  return cut(last ?? query.trim(), 'last-segment');
}

function cut(text: string, method: CleanQuery['method']): CleanQuery {
  const characters = [...text];
  return characters.length <= TAIL
    ? { text, method }
    : { text: characters.slice(-TAIL).join('').trim(), method: 'tail' };
}

/** Texts between double quotes (straight or curly), 3-60 characters. */
export function quotedPhrases(query: string): string[] {
  return [...query.matchAll(/"([^"]{3,60})"|“([^”]{3,60})”|「([^」]{2,60})」/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}
