import type { Claim } from '../claims/types.js';
import type { Fact } from '../types.js';
import { type CheckContext, holds, isOver, issue, nameOf, outOf } from './context.js';
import { ATTRIBUTIONS, type Family } from './families.js';
import type { Issue } from './types.js';

/** How the graph says who has it, in a sentence. */
const SAYS: Readonly<Record<string, string>> = {
  assigned_to: 'was assigned',
  assignee: 'was assigned',
  owns: 'owns it',
  owned_by: 'owns it',
  owner: 'owns it',
  leads: 'leads it',
  led_by: 'leads it',
  lead: 'leads it',
  responsible_for: 'is responsible',
  responsible: 'is responsible',
  maintains: 'maintains it',
  maintained_by: 'maintains it',
};

/** The claim names one who has or did something, and the records name others only. */
export function attributionIssues(context: CheckContext, claim: Claim): Issue[] {
  const family = ATTRIBUTIONS[claim.relation];
  // Somebody new may have done it as well as anybody.
  const who = nameOf(claim.subject) ?? (claim.subject.kind === 'name' ? claim.subject.text : undefined);
  const what = nameOf(claim.object);
  if (family === undefined || who === undefined || what === undefined) return [];
  const { facts, at } = context;
  const holders = holdersOf(context, what, family);
  const own = holders.filter(({ other }) => facts.keyOf(other) === facts.keyOf(who));
  if (own.some(({ fact }) => holds(fact, at) || claim.says === 'done')) return [];
  const others = holders.filter(({ fact, other }) => holds(fact, at) && facts.keyOf(other) !== facts.keyOf(who));
  if (others.length === 0) return [];
  // Who owns a thing has not always done it; somebody who did something as well is no contradiction where several did.
  const names = [...new Set(others.map(({ other }) => facts.displayName(other)))];
  const [first] = others;
  const past = own.find(({ fact }) => isOver(fact, at));
  const until =
    past === undefined || past.fact.to === null ? '' : ` (${facts.displayName(who)}: until ${past.fact.to})`;
  const verb = SAYS[first?.fact.predicate ?? ''] ?? `${first?.fact.predicate.replaceAll('_', ' ')} it`;
  return [
    issue(
      'attribution_conflict',
      facts.displayName(what),
      `${names.join(', ')} ${verb}, not ${facts.displayName(who)}${until}`,
      claim,
      [...others.map(({ fact }) => fact), ...(past ? [past.fact] : [])],
    ),
  ];
}

/** Everybody of whom the records say that they have, or had, a thing. `assigned_to` is written in both directions. */
function holdersOf(context: CheckContext, what: string, family: Family): { fact: Fact; other: string }[] {
  return outOf(context, what, { relations: family.inverse, inverse: family.relations });
}

/** Whether the records say that `who` has, or did, what the claim says. */
export function supportsAttribution(context: CheckContext, claim: Claim, who: string): boolean {
  const family = ATTRIBUTIONS[claim.relation];
  const what = nameOf(claim.object);
  if (family === undefined || what === undefined) return false;
  const { facts } = context;
  return holdersOf(context, what, family).some(
    ({ fact, other }) => facts.keyOf(other) === facts.keyOf(who) && holds(fact, context.at),
  );
}
