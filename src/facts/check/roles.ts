import type { Claim } from '../claims/types.js';
import { type CheckContext, holds, issue, nameOf } from './context.js';
import { areCompatible, roleOf, VALUES } from './families.js';
import type { Issue } from './types.js';

/** "X is Y's brother" where the records link the two by something else, and "X reports to Y" where it is the other way round. */
export function roleIssues(context: CheckContext, claim: Claim): Issue[] {
  const [who, whose] = [nameOf(claim.subject), nameOf(claim.object)];
  if (who === undefined || whose === undefined) return [];
  if (claim.relation === 'reports_to') return turnedAround(context, claim, who, whose);
  if (claim.relation !== 'role' || claim.value === null) return [];
  const { facts, at, about } = context;
  const [from, to] = [facts.keyOf(who), facts.keyOf(whose)];
  const links = about(who).flatMap((fact) => {
    const [subject, object] = [facts.keyOf(fact.subject), facts.keyOf(fact.object)];
    if (!holds(fact, at)) return [];
    if (subject === from && object === to) return [{ fact, role: roleOf(fact.predicate, false) }];
    return subject === to && object === from ? [{ fact, role: roleOf(fact.predicate, true) }] : [];
  });
  const roles = links.filter(({ role }) => role !== undefined);
  const [first] = roles;
  const said = claim.value;
  if (first === undefined || roles.some(({ role }) => role !== undefined && areCompatible(role, said))) return [];
  const text = `records show ${facts.displayName(first.fact.subject)} ${first.fact.predicate} ${facts.displayName(first.fact.object)}, not ${said}`;
  return [
    issue(
      'relation_mismatch',
      facts.displayName(who),
      text,
      claim,
      roles.map(({ fact }) => fact),
    ),
  ];
}

function turnedAround(context: CheckContext, claim: Claim, who: string, whose: string): Issue[] {
  const { facts, at, about } = context;
  const family = VALUES.reports_to;
  const [from, to] = [facts.keyOf(who), facts.keyOf(whose)];
  const found = about(who).filter((fact) => {
    const [subject, object] = [facts.keyOf(fact.subject), facts.keyOf(fact.object)];
    const inFamily = (list: readonly string[] = []): boolean => list.includes(fact.predicate);
    return (
      holds(fact, at) &&
      ((inFamily(family?.relations) && subject === to && object === from) ||
        (inFamily(family?.inverse) && subject === from && object === to))
    );
  });
  const right = about(who).some((fact) => {
    const [subject, object] = [facts.keyOf(fact.subject), facts.keyOf(fact.object)];
    return holds(fact, at) && family?.relations.includes(fact.predicate) === true && subject === from && object === to;
  });
  const [first] = found;
  if (first === undefined || right) return [];
  const text = `records show it the other way round: ${facts.displayName(first.subject)} ${first.predicate} ${facts.displayName(first.object)}`;
  return [issue('relation_mismatch', facts.displayName(who), text, claim, found)];
}
