import { stateOf } from '../claims/states.js';
import type { Claim } from '../claims/types.js';
import { spanOf } from '../dates.js';
import { agoText, type CheckContext, holds, isOver, issue, nameOf, outOf, type Sided } from './context.js';
import { DATED, STATUSES } from './families.js';
import type { Issue } from './types.js';

/** "The sprint ends Friday" against the date that the records have now, and those that they had. */
export function datedIssues(context: CheckContext, claim: Claim): Issue[] {
  const relations = DATED[claim.relation];
  const what = nameOf(claim.subject);
  if (relations === undefined || what === undefined || claim.on === null) return [];
  const known = outOf(context, what, { relations, inverse: [] }).filter(
    ({ other }) => whenOf(other, claim) !== undefined,
  );
  const current = known.filter(({ fact }) => holds(fact, context.at));
  const [now] = current;
  if (now === undefined || current.some(({ other }) => isSame(other, claim))) return [];
  const closed = known.find(({ fact, other }) => isOver(fact, context.at) && isSame(other, claim));
  const verb = now.fact.predicate.replaceAll('_', ' ').replace(/ (?:on|for)$/, '');
  const changed = closed ? closed.fact.end : Date.parse(now.fact.at);
  const facts = [now.fact, ...(closed ? [closed.fact] : [])];
  const text = `current ${context.facts.displayName(what)} ${verb} ${now.other} (updated ${agoText(Math.min(changed, context.at), context.at)})`;
  return [issue('stale_date', context.facts.displayName(what), text, claim, facts)];
}

/** A date, or a word for a day (`Thursday`), that can be compared with the claim. */
function whenOf(value: string, claim: Claim): 'date' | 'word' | undefined {
  if (spanOf(value) !== undefined) return 'date';
  return claim.on !== null && WEEKDAYS.includes(value.trim().toLowerCase()) ? 'word' : undefined;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function isSame(value: string, { on }: Claim): boolean {
  const said = spanOf(on ?? '');
  if (said === undefined) return true;
  const known = spanOf(value);
  if (known !== undefined) return said.start < known.end && known.start < said.end;
  return WEEKDAYS.indexOf(value.trim().toLowerCase()) === new Date(said.start).getUTCDay();
}

/** "Is done" against a state that the records know. */
export function statusIssues(context: CheckContext, claim: Claim): Issue[] {
  const what = nameOf(claim.subject);
  if (claim.relation !== 'status' || what === undefined) return [];
  const states = outOf(context, what, { relations: STATUSES, inverse: [] })
    .filter(({ fact }) => holds(fact, context.at))
    .flatMap((sided): (Sided & { state: string })[] => {
      const state = stateOf(sided.other);
      return state === undefined ? [] : [{ ...sided, state }];
    });
  const [first] = states;
  if (first === undefined || states.some(({ state }) => state === claim.value)) return [];
  // What is blocked is still open.
  if (claim.value === 'open' && states.some(({ state }) => state === 'blocked')) return [];
  if (claim.value === 'blocked' && states.some(({ state }) => state === 'open')) return [];
  const since = first.fact.from === null ? '' : ` since ${first.fact.from}`;
  const text = `records show ${first.fact.predicate} "${first.other}"${since}, not ${claim.value}`;
  return [
    issue(
      'status_conflict',
      context.facts.displayName(what),
      text,
      claim,
      states.map(({ fact }) => fact),
    ),
  ];
}
