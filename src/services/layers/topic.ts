import { createNameReader } from '../../aaak/names-in-text.js';
import { topicsOf } from '../../aaak/topics.js';
import { sentencesOf } from '../../text/sentences.js';

/** Of what was said the end is what is being talked about. Characters. */
const LOOKED_AT = 4_000;
const MOST_TERMS = 8;

/**
 * What a piece of conversation is about, as a query: its names first, then its main words. '' for one that says nothing ("ok, thanks").
 * @param known forms of known names in it.
 */
export function topicQuery(said: string, known: readonly string[] = []): string {
  const text = said.slice(-LOOKED_AT);
  const read = createNameReader();
  const names = sentencesOf(text).flatMap((sentence) => read(sentence).filter(({ initial }) => !initial));
  const terms = [
    ...known,
    ...names.map(({ name }) => name),
    ...topicsOf(text, MOST_TERMS).map((term) => term.replaceAll('.', ' ')),
  ];
  const seen = new Set<string>();
  const chosen: string[] = [];
  for (const term of terms) {
    const key = term.toLowerCase();
    if (seen.has(key) || [...seen].some((other) => other.split(' ').includes(key))) continue;
    seen.add(key);
    chosen.push(term);
    if (chosen.length === MOST_TERMS) break;
  }
  return chosen.join(' ');
}
