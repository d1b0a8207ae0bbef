import { escapePattern } from '../text/phrases.js';
import { hasUnspaced } from '../text/unspaced.js';
import { FLAGS, GROUPS } from './vocabulary.js';

/** A person or thing with the names it goes by; `code` where somebody chose one. */
export interface NamedEntity {
  name: string;
  /** `project`s get four letters, as the original gives them. Default `person`. */
  type?: string;
  aliases?: readonly string[];
  code?: string;
}

/** Words that mean something else in the place of a code. */
const RESERVED: ReadonlySet<string> = new Set([...FLAGS, ...GROUPS, 'ARC', 'CODES', 'FILE', 'T', 'MISC']);

/**
 * Codes for names, one for each, none twice. The first three letters; when another has these the first four; then the first two and
 * a number from 2 on. Codes that somebody chose come first, then names in the order given: a name that comes later never changes an
 * earlier code.
 */
export class CodeTable {
  private readonly codes = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly forms = new Map<string, string>();
  private pattern: RegExp | undefined;
  /** Names whose chosen code could not be theirs, because another has it. */
  readonly collisions: { name: string; code: string }[] = [];

  constructor(
    entities: readonly NamedEntity[] = [],
    /** Names that get no code, in any case. */
    private readonly skip: readonly string[] = [],
  ) {
    for (const { name, code } of entities) {
      const chosen = code?.trim().toUpperCase() ?? '';
      if (chosen === '' || this.codes.has(keyOf(name)) || this.skips(name)) continue;
      if (!isCode(chosen) || this.names.has(chosen)) this.collisions.push({ name, code: chosen });
      else this.give(name, chosen);
    }
    for (const entity of entities) {
      this.add(entity.name, entity.type);
      for (const alias of entity.aliases ?? []) this.alias(alias, entity.name);
    }
  }

  /** The code of a name, given now if it has none yet; undefined for a name that is left out or has no letter. */
  add(name: string, type = 'person'): string | undefined {
    const known = this.codeOf(name);
    if (known !== undefined || this.skips(name)) return known;
    for (const code of candidates(name, type)) {
      if (this.names.has(code)) continue;
      this.give(name, code);
      return code;
    }
    return undefined;
  }

  codeOf(name: string): string | undefined {
    return this.codes.get(keyOf(name));
  }

  nameOf(code: string): string | undefined {
    return this.names.get(code);
  }

  /** Codes and the names they stand for, in the order in which they were given. */
  entries(): [code: string, name: string][] {
    return [...this.names];
  }

  /** Every name of the table in a text, whole words only, in order, none overlapping: offsets and the code. */
  find(text: string): { start: number; end: number; code: string }[] {
    this.pattern ??= patternOf([...this.forms.values()]);
    if (this.pattern === undefined) return [];
    return [...text.matchAll(this.pattern)].flatMap(({ index, 0: form }) => {
      const code = this.codeOf(form);
      return code === undefined ? [] : [{ start: index, end: index + form.length, code }];
    });
  }

  private alias(alias: string, name: string): void {
    const code = this.codeOf(name);
    if (code === undefined || keyOf(alias) === '' || this.codes.has(keyOf(alias)) || this.skips(alias)) return;
    this.codes.set(keyOf(alias), code);
    this.forms.set(keyOf(alias), alias.trim());
    this.pattern = undefined;
  }

  private give(name: string, code: string): void {
    this.codes.set(keyOf(name), code);
    this.names.set(code, name.trim());
    this.forms.set(keyOf(name), name.trim());
    this.pattern = undefined;
  }

  private skips(name: string): boolean {
    const lower = name.toLowerCase();
    return this.skip.some((each) => each !== '' && lower.includes(each.toLowerCase()));
  }
}

/** True for what may stand as a code: capitals and digits, or letters of a script without capitals; two at least. */
export function isCode(text: string): boolean {
  return /^(?:[\p{Lu}\p{Lo}\p{N}]\p{M}*){2,12}$/u.test(text) && /[\p{L}]/u.test(text) && !RESERVED.has(text);
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Codes for a name, the best first; never at an end for a name with a letter or digit. */
function* candidates(name: string, type: string): Generator<string> {
  const letters = Array.from(
    name
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{Lu}\p{Lo}\p{N}]/gu, ''),
  );
  if (letters.length === 0) return;
  const lengths = type === 'project' ? [4, 3] : [3, 4];
  for (const length of lengths) {
    const code = letters.slice(0, length).join('');
    if (isCode(code)) yield code;
  }
  const head = letters.slice(0, 2).join('');
  const stem = /\p{L}/u.test(head) ? head : `X${head}`;
  for (let number = letters.length === 1 ? 1 : 2; ; number++) {
    const code = `${stem}${number}`;
    if (isCode(code)) yield code;
    if (number > 1_000_000) return;
  }
}

/** As written, or all in lower case where that is how the name is written: `Will` is no `will`. */
function patternOf(forms: readonly string[]): RegExp | undefined {
  const usable = forms.filter((form) => form !== '').sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (usable.length === 0) return undefined;
  const alternatives = usable.map((form) => {
    const inner = escapePattern(form).replace(/\s+/g, '\\s+');
    return hasUnspaced(form) ? inner : `(?<![\\p{L}\\p{N}_])${inner}(?![\\p{L}\\p{N}_])`;
  });
  return new RegExp(alternatives.join('|'), 'gu');
}
