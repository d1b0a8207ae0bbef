import { STOP_WORDS } from '../../text/languages/all.js';
import { CLAIM_LANGUAGES } from '../../text/languages/claims-all.js';
import { dateMentions } from '../../text/time-mentions.js';
import type { Facts } from '../facts.js';
import { entityKey, LONGEST_NAME } from '../names.js';
import { isState } from './states.js';

/** A stretch of a text that is a name. */
export interface FoundName {
  start: number;
  end: number;
  /** As the entity is called here. */
  name: string;
}

const HAN = /\p{Script=Han}/u;
/** A word of a script with spaces. */
const WORD = /(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:[.+#_-]*(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+)*[+#]*/gu;
/** Most words of a name. */
const LONGEST = 6;
const AMBIGUOUS = new Set(CLAIM_LANGUAGES.flatMap(({ ambiguousNames }) => ambiguousNames));

export interface Word {
  start: number;
  end: number;
  text: string;
}

/** Words of a text with their places; runs of Chinese characters are none. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    text: word,
  }));
}

/** Names of a palace, to be found in texts: of facts, of entities, of entities.yaml with all aliases. */
export class KnownNames {
  /** First word of a name with spaces → most words of a name that begins so. */
  readonly #first = new Map<string, number>();
  /** Key → display name; null for what several are called. */
  readonly #names = new Map<string, string>();
  /** Keys of names that were only ever written with a capital. */
  readonly #capital = new Set<string>();
  /** Keys of first names that stand for a whole name. */
  readonly #parts = new Set<string>();
  /** First character → names without spaces, the longest first. */
  readonly #unspaced = new Map<string, string[]>();

  constructor(facts: Facts) {
    const parts = new Map<string, string | null>();
    const names = [...facts.aliases.names(), ...facts.entityNames()];
    for (const name of names) {
      if (name.length > Math.min(80, LONGEST_NAME) || /[\n，。]/u.test(name) || isState(name) || isDate(name)) continue;
      const shown = facts.displayName(name);
      this.#add(name, shown);
      // People are called by the first of their names, where no other has it.
      const [first, second] = wordsOf(name);
      const part = entityKey(first?.text ?? '');
      const type = facts.aliases.entry(entityKey(name))?.type ?? 'person';
      if (second !== undefined && /^\p{Lu}/u.test(name) && part.length > 2 && type === 'person')
        parts.set(part, parts.has(part) && parts.get(part) !== shown ? null : shown);
    }
    for (const [part, shown] of parts)
      if (shown !== null && !this.#names.has(part) && !STOP_WORDS.has(part) && !AMBIGUOUS.has(part)) {
        this.#add(shown.slice(0, part.length), shown);
        this.#parts.add(part);
      }
    for (const list of this.#unspaced.values()) list.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  }

  #add(name: string, shown: string): void {
    const key = entityKey(name);
    // A number or a date is a value, not a name.
    if (key === '' || !/\p{L}/u.test(key)) return;
    if (!this.#names.has(key)) this.#names.set(key, shown);
    if (/^\p{Lu}/u.test(name)) this.#capital.add(key);
    if (HAN.test(name)) {
      const [first = ''] = name;
      const list = this.#unspaced.get(first) ?? [];
      if (!list.includes(name)) list.push(name);
      this.#unspaced.set(first, list);
      return;
    }
    const words = wordsOf(name);
    const first = entityKey(words[0]?.text ?? '');
    if (first !== '') this.#first.set(first, Math.min(LONGEST, Math.max(this.#first.get(first) ?? 0, words.length)));
  }

  /** The name that a text is as a whole; undefined when it is none. */
  named(text: string): string | undefined {
    return this.#names.get(entityKey(text));
  }

  get size(): number {
    return this.#names.size;
  }

  /** Names that stand in a text, in reading order, the longest where several begin at one place. */
  find(text: string, words: readonly Word[] = wordsOf(text)): FoundName[] {
    if (this.#names.size === 0) return [];
    const found: FoundName[] = this.#unspaced.size === 0 ? [] : this.#findUnspaced(text);
    for (let index = 0; index < words.length; ) {
      const taken = this.#longestAt(text, words, index);
      const name = words[index];
      const last = words[index + taken - 1];
      if (taken === 0 || name === undefined || last === undefined) {
        index++;
        continue;
      }
      const [start, end] = [name.start, last.end];
      const shown = this.#names.get(entityKey(text.slice(start, end)));
      if (shown !== undefined && !found.some((each) => start < each.end && each.start < end))
        found.push({ start, end, name: shown });
      index += taken;
    }
    return found.sort((a, b) => a.start - b.start);
  }

  /** Number of words from `index` on that are a name. */
  #longestAt(text: string, words: readonly Word[], index: number): number {
    const first = words[index];
    if (first === undefined) return 0;
    const most = this.#first.get(entityKey(first.text)) ?? 0;
    for (let count = Math.min(most, words.length - index); count > 0; count--) {
      const last = words[index + count - 1];
      if (last === undefined) continue;
      const key = entityKey(text.slice(first.start, last.end));
      // "Kai Weber" is not the "Kai Moreno" who is known.
      const isOther = count === 1 && this.#parts.has(key) && isSurname(text, last, words[index + 1]);
      if (this.#names.has(key) && !isOther && (count > 1 || this.#isMeant(first.text, key))) return count;
    }
    return 0;
  }

  /** `will` is no person, `Will` may be one; `driftwood` is the project of that name. */
  #isMeant(word: string, key: string): boolean {
    if (/^\p{Lu}/u.test(word) || /\P{L}/u.test(word)) return !STOP_WORDS.has(key) || this.#capital.has(key);
    return !STOP_WORDS.has(key) && !AMBIGUOUS.has(key) && (!this.#capital.has(key) || word.length > 3);
  }

  #findUnspaced(text: string): FoundName[] {
    const found: FoundName[] = [];
    for (let at = 0; at < text.length; at++) {
      const name = this.#unspaced.get(text.charAt(at))?.find((each) => text.startsWith(each, at));
      if (name === undefined) continue;
      found.push({ start: at, end: at + name.length, name: this.#names.get(entityKey(name)) ?? name });
      at += name.length - 1;
    }
    return found;
  }
}

/** `Thursday` is the object of a fact about a date, and no name. */
function isDate(name: string): boolean {
  const [date] = dateMentions(name, 0);
  return date !== undefined && date.start === 0 && date.end === name.length;
}

function isSurname(text: string, first: Word, next: Word | undefined): boolean {
  return next !== undefined && /^\p{Lu}\p{Ll}/u.test(next.text) && text.slice(first.end, next.start) === ' ';
}
