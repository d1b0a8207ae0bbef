import type { Facts } from '../facts.js';
import { entityKey } from '../names.js';
import { queryFacts } from '../query.js';
import { isOneWay } from '../relations.js';
import type { Fact } from '../types.js';
import { issue, sinceText } from './context.js';
import { isSlip, NearNames } from './similar.js';
import type { Issue } from './types.js';

/** A chain of command is not longer; a graph may be. */
const MOST_STEPS = 100;

/** What does not fit together within the facts themselves, at a moment (milliseconds). */
export function graphIssues(facts: Facts, now: number): Issue[] {
  const all = queryFacts(facts, {});
  return [
    ...twoValues(facts, all, now),
    ...impossible(facts, all),
    ...circles(facts, all, now),
    ...similarNames(facts),
  ];
}

/** Several current values of a relation that has one at a time. */
function twoValues(facts: Facts, all: readonly Fact[], now: number): Issue[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of all) {
    if (!facts.singleValued.has(fact.predicate) || fact.start > now || fact.end <= now) continue;
    const place = `${fact.predicate}\0${facts.keyOf(fact.subject)}`;
    const group = groups.get(place);
    if (group) group.push(fact);
    else groups.set(place, [fact]);
  }
  return [...groups.values()].flatMap((group) => {
    const values = new Map(group.map((fact) => [facts.keyOf(fact.object), fact]));
    const [first] = group;
    if (values.size < 2 || first === undefined) return [];
    const named = [...values.values()].map((fact) => `${facts.displayName(fact.object)}${sinceText(fact)}`);
    const text = `${first.predicate} has one value at a time, and these hold now: ${named.join('; ')}`;
    return [issue('two_values', facts.displayName(first.subject), text, null, group)];
  });
}

/** Facts that end before they begin: they hold at no moment. */
function impossible(facts: Facts, all: readonly Fact[]): Issue[] {
  return all
    .filter(({ start, end }) => start >= end)
    .map((fact) => {
      const text = `${fact.predicate} ${facts.displayName(fact.object)} would end (${fact.to ?? ''}) before it begins (${fact.from ?? ''})`;
      return issue('impossible_order', facts.displayName(fact.subject), text, null, [fact]);
    });
}

/** Relations that lead back to where they began: two who report to each other. */
function circles(facts: Facts, all: readonly Fact[], now: number): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const steps = new Map<string, Fact[]>();
  for (const fact of all) {
    if (!isOneWay(fact.predicate) || fact.start > now || fact.end <= now) continue;
    const place = `${fact.predicate}\0${facts.keyOf(fact.subject)}`;
    steps.set(place, [...(steps.get(place) ?? []), fact]);
  }
  for (const [place, [first]] of steps) {
    if (first === undefined) continue;
    const trail = circleFrom(facts, steps, first);
    if (trail === undefined) continue;
    const id = trail
      .map((fact) => fact.id)
      .sort()
      .join();
    if (seen.has(id)) continue;
    seen.add(id);
    const names = [...trail.map((fact) => facts.displayName(fact.subject)), facts.displayName(first.subject)];
    issues.push(
      issue('circle', facts.displayName(first.subject), names.join(` ${place.split('\0')[0] ?? ''} `), null, trail),
    );
  }
  return issues;
}

/** The way along one relation that leads back to the subject of `first`; the shortest. */
function circleFrom(facts: Facts, steps: ReadonlyMap<string, readonly Fact[]>, first: Fact): Fact[] | undefined {
  const goal = facts.keyOf(first.subject);
  const met = new Set<string>();
  const trails: Fact[][] = (steps.get(`${first.predicate}\0${goal}`) ?? []).map((fact) => [fact]);
  for (let trail = trails.shift(); trail !== undefined && met.size < MOST_STEPS; trail = trails.shift()) {
    const at = facts.keyOf(trail.at(-1)?.object ?? '');
    if (at === goal) return trail;
    if (met.has(at)) continue;
    met.add(at);
    for (const next of steps.get(`${first.predicate}\0${at}`) ?? []) trails.push([...trail, next]);
  }
  return undefined;
}

/** Names that may be one: they look the same, or differ by a letter. What somebody confirmed is meant so. */
function similarNames(facts: Facts): Issue[] {
  const names = facts.entityNames();
  const near = new NearNames(names);
  const issues: Issue[] = [];
  for (const name of names) {
    if (facts.aliases.entry(entityKey(name)) !== undefined || name.length > 40) continue;
    for (const { name: other, distance } of near.near(name)) {
      const isPair = facts.aliases.entry(entityKey(other)) !== undefined || name < other;
      if (!isPair || !isSlip(name, other, distance) || distance > 1 || differInNumber(name, other)) continue;
      const text = `"${name}" and "${other}" are near each other; one of them may be a slip (entities.yaml names aliases)`;
      issues.push(issue('similar_name', name, text, null, firstFacts(facts, name, other), [name, other]));
    }
  }
  return issues;
}

/** `sprint 13` and `sprint 14` are two. */
function differInNumber(a: string, b: string): boolean {
  return a.replace(/\p{N}/gu, '') === b.replace(/\p{N}/gu, '') || /\p{N}/u.test(a) !== /\p{N}/u.test(b);
}

function firstFacts(facts: Facts, ...names: string[]): Fact[] {
  return names.flatMap((name) =>
    facts
      .ofEntity(name)
      .filter(({ retracted }) => retracted === null)
      .slice(0, 1),
  );
}
