import type { Claim } from '../claims/types.js';
import type { Fact } from '../types.js';
import { type CheckContext, holds, isOver, issue, nameOf, outOf, type Sided, sinceText } from './context.js';
import { type Family, LEAVABLE, VALUES } from './families.js';
import { tenureIssues } from './tenure.js';
import type { Issue } from './types.js';

/** A value of somebody: one that is over, another than the records have, or one that is said to be over and is not. */
export function valueIssues(context: CheckContext, claim: Claim): Issue[] {
  const who = nameOf(claim.subject);
  if (who === undefined || claim.object === null) return [];
  if (claim.says === 'ended') return endedIssues(context, claim, who);
  const family = VALUES[claim.relation === 'moved' ? 'lives_in' : claim.relation];
  if (family === undefined) return [];
  const own = triple(context, who, claim, family);
  if (claim.says === 'was') return [];
  const standing = own.filter(({ fact }) => holds(fact, context.at));
  // A text that speaks about an earlier time says nothing about today.
  if (claim.until !== null) return [];
  if (standing.length > 0)
    return tenureIssues(
      context,
      claim,
      who,
      standing.map(({ fact }) => fact),
    );
  // Somebody who moves has left what the records have.
  if (claim.relation === 'moved') return [];
  const current = outOf(context, who, family).filter(({ fact }) => holds(fact, context.at));
  const over = own.filter(({ fact }) => isOver(fact, context.at)).sort((a, b) => b.fact.end - a.fact.end);
  const [last] = over;
  if (last !== undefined) {
    if (claim.says === 'began')
      return tenureIssues(
        context,
        claim,
        who,
        over.map(({ fact }) => fact),
      );
    return [stale(context, claim, who, last, current)];
  }
  return claim.says === 'began' ? [] : otherValue(context, claim, who, family, current);
}

function stale({ facts }: CheckContext, claim: Claim, who: string, last: Sided, current: readonly Sided[]): Issue {
  const { predicate, to } = last.fact;
  const now = current.filter(({ fact }) => fact.predicate === predicate);
  const values = [...new Set(now.map(({ other }) => facts.displayName(other)))].slice(0, 3).join(', ');
  const since = now.length === 1 && now[0] !== undefined ? sinceText(now[0].fact) : '';
  const text = `${predicate} ${facts.displayName(last.other)} was true until ${to ?? 'an unknown date'}${values === '' ? '' : `; now ${values}${since}`}`;
  return issue('stale_fact', facts.displayName(who), text, claim, [last.fact, ...now.map(({ fact }) => fact)]);
}

/** Another value of a relation that has one at a time. */
function otherValue(
  { facts }: CheckContext,
  claim: Claim,
  who: string,
  { relations, inverse }: Family,
  current: readonly Sided[],
): Issue[] {
  const single = [...relations, ...inverse].some((relation) => facts.singleValued.has(relation));
  const others = current.filter(
    ({ fact }) => facts.singleValued.has(fact.predicate) || inverse.includes(fact.predicate),
  );
  const [first] = others;
  if (!single || first === undefined || claim.object === null) return [];
  const said = claim.object.known ?? claim.object.text;
  if (others.some(({ other }) => contains(facts.keyOf(other), facts.keyOf(said)))) return [];
  const name = facts.displayName(first.other);
  const text = `records show ${first.fact.predicate} ${name}${sinceText(first.fact)}, not ${said}`;
  return [
    issue(
      'value_conflict',
      facts.displayName(who),
      text,
      claim,
      others.map(({ fact }) => fact),
    ),
  ];
}

/** `Globex` of `Globex Berlin`: a part of a name is no other value. */
function contains(a: string, b: string): boolean {
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `);
}

function endedIssues(context: CheckContext, claim: Claim, who: string): Issue[] {
  const { facts, at } = context;
  const family = claim.relation === 'left' ? LEAVABLE : (VALUES[claim.relation] ?? LEAVABLE);
  const own = triple(context, who, claim, family);
  if (own.some(({ fact }) => isOver(fact, at) && fact.ended !== null) && own.every(({ fact }) => !holds(fact, at)))
    return [];
  return own
    .filter(({ fact }) => holds(fact, at))
    .slice(0, 1)
    .map(({ fact, other }) =>
      issue(
        'still_holds',
        facts.displayName(who),
        `records show ${fact.predicate} ${facts.displayName(other)}${sinceText(fact)}, with no end${fact.to === null ? '' : ` before ${fact.to}`}`,
        claim,
        [fact],
      ),
    );
}

/** Facts that say of the subject what the claim says, whenever. */
function triple(context: CheckContext, who: string, claim: Claim, family: Family): Sided[] {
  const object = claim.object?.known ?? claim.object?.text ?? '';
  const key = context.facts.keyOf(object);
  return outOf(context, who, family).filter(({ other }) => context.facts.keyOf(other) === key);
}

/** The facts that say of `who` what the claim says. */
export function supportingValues(context: CheckContext, claim: Claim, who: string): Fact[] {
  const family = claim.says === 'ended' ? LEAVABLE : VALUES[claim.relation];
  if (family === undefined || claim.object === null) return [];
  return triple(context, who, claim, family).flatMap(({ fact }) => (holds(fact, context.at) ? [fact] : []));
}
