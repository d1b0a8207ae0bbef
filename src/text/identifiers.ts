import { isAscii } from './fold.js';

/** What tells the parts of a name apart. */
interface Marks {
  camel: RegExp;
  upper: RegExp;
  separators: RegExp;
  joined: RegExp;
  mixed: RegExp;
  letter: RegExp;
  digit: RegExp;
}

const UNICODE: Marks = {
  camel: /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u,
  upper: /\p{Lu}/u,
  separators: /[^\p{L}\p{M}\p{N}]+/u,
  joined: /[\p{L}\p{N}][._\-/:@]+[\p{L}\p{N}]/u,
  mixed: /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u,
  letter: /\p{L}/u,
  digit: /\p{N}/u,
};

/** The same for ASCII: patterns that cost nothing to compile, which a cold search notices. */
const ASCII: Marks = {
  camel: /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/,
  upper: /[A-Z]/,
  separators: /[^A-Za-z0-9]+/,
  joined: /[A-Za-z0-9][._\-/:@]+[A-Za-z0-9]/,
  mixed: /[a-z][A-Z]|[A-Z]{2}[a-z]/,
  letter: /[A-Za-z]/,
  digit: /[0-9]/,
};

function marksFor(token: string): Marks {
  return isAscii(token) ? ASCII : UNICODE;
}

const VERSION = /^v\d+(?:\.\d+)+/;

/** Longest whole term: a longer one (a URL, a key, base64) is found by its parts, or by its beginning. */
export const LONGEST_TERM = 64;

/** One word of text, taken apart. All lower-case and unstemmed. */
export interface WordForms {
  /** A plain word or camelCase name, to be stemmed like any word. */
  words: string[];
  /** Kept exactly as written: `auth-migration`, `v2.3.1`, `src/auth/login.ts`, `login.ts`. */
  wholes: string[];
  /** Pieces of a longer name: `get`, `user`, `name`. */
  parts: string[];
}

/** Splits camelCase: `getHTTPStatus` → get, HTTP, Status; a plain word gives itself. */
function humps(word: string): string[] {
  const { camel, upper } = marksFor(word);
  return upper.test(word.slice(1)) ? word.split(camel) : [word];
}

/** Never cut inside a surrogate pair: terms are stored as UTF-8. */
function clipped(term: string): string {
  return term.length > LONGEST_TERM ? term.slice(0, LONGEST_TERM).replace(/[\ud800-\udbff]$/, '') : term;
}

function addWord(word: string, forms: WordForms, asPart: boolean): void {
  const lower = clipped(word.toLowerCase());
  (asPart ? forms.parts : forms.words).push(lower);
  const pieces = humps(word);
  if (pieces.length > 1)
    for (const piece of pieces) if (piece.length > 1) forms.parts.push(clipped(piece.toLowerCase()));
}

/** `Alice's` → Alice, `don't` → dont, `l'ete` → l and ete (an elided article is a word of its own). */
function withoutApostrophes(token: string): string {
  if (!/['’]/.test(token)) return token;
  const bare = token.replace(/['’]s$/i, '');
  return /^\p{L}['’]\p{L}{3,}/u.test(bare) ? bare.replace(/['’]/g, ' ') : bare.replace(/['’]/g, '');
}

/**
 * A token (letters and digits, perhaps joined by `. _ - / : @ '`, perhaps `++` or `#` at the end) as the forms it is
 * indexed under.
 */
export function wordForms(token: string): WordForms {
  const forms: WordForms = { words: [], wholes: [], parts: [] };
  const suffix = /(?:\+\+|#)$/.exec(token);
  if (suffix && suffix.index <= 2) forms.wholes.push(token.toLowerCase());
  const plain = withoutApostrophes(suffix ? token.slice(0, suffix.index) : token);
  const { separators } = marksFor(token);
  const words = plain.split(separators).filter((word) => word !== '');
  if (words.length <= 1 || plain.includes(' ')) {
    for (const word of words) addWord(word, forms, false);
    return forms;
  }
  const whole = plain.toLowerCase();
  if (whole.length <= LONGEST_TERM) forms.wholes.push(whole);
  if (VERSION.test(whole) && whole.length <= LONGEST_TERM) forms.wholes.push(whole.slice(1));
  for (const segment of whole.includes('/') ? whole.split(/[/:]+/) : [])
    if (segment !== whole && segment.length <= LONGEST_TERM && separators.test(segment)) forms.wholes.push(segment);
  for (const word of words) if (word.length > 1) addWord(word, forms, true);
  return forms;
}

/** True for a token that a programmer would call a name: camelCase, a digit among letters, or joined by a separator. */
export function looksLikeIdentifier(token: string): boolean {
  const { joined, mixed, letter, digit } = marksFor(token);
  return joined.test(token) || mixed.test(token) || (letter.test(token) && digit.test(token));
}
