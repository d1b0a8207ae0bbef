import { CLAIM_LANGUAGES } from '../../text/languages/claims-all.js';
import { type ProseSentence, proseSentences } from '../../text/prose.js';
import { numberOf } from '../../text/time-mentions.js';
import { type CompiledForm, type CompiledLanguage, compileLanguage, slotsOf } from './forms.js';
import type { KnownNames } from './known-names.js';
import { type Masked, maskSentence, SLOT } from './mask.js';
import type { Claim, Mention } from './types.js';

export interface ReadOptions {
  /** The day on which the text was written, milliseconds: what "Friday" and "for 3 years" are counted from. */
  today: number;
  /** Number of the first line; default 1. */
  firstLine?: number;
  /** Leave out sentences that name nobody who is known: they contradict nothing. Default false. */
  onlyKnown?: boolean;
}

/** A sentence that is longer is data, or has lost its full stops. */
const LONGEST_SENTENCE = 600;
const HAN = /\p{Script=Han}/u;
const DATE_SIGN = new RegExp(`[${SLOT.date}]`, 'gu');
const CLAUSE_END = /[,;:，；：。]/u;
/** An object that begins like this points to something said before. */
const POINTING =
  /^(?:it|its|this|that|these|those|them|him|her|his|their|what|which|who|such|one|all|everything|nothing|to|in|on|at|for|with|it's|you|me|us|how)\b|^(?:它|他|她|这|那|其|什么|一下|过)/iu;

/** Reads statements out of texts, by the forms of all languages, for one set of names. */
export class ClaimReader {
  readonly #languages: readonly CompiledLanguage[] = CLAIM_LANGUAGES.map(compileLanguage);

  constructor(private readonly names: KnownNames) {}

  /** What a text states, in reading order. Questions, conditions, wishes and doubts state nothing. */
  read(text: string, options: ReadOptions): Claim[] {
    const claims: Claim[] = [];
    for (const sentence of proseSentences(text, options.firstLine)) claims.push(...this.#sentence(sentence, options));
    return claims;
  }

  #sentence(sentence: ProseSentence, { today, onlyKnown = false }: ReadOptions): Claim[] {
    const { text } = sentence;
    if (text.length > LONGEST_SENTENCE || /[?？]["'”’)）]*$/u.test(text)) return [];
    const unspaced = HAN.test(text);
    const languages = this.#languages.filter(({ language, cues }) => language.unspaced === unspaced && cues.test(text));
    if (languages.length === 0) return [];
    const masked = maskSentence(text, this.names, today);
    if (!masked.hasNames || (onlyKnown && !masked.hasKnown)) return [];
    const found: { at: number; end: number; claims: Claim[] }[] = [];
    for (const compiled of languages) {
      for (const form of compiled.forms) {
        if (!canMatch(form, masked)) continue;
        for (const match of masked.text.matchAll(form.pattern)) {
          const claims = claimsOf(match, form, compiled, masked, sentence);
          if (claims.length > 0) found.push({ at: match.index, end: match.index + match[0].length, claims });
        }
      }
    }
    return distinct(found.sort((a, b) => a.at - b.at || b.end - a.end).flatMap(({ claims }) => claims));
  }
}

/** Most forms need more than a sentence has: they are not tried, and not even compiled until one needs them. */
function canMatch({ needs }: CompiledForm, { counts }: Masked): boolean {
  return needs.names <= counts.names && needs.dates <= counts.dates && needs.spans <= counts.spans;
}

function claimsOf(
  match: RegExpMatchArray,
  form: CompiledForm,
  compiled: CompiledLanguage,
  masked: Masked,
  sentence: ProseSentence,
): Claim[] {
  const { s, o, x, t, p, d, u, n, r } = slotsOf(match);
  const start = match.index ?? 0;
  const before = masked.text.slice(0, start);
  const after = masked.text.slice(start + match[0].length);
  if (compiled.hedges.test(clauseBefore(before)) || compiled.doubts.test(after)) return [];
  const subjects = subjectsOf(s, p, before, form, compiled, masked);
  const object = objectOf(o, t, masked);
  if (object === undefined || subjects.length === 0) return [];
  const value = form.value ?? (r === undefined ? null : (compiled.language.roles[r.toLowerCase()] ?? null));
  const times = timesOf(match[0], after, d, u, form, compiled, masked);
  return subjects.map((subject) => ({
    relation: form.relation,
    says: form.says,
    subject,
    object,
    instead: x === undefined ? null : (masked.mention(x) ?? null),
    value,
    ...times,
    number: n === undefined ? null : (numberOf(n) ?? null),
    implied: form.implied === true || subject.kind === 'ourselves',
    quote: sentence.text,
    lines: [sentence.first, sentence.last] as const,
  }));
}

/** What a hedge can stand in and reach the claim: the sentence up to it, without what was closed by a full stop or semicolon. */
function clauseBefore(before: string): string {
  return before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('；'), before.lastIndexOf('。')) + 1);
}

function subjectsOf(
  s: string | undefined,
  p: string | undefined,
  before: string,
  form: CompiledForm,
  { joined, anyThings, notThings, conjunctions, language }: CompiledLanguage,
  masked: Masked,
): Mention[] {
  if (p !== undefined) {
    const text = masked.written(p).trim().replace(conjunctions, '').trim();
    if (notThings.test(text) || POINTING.test(text)) return [];
    if (anyThings.test(text)) return [{ text, known: null, kind: 'ourselves' }];
    return [{ text, known: null, kind: 'phrase' }];
  }
  if (s === undefined)
    return form.implied ? [{ text: language.ourselves[0] ?? '', known: null, kind: 'ourselves' }] : [];
  const first = masked.mention(s);
  if (first === undefined) return [];
  const subjects = [first];
  let rest = before;
  for (let met = joined.exec(rest); met !== null && subjects.length < 10; met = joined.exec(rest)) {
    const mention = masked.mention(met[1] ?? '');
    if (mention) subjects.unshift(mention);
    rest = rest.slice(0, met.index);
  }
  return subjects;
}

/** Null where the form has none; undefined when what stands there is none. */
function objectOf(o: string | undefined, phrase: string | undefined, masked: Masked): Mention | null | undefined {
  if (o !== undefined) {
    const mention = masked.mention(o);
    return mention;
  }
  if (phrase === undefined) return null;
  // A phrase that is one name is that name.
  const sign = phrase.trim();
  if (sign.length === 1 && masked.mention(sign) !== undefined) return masked.mention(sign);
  const text = masked.written(phrase).trim();
  if (text === '' || POINTING.test(text) || text.split(' ').length > 8) return undefined;
  return { text, known: null, kind: 'phrase' };
}

type Times = Pick<Claim, 'since' | 'until' | 'on' | 'span'>;

function timesOf(
  said: string,
  after: string,
  d: string | undefined,
  u: string | undefined,
  form: CompiledForm,
  { since, until, lasting }: CompiledLanguage,
  masked: Masked,
): Times {
  const rest = restOfClause(after);
  const whole = said + rest;
  const sinceSign = since.exec(whole)?.[1];
  const untilSign = until.exec(whole)?.[1];
  const other = Array.from(whole.matchAll(DATE_SIGN), ([sign]) => sign).find(
    (sign) => sign !== sinceSign && sign !== untilSign,
  );
  const onDate = masked.date(d !== undefined && d !== sinceSign ? d : (other ?? ''));
  const isPast = form.says !== 'holds' || form.relation === 'birthday';
  const spanSign = u ?? lasting.exec(after)?.[1];
  const span = spanSign === undefined ? undefined : masked.span(spanSign);
  return {
    since: masked.date(sinceSign ?? '')?.past ?? null,
    until: masked.date(untilSign ?? '')?.date ?? null,
    on: (isPast ? onDate?.past : onDate?.date) ?? null,
    span: span === undefined ? null : { count: span.count, unit: span.unit },
  };
}

function restOfClause(after: string): string {
  const end = CLAUSE_END.exec(after);
  return end === null ? after : after.slice(0, end.index);
}

/** One claim of each kind, about the same two. A form that reads more comes first. */
function distinct(claims: readonly Claim[]): Claim[] {
  const seen = new Map<string, Claim>();
  for (const claim of claims) {
    const place = [claim.relation, claim.says, claim.subject.text, claim.object?.text ?? claim.value ?? ''].join('\0');
    const there = seen.get(place);
    if (there === undefined) seen.set(place, { ...claim });
    else {
      there.span ??= claim.span;
      there.since ??= claim.since;
      there.on ??= claim.on;
      there.instead ??= claim.instead;
    }
  }
  return [...seen.values()];
}
