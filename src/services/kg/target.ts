import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import type { Facts } from '../../facts/facts.js';
import { relationKey } from '../../facts/names.js';
import { byTime } from '../../facts/query.js';
import type { Fact } from '../../facts/types.js';
import { factName, factText } from './rows.js';
import type { KgFactName } from './types.js';

/** Which facts are meant: one by its id (or 6 and more characters of its beginning or end), or those of a triple. */
export interface FactTarget {
  id?: string;
  subject?: string;
  predicate?: string;
  /** Absent: whatever the object is. */
  object?: string;
}

/** A target as typed on the command line: `ID`, or `SUBJECT PREDICATE [OBJECT]`. @throws PalaceError `bad-usage` (exit 2). */
export function targetOf(words: readonly (string | undefined)[]): FactTarget {
  const [first, predicate, object] = words;
  if (first !== undefined && predicate === undefined) return { id: first };
  if (first === undefined || predicate === undefined)
    throw new PalaceError('bad-usage', 'which fact is not said', {
      exit: EXIT.usage,
      next: ['give SUBJECT PREDICATE OBJECT', 'give the id that palace kg query shows'],
    });
  return { subject: first, predicate, ...(object !== undefined && { object }) };
}

/**
 * The facts that a target names, sorted by time; retracted ones are left out.
 * @throws PalaceError `no-such-fact` (exit 4): says what is known that is near.
 */
export function findFacts(facts: Facts, target: FactTarget): Fact[] {
  const found = target.id === undefined ? ofTriple(facts, target) : ofId(facts, target.id);
  const standing = found.filter(({ retracted }) => retracted === null).sort(byTime);
  if (standing.length > 0) return standing;
  const [taken] = found;
  if (taken?.retracted)
    throw new PalaceError(
      'no-such-fact',
      `${factText(facts, taken)} was retracted on ${taken.retracted.at.slice(0, 10)}`,
      { exit: EXIT.notFound, next: ['palace kg query NAME --retracted'], details: { facts: [factName(facts, taken)] } },
    );
  throw missing(facts, target);
}

function ofId(facts: Facts, id: string): Fact[] {
  const wanted = id.trim();
  const exact = facts.ofEvent(wanted);
  if (exact) return [exact];
  if (!/^(?:e-)?[0-9a-f-]{6,}$/i.test(wanted)) return [];
  const found = facts.all().filter((fact) => fact.id.startsWith(wanted) || fact.id.endsWith(wanted));
  if (found.length > 1) throw ambiguous(facts, found, `several facts have "${wanted}" in their id`);
  return found;
}

function ofTriple(facts: Facts, { subject = '', predicate = '', object }: FactTarget): Fact[] {
  const name = facts.resolve(subject).name;
  const relation = relationKey(predicate);
  const key = facts.keyOf(name);
  const goal = object === undefined ? undefined : facts.keyOf(facts.resolve(object).name);
  return facts
    .ofEntity(name)
    .filter(
      (fact) =>
        fact.predicate === relation &&
        facts.keyOf(fact.subject) === key &&
        (goal === undefined || facts.keyOf(fact.object) === goal),
    );
}

function missing(facts: Facts, target: FactTarget): PalaceError {
  const { id, subject = '', predicate = '', object } = target;
  if (id !== undefined)
    return new PalaceError('no-such-fact', `no fact has the id ${JSON.stringify(id.slice(0, 60))}`, {
      exit: EXIT.notFound,
      next: ['palace kg query NAME shows the ids', 'give SUBJECT PREDICATE OBJECT'],
    });
  const resolved = facts.resolve(subject);
  const wanted = [subject, relationKey(predicate), ...(object === undefined ? [] : [object.slice(0, 80)])].join(' → ');
  if (resolved.by === 'none') {
    const near = facts.near(subject);
    return new PalaceError(
      'no-such-fact',
      `there is no fact ${wanted}: nothing is known of "${subject}"${hint(near)}`,
      {
        exit: EXIT.notFound,
        next: near.map((name) => `palace kg query ${JSON.stringify(name)}`).concat('palace kg entities'),
        details: { near },
      },
    );
  }
  const key = facts.keyOf(resolved.name);
  const own = facts
    .ofEntity(resolved.name)
    .filter((fact) => facts.keyOf(fact.subject) === key && fact.retracted === null)
    .sort(byTime);
  const relation = relationKey(predicate);
  const same = own.filter((fact) => fact.predicate === relation);
  const shown = (same.length > 0 ? same : own).slice(0, 3);
  const why =
    same.length > 0
      ? `known is ${shown.map((fact) => factText(facts, fact)).join(', ')}`
      : didYouMean(relation, new Set(own.map((fact) => fact.predicate))) ||
        `of "${resolved.name}" ${own.length} facts are known`;
  return new PalaceError('no-such-fact', `there is no fact ${wanted}; ${why}`, {
    exit: EXIT.notFound,
    next: [`palace kg query ${JSON.stringify(resolved.name)}`],
    details: { facts: shown.map((fact): KgFactName => factName(facts, fact)) },
  });
}

function hint(near: readonly string[]): string {
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

/** Several facts are meant where one is wanted. */
export function ambiguous(facts: Facts, found: readonly Fact[], message: string): PalaceError {
  const shown = found.slice(0, 8).map((fact) => factName(facts, fact));
  return new PalaceError(
    'ambiguous-fact',
    `${message}: ${shown.map(({ triple_id, fact }) => `${triple_id} (${fact})`).join(', ')}`,
    {
      exit: EXIT.usage,
      next: ['give the id of one'],
      details: { facts: shown },
    },
  );
}
