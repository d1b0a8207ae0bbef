import type { Claim } from '../claims/types.js';
import { type Span, spanOf } from '../dates.js';
import type { Fact } from '../types.js';
import { type CheckContext, holds, issue, nameOf, outOf } from './context.js';
import { BIRTHDAYS, STARTS } from './families.js';
import type { Issue } from './types.js';

const YEAR = 365.2425 * 86_400_000;
const MONTH = YEAR / 12;
const UNIT: Readonly<Record<string, number>> = { year: YEAR, month: MONTH, week: 7 * 86_400_000, day: 86_400_000 };

/** "For 3 years", "since May 2023", "joined 2 years ago" against the beginning of facts that say the same. */
export function tenureIssues({ facts, at }: CheckContext, claim: Claim, who: string, own: readonly Fact[]): Issue[] {
  const dated = own.filter(({ from }) => from !== null);
  const [first] = dated.sort((a, b) => a.start - b.start);
  if (first === undefined || first.from === null) return [];
  const name = facts.displayName(who);
  const began = claim.since ?? (claim.says === 'began' ? claim.on : null);
  if (began !== null) {
    const said = spanOf(began);
    if (said === undefined || dated.some(({ from }) => meets(said, spanOf(from ?? '')))) return [];
    return [issue('wrong_tenure', name, `records show since ${first.from}, not since ${began}`, claim, [first])];
  }
  if (claim.span === null || dated.some((fact) => fits(claim, fact, at))) return [];
  return [
    issue(
      'wrong_tenure',
      name,
      `records show ${lengthText(first, at, claim.span.unit)} (started ${first.from})`,
      claim,
      [first],
    ),
  ];
}

/** "Has been here 2 years": of whatever the records know as a start. */
export function hereIssues(context: CheckContext, claim: Claim): Issue[] {
  const who = nameOf(claim.subject);
  if (who === undefined || claim.relation !== 'here') return [];
  for (const relation of STARTS) {
    const starts = outOf(context, who, { relations: [relation], inverse: [] }).filter(({ fact }) =>
      holds(fact, context.at),
    );
    if (starts.some(({ fact }) => fact.from !== null))
      return tenureIssues(
        context,
        claim,
        who,
        starts.map(({ fact }) => fact),
      );
  }
  return [];
}

/** "Is 34", "was born in 1990" against a birthday. */
export function ageIssues(context: CheckContext, claim: Claim): Issue[] {
  const who = nameOf(claim.subject);
  if (who === undefined) return [];
  const birth = birthOf(context, who);
  const span = birth && spanOf(birth.date);
  if (birth === undefined || span === undefined) return [];
  const name = context.facts.displayName(who);
  const evidence = birth.fact === undefined ? [] : [birth.fact];
  if (claim.relation === 'birthday') {
    const said = claim.on === null ? undefined : spanOf(claim.on);
    if (said === undefined || meets(said, span)) return [];
    return [
      issue('wrong_age', name, `records show a birthday on ${birth.date}, not ${claim.on ?? ''}`, claim, evidence),
    ];
  }
  const age = claim.number ?? (claim.span?.unit === 'year' ? claim.span.count : null);
  if (claim.relation !== 'age' || age === null) return [];
  const [most, least] = [yearsBetween(span.start, context.at), yearsBetween(span.end - 1, context.at)];
  if (age >= least && age <= most) return [];
  const shown = most === least ? `${most} years` : `${least} or ${most} years`;
  return [issue('wrong_age', name, `records show ${shown} (born ${birth.date})`, claim, evidence)];
}

/** A birthday as a fact, or as a property of the entity. */
function birthOf(context: CheckContext, who: string): { date: string; fact?: Fact } | undefined {
  const [born] = outOf(context, who, { relations: BIRTHDAYS, inverse: [] }).filter(
    ({ other }) => spanOf(other) !== undefined,
  );
  if (born) return { date: born.other, fact: born.fact };
  const properties = context.facts.entity(who)?.properties ?? {};
  for (const name of BIRTHDAYS) {
    const value = properties[name];
    if (typeof value === 'string' && spanOf(value) !== undefined) return { date: value };
  }
  return undefined;
}

function meets(said: Span, known: Span | undefined): boolean {
  return known !== undefined && said.start < known.end && known.start < said.end;
}

/** Whether a span of time, rounded as people round, is that of a fact. A month or year as its beginning is a stretch. */
function fits({ span }: Claim, { from }: Fact, at: number): boolean {
  const began = spanOf(from ?? '');
  if (span === null || began === undefined) return true;
  const unit = UNIT[span.unit] ?? YEAR;
  const [most, least] = [(at - began.start) / unit, (at - began.end) / unit];
  // Whole units that have passed, or the nearest number; a little less than half a unit either way for months and days.
  const slack = span.unit === 'year' ? 0 : Math.max(1, span.count * 0.1);
  return span.count >= Math.floor(least) - slack && span.count <= Math.round(most) + slack;
}

function lengthText({ from }: Fact, at: number, asked: string): string {
  const start = spanOf(from ?? '')?.start ?? at;
  const years = yearsBetween(start, at);
  if (years >= 1 && asked === 'year') return `${years} ${years === 1 ? 'year' : 'years'}`;
  const months = Math.floor((at - start) / MONTH);
  return `${months} ${months === 1 ? 'month' : 'months'}`;
}

/** Whole years of the calendar. */
function yearsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from), new Date(to)];
  const before = b.getUTCMonth() * 31 + b.getUTCDate() < a.getUTCMonth() * 31 + a.getUTCDate();
  return b.getUTCFullYear() - a.getUTCFullYear() - (before ? 1 : 0);
}
