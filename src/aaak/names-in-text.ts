import { STOP_WORDS } from '../text/languages/all.js';
import { DIALECTS } from '../text/languages/dialects.js';
import { phraseFinder } from '../text/phrases.js';
import type { Sentence } from '../text/sentences.js';

/** A word or words that look like a name. */
export interface NameSpan {
  start: number;
  end: number;
  name: string;
  /** The first word of its sentence: the capital letter may be due to that alone. */
  initial: boolean;
}

const PARTICLES = 'van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|of';

/** Made for each text, not for each sentence: compiling these patterns takes longer than using them. */
export function createNameReader(): (sentence: Sentence) => NameSpan[] {
  const notNames = DIALECTS.filter((language) => language.spaced).map(({ notNames: list }) => phraseFinder(list, true));
  const word = `\\p{Lu}[\\p{L}\\p{M}\\p{N}'’_-]*`;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?:\\s(?:(?:${PARTICLES})\\s)?${word})*`, 'gu');
  const isNoName = (text: string): boolean => {
    const lower = text.toLowerCase().replace(/['’]s$/, '');
    return (
      STOP_WORDS.has(lower.replace(/['’]/g, '')) || notNames.some((finder) => spans(finder.first(lower), lower.length))
    );
  };
  return ({ start, text }) => {
    const spansFound: NameSpan[] = [];
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const words = found.split(/\s/);
      let offset = index;
      // "On Tuesday Nadia": what is no name is taken off at both ends.
      while (words[0] !== undefined && isNoName(words[0])) offset += (words.shift()?.length ?? 0) + 1;
      while (words.at(-1) !== undefined && isNoName(words.at(-1) ?? '')) words.pop();
      const name = words
        .join(' ')
        .replace(/['’]s$/, '')
        .replace(/['’_-]+$/, '');
      if (name === '') continue;
      const initial = text.slice(0, offset).replace(/[\p{P}\p{S}\s]/gu, '') === '';
      spansFound.push({ start: start + offset, end: start + offset + name.length, name, initial });
    }
    return spansFound;
  };
}

function spans(hit: { start: number; end: number } | undefined, length: number): boolean {
  return hit !== undefined && hit.start === 0 && hit.end === length;
}
