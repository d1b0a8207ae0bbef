import type { ClaimForm, ClaimLanguage } from '../../text/languages/claims.js';
import { SLOT } from './mask.js';

export interface CompiledForm extends ClaimForm {
  /** Compiled at its first use. */
  readonly pattern: RegExp;
  /** What a sentence must have at least for the form to match. */
  needs: { names: number; dates: number; spans: number };
}

export interface CompiledLanguage {
  language: ClaimLanguage;
  forms: readonly CompiledForm[];
  cues: RegExp;
  hedges: RegExp;
  doubts: RegExp;
  /** Between two subjects of one claim, at the end of what stands before the second. */
  joined: RegExp;
  since: RegExp;
  until: RegExp;
  /** A span of time directly behind a claim. */
  lasting: RegExp;
  anyThings: RegExp;
  conjunctions: RegExp;
  notThings: RegExp;
}

const NAME = `[${SLOT.name}]`;
const DATE = `[${SLOT.date}]`;
const SPAN = `[${SLOT.span}]`;
const NUMBER = '\\d{1,3}|[一二三四五六七八九十]{1,3}|(?:twenty|thirty|forty|fifty|sixty)(?:-\\w+)?';
/** Letters and digits of the languages that are written with spaces and read here. */
const LETTER = '\\wÀ-ɏ';
const STOP = '，。；：！？、,.;:!?()（）';
/** Relations whose object may be a name that nobody knows yet, in a language whose names have no capitals. */
const FREE: ReadonlySet<string> = new Set(['works_at', 'lives_in', 'joined', 'left']);
const NOWHERE = '(?!这里|那里|公司|家里|外面|一起|线上|国外|国内|办公室)';

/** The regular expressions of a language; slow enough to be made once for a text. */
export function compileLanguage(language: ClaimLanguage): CompiledLanguage {
  const { unspaced } = language;
  const words = (source: string): string => (unspaced ? source : `(?<![${LETTER}])${source}(?![${LETTER}])`);
  return {
    language,
    forms: language.forms.map((form) => lazyForm(form, language)),
    cues: new RegExp(words(language.cues), 'i'),
    hedges: new RegExp(words(language.hedges), 'i'),
    doubts: new RegExp(unspaced ? language.doubts : words(language.doubts), 'i'),
    joined: unspaced ? new RegExp(`(${NAME}) ?(?:和|与|跟|、) ?$`) : new RegExp(`(${NAME})(?:,? and |, )$`, 'i'),
    since: unspaced
      ? new RegExp(`(?:从|自|自从) ?(${DATE})`)
      : new RegExp(`(?<![${LETTER}])(?:since|from|starting(?: in| on)?|as of) (?:about |around )?(${DATE})`, 'i'),
    until: unspaced
      ? new RegExp(`(?:直到|到|至) ?(${DATE})`)
      : new RegExp(`(?<![${LETTER}])(?:until|till|through|up to) (${DATE})`, 'i'),
    lasting: unspaced
      ? new RegExp(`^ ?了?(?:已经|有|快|整整|将近|大约)* ?(${SPAN})`)
      : new RegExp(`^,? ?(?:for )?(?:about |over |almost |nearly |more than |the (?:last|past) )?(${SPAN})`, 'i'),
    conjunctions: new RegExp(`^${language.conjunctions}`, 'i'),
    anyThings: new RegExp(`^(?:${language.anyThings})$`, 'i'),
    notThings: new RegExp(language.notThings, 'i'),
  };
}

function lazyForm(form: ClaimForm, language: ClaimLanguage): CompiledForm {
  let pattern: RegExp | undefined;
  // What stands in brackets may be one of several; only what must be there counts.
  let must = form.form.replace(/\(\?<?[!=][^()]*\)/g, '');
  for (let before = ''; before !== must; ) {
    before = must;
    must = must.replace(/\([^()]*\)[?*]?/g, '');
  }
  const count = (slots: RegExp): number => must.match(slots)?.length ?? 0;
  const free = language.unspaced && FREE.has(form.relation);
  return {
    ...form,
    needs: { names: count(free ? /\{[SX]\}/g : /\{[SOX]\}/g), dates: count(/\{D\}/g), spans: count(/\{U\}/g) },
    get pattern() {
      pattern ??= compileForm(form, language);
      return pattern;
    },
  };
}

function compileForm({ form, relation }: ClaimForm, language: ClaimLanguage): RegExp {
  const { unspaced } = language;
  const around = (slot: string): string => (unspaced ? ` ?${slot} ?` : slot);
  const roles = Object.keys(language.roles)
    .sort((a, b) => b.length - a.length)
    .join('|');
  const phrase = `[^\\s${STOP}${NAME.slice(1, -1)}了的]`;
  const source = form
    .replaceAll('{A}', language.adverbs)
    .replaceAll('{THE}', language.articles)
    .replaceAll('{S}', around(`(?<s>${NAME})`))
    .replaceAll('{X}', around(`(?<x>${NAME})`))
    .replaceAll('{D}', around(`(?<d>${DATE})`))
    .replaceAll('{U}', around(`(?<u>${SPAN})`))
    .replaceAll('{N}', around(`(?<n>${NUMBER})`))
    .replaceAll('{R}', around(`(?<r>${roles})`))
    .replaceAll(
      '{P}',
      unspaced
        ? `(?<=^|[${STOP}\\s])(?<p>(?:(?![${SLOT.name}${STOP}]).){2,12}?) ?`
        : '(?<p>[a-z][\\w-]*(?: [\\w-]+){0,2}?)',
    )
    .replaceAll('{T}', unspaced ? ` ?(?<t>[^${STOP}]{1,24})(?=[${STOP}]|$)` : ENGLISH_PHRASE)
    .replace(/\{O\}(.?)/gu, (_, next: string, at: number) => {
      const name = around(`(?<o>${NAME})`);
      if (!unspaced || !FREE.has(relation) || at === 0) return name + next;
      // An unknown name goes as far as the form lets it, or to the end of the clause.
      const free = next === '' ? `${phrase}{2,12}(?=[${STOP}]|$)` : `${phrase}{2,12}?`;
      return `(?:${name}|${NOWHERE}(?<t>${free}))${next}`;
    });
  let slot = 0;
  // A slot may stand in several places of a form; groups of one name may not.
  const numbered = source.replace(/\(\?<([a-z])>/g, (_, name: string) => `(?<${name}${slot++}>`);
  // Without the flag `u`: folding case over all of Unicode makes compiling a hundred times dearer.
  return unspaced ? new RegExp(numbered, 'g') : new RegExp(`(?<![${LETTER}])(?:${numbered})(?![${LETTER}-])`, 'gi');
}

/** What stands in the slots of a match, by the letter of the slot; the first place that is filled. */
export function slotsOf(match: RegExpMatchArray): Readonly<Record<string, string | undefined>> {
  const slots: Record<string, string> = {};
  for (const [name, text] of Object.entries(match.groups ?? {})) if (text !== undefined) slots[name.charAt(0)] ??= text;
  return slots;
}

const ENGLISH_PHRASE = `(?<t>[^\\s${STOP}][^${STOP}]{0,60}?)(?=[${STOP}]|$|,? (?:because|since|so|and|but|until|while|when|as|over|to|in|at|on|for|from|instead of|rather than|these|this|next|last) | (?:now|today|again|alone|too|any more)\\b)`;
