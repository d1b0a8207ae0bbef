import type { Claim, Mention } from '../claims/types.js';
import { localDay } from '../dates.js';
import type { Facts } from '../facts.js';
import type { Fact } from '../types.js';
import type { Family } from './families.js';
import type { Issue, IssueKind, Severity } from './types.js';

/** Facts as of the moment at which a claim was made. */
export interface CheckContext {
  facts: Facts;
  /** When the text was written, milliseconds. Facts that ended later held then. */
  at: number;
  /** Facts about an entity, without those that were taken back; looked up once for a text. */
  about(name: string): readonly Fact[];
}

export function checkContext(facts: Facts, at: number): CheckContext {
  const known = new Map<string, readonly Fact[]>();
  return {
    facts,
    at,
    about: (name) => {
      const key = facts.keyOf(name);
      let found = known.get(key);
      if (found === undefined) {
        found = facts.ofEntity(name).filter((fact) => fact.retracted === null);
        known.set(key, found);
      }
      return found;
    },
  };
}

/** A fact seen from one side: who stands on the other. */
export interface Sided {
  fact: Fact;
  other: string;
}

/** Facts of a family from a subject to whatever. */
export function outOf({ facts, about }: CheckContext, subject: string, { relations, inverse }: Family): Sided[] {
  const key = facts.keyOf(subject);
  return about(subject).flatMap((fact): Sided[] => {
    if (relations.includes(fact.predicate) && facts.keyOf(fact.subject) === key) return [{ fact, other: fact.object }];
    if (inverse.includes(fact.predicate) && facts.keyOf(fact.object) === key) return [{ fact, other: fact.subject }];
    return [];
  });
}

/** Whether a fact holds when the text was written. A date that begins within the day of the text counts. */
export function holds(fact: Fact, at: number): boolean {
  return fact.start <= at + DAY && at < fact.end;
}

/** Whether a fact is over when the text was written. */
export function isOver(fact: Fact, at: number): boolean {
  return fact.end <= at;
}

const DAY = 86_400_000;
const LOWER: Readonly<Record<Severity, Severity>> = { high: 'medium', medium: 'low', low: 'low' };
const SEVERITY: Readonly<Record<IssueKind, Severity>> = {
  attribution_conflict: 'high',
  relation_mismatch: 'high',
  value_conflict: 'high',
  wrong_tenure: 'medium',
  wrong_age: 'medium',
  stale_fact: 'medium',
  stale_date: 'medium',
  status_conflict: 'medium',
  similar_name: 'low',
  still_holds: 'low',
  two_values: 'high',
  impossible_order: 'medium',
  circle: 'medium',
};

/** An issue with the severity of its kind; one step lower where the facts are not sure (confidence below 0.5). */
export function issue(
  kind: IssueKind,
  subject: string,
  evidence: string,
  claim: Claim | null,
  facts: readonly Fact[],
  names: Issue['names'] = null,
): Issue {
  const unsure = facts.length > 0 && facts.every(({ confidence }) => confidence < 0.5);
  const severity = SEVERITY[kind];
  const sure = Math.max(...facts.map(({ confidence }) => confidence));
  return {
    severity: unsure ? LOWER[severity] : severity,
    kind,
    subject,
    evidence: unsure ? `${evidence} (confidence ${sure})` : evidence,
    claim,
    facts,
    names,
  };
}

/** The name of a mention as it is called here; undefined for what nobody knows. */
export function nameOf(mention: Mention | null): string | undefined {
  return mention?.known ?? undefined;
}

/** ` since 2024-03`, ` until 2026-02`; '' where it is not known. */
export function sinceText({ from }: Fact): string {
  return from === null ? '' : ` since ${from.slice(0, 10)}`;
}

/** `2 days ago`, `today`, `3 months ago`: how long before the text something was recorded or ended. */
export function agoText(then: number, at: number): string {
  const days = Math.floor((at - then) / DAY);
  if (days < 1) return 'today';
  if (days < 60) return `${days} ${days === 1 ? 'day' : 'days'} ago`;
  const months = Math.round(days / 30.44);
  return months < 24 ? `${months} months ago` : `${Math.floor(days / 365.25)} years ago`;
}

export function dayText(ms: number): string {
  return localDay(new Date(ms));
}
