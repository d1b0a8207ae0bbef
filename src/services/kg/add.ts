import { EXIT, PalaceError } from '../../base/errors.js';
import { factDate, validity } from '../../facts/dates.js';
import { effectOnOthers, effectOnOwn, type OthersEffect, type OwnEffect } from '../../facts/decide.js';
import type { Provenance, Statement } from '../../facts/events.js';
import type { Facts, ResolvedName } from '../../facts/facts.js';
import { objectText, relationName, subjectName } from '../../facts/names.js';
import { isOneWay } from '../../facts/relations.js';
import type { Fact } from '../../facts/types.js';
import type { ObjectId } from '../../git/types.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import { checkProvenance, type GivenProvenance } from './provenance.js';
import { factName, factText } from './rows.js';
import type { KgChange, KgFactName } from './types.js';
import { type Decided, type FactsToWrite, writeFacts } from './write.js';

export interface KgAddRequest extends GivenProvenance {
  subject: string;
  predicate: string;
  object: string;
  valid_from?: string;
  valid_to?: string;
  /** 0 to 1; default 1. */
  confidence?: number;
  /** Beside the other values of a relation that has one at a time: nothing ends. Default false. */
  also?: boolean;
  by?: string;
}

export interface KgAddResult {
  success: true;
  /** `merged`: a known fact now says more. `unchanged`: it said all of this already. */
  status: 'added' | 'merged' | 'unchanged';
  triple_id: string;
  /** `Kai → works_on → Orion`. */
  fact: string;
  valid_from: string | null;
  valid_to: string | null;
  confidence: number;
  /** Of a known fact: what is now different. */
  changed: KgChange[];
  /** Facts that ended because this one took their place. */
  ended: KgFactName[];
  /** Facts that claim the same time of the same relation and stay: somebody has to decide. */
  conflicts: KgFactName[];
  /** Facts of the same triple that ended, within whose time this one begins. */
  overlapping: KgFactName[];
  /** Remarks in plain words: names that were resolved or are near, circles, facts about themselves. */
  notes: string[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * States a fact. A known one is made better rather than repeated, and a new value of a single-valued relation ends the old one; the
 * answer says what was done.
 * @throws PalaceError `bad-fact`, `bad-date`, `bad-confidence`, `bad-lines`, `ends-before-start` (exit 2), `not-found` for the drawer.
 */
export async function addFact(palace: Palace, request: KgAddRequest): Promise<KgAddResult> {
  const redactor = new Redactor(palace);
  // Before it is compared: what was filed with a placeholder is known when it is said once more.
  const statement = await redactor.redactValue(checkStatement(request), OWN_SCOPE);
  const provenance = await redactor.redactValue(await checkProvenance(palace, request), OWN_SCOPE);
  const { answer, ...written } = await writeFacts(palace, { ...request, redactor }, (work) =>
    decideAdd(work, statement, provenance, request.also ?? false),
  );
  return { ...answer, ...written };
}

/** @throws PalaceError for whatever is wrong with one, with the field named. */
export function checkStatement(request: KgAddRequest): Statement {
  const { valid_from: from, valid_to: to, confidence } = request;
  const statement: Statement = {
    subject: subjectName(request.subject),
    predicate: relationName(request.predicate),
    object: objectText(request.object),
    ...(from !== undefined && { from: factDate(from, 'from') }),
    ...(to !== undefined && { to: factDate(to, 'to') }),
    ...(confidence !== undefined && { confidence: checkConfidence(confidence) }),
  };
  assertOrder(statement.from ?? null, statement.to ?? null);
  return statement;
}

export function checkConfidence(confidence: number): number {
  if (confidence >= 0 && confidence <= 1) return confidence;
  throw new PalaceError('bad-confidence', `confidence ${confidence} is refused: it is no number from 0 to 1`, {
    exit: EXIT.usage,
    next: ['give a number from 0 (a guess) to 1 (certain)'],
    details: { field: 'confidence' },
  });
}

/** @throws PalaceError `ends-before-start` (exit 2) when a fact with these dates would hold at no moment. */
export function assertOrder(from: string | null, to: string | null): void {
  const { start, end } = validity(from, to);
  if (start < end) return;
  throw new PalaceError('ends-before-start', `a fact from ${from} to ${to} would end before it begins`, {
    exit: EXIT.usage,
    next: ['give an end that is not before the start'],
    details: { from, to },
  });
}

type AddAnswer = Omit<KgAddResult, 'commit' | 'secrets'>;

/** The events of one statement; for `kg import` too, which states many under one lock. */
export function decideAdd(
  { facts, writer, now }: FactsToWrite,
  given: Statement,
  provenance: Provenance,
  also: boolean,
): Decided<AddAnswer> {
  const notes: string[] = [];
  const subject = named(facts, given.subject, 'subject', notes);
  const object = named(facts, given.object, 'object', notes);
  const statement: Statement = { ...given, subject: subject.name, object: object.name };
  const ofSubject = facts
    .ofEntity(subject.name)
    .filter((fact) => fact.predicate === statement.predicate && facts.keyOf(fact.subject) === subject.key);
  const triple = ofSubject.filter((fact) => facts.keyOf(fact.object) === object.key);
  const own = effectOnOwn(statement, provenance, triple.filter(isStanding));
  if (own.kind === 'known') return known(facts, writer, own, notes);

  const single = facts.singleValued.has(statement.predicate) && !also;
  const others = ofSubject.filter((fact) => isStanding(fact) && facts.keyOf(fact.object) !== object.key);
  const effect: OthersEffect = single
    ? effectOnOthers(statement, others, now)
    : { ends: [], ownEnd: undefined, conflicts: [] };
  if (effect.ownEnd !== undefined) {
    statement.to = effect.ownEnd;
    notes.push(`it ends on ${effect.ownEnd}, because ${statement.predicate} has one value and a later one is known`);
  }
  remarks(facts, statement, subject, object, triple, notes);
  const added = writer.add(statement, provenance);
  for (const { fact, to } of effect.ends) writer.end(fact.id, to, added.event);
  const text = factText(facts, statement);
  return {
    subject: `kg add: ${text}`,
    answer: {
      success: true,
      status: 'added',
      triple_id: added.event,
      fact: text,
      valid_from: statement.from ?? null,
      valid_to: statement.to ?? null,
      confidence: statement.confidence ?? 1,
      changed: [],
      ended: effect.ends.map(({ fact, to }) => ({ ...factName(facts, fact), valid_to: to })),
      conflicts: effect.conflicts.map((fact) => factName(facts, fact)),
      overlapping: own.overlapping.map((fact) => factName(facts, fact)),
      notes,
    },
  };
}

/** The statement makes a known fact better, or says nothing new. */
function known(
  facts: Facts,
  writer: FactsToWrite['writer'],
  { fact, correction, end, confirm }: Extract<OwnEffect, { kind: 'known' }>,
  notes: string[],
): Decided<AddAnswer> {
  const after = {
    from: correction?.from ?? fact.from,
    to: end ?? correction?.to ?? fact.to,
    confidence: confirm?.confidence ?? fact.confidence,
  };
  assertOrder(after.from, after.to);
  if (correction) writer.correct(fact.id, correction);
  if (end !== undefined) writer.end(fact.id, end);
  if (confirm) writer.confirm(fact.id, confirm);
  const changed: KgChange[] = [];
  if (after.from !== fact.from) changed.push({ field: 'valid_from', before: fact.from, after: after.from });
  if (after.to !== fact.to) changed.push({ field: 'valid_to', before: fact.to, after: after.to });
  if (after.confidence !== fact.confidence)
    changed.push({ field: 'confidence', before: fact.confidence, after: after.confidence });
  if (confirm?.drawer ?? confirm?.file ?? confirm?.closet)
    changed.push({ field: 'sources', before: fact.sources.length, after: fact.sources.length + 1 });
  const text = factText(facts, fact);
  return {
    subject: `kg add: ${text} (known; ${changed.map(({ field }) => field).join(', ')})`,
    answer: {
      success: true,
      status: changed.length === 0 ? 'unchanged' : 'merged',
      triple_id: fact.id,
      fact: text,
      valid_from: after.from,
      valid_to: after.to,
      confidence: after.confidence,
      changed,
      ended: [],
      conflicts: [],
      overlapping: [],
      notes,
    },
  };
}

/** A name as it is called here; what was made of it is remarked on. */
function named(facts: Facts, given: string, field: 'subject' | 'object', notes: string[]): ResolvedName {
  // A sentence is no name, whatever it is near to.
  if (field === 'object' && (given.length > 80 || given.includes('\n')))
    return { given, name: given, key: facts.keyOf(given), by: 'none' };
  const resolved = facts.resolve(given);
  if (resolved.by === 'accents') notes.push(`"${given}" is taken for "${resolved.name}", which is known`);
  if (resolved.by === 'none' && /\p{L}/u.test(given)) {
    const near = facts.near(given);
    if (near.length > 0)
      notes.push(
        `"${given}" is new here; near are ${near.map((name) => `"${name}"`).join(', ')} (palace undo takes this back)`,
      );
  }
  // An alias stays as it was said: entities.yaml may change.
  return resolved.by === 'alias' ? { ...resolved, name: given } : resolved;
}

function remarks(
  facts: Facts,
  statement: Statement,
  subject: ResolvedName,
  object: ResolvedName,
  triple: readonly Fact[],
  notes: string[],
): void {
  if (subject.key === object.key) notes.push(`"${subject.name}" is both sides of this fact`);
  else if (isOneWay(statement.predicate)) {
    const circle = circleOf(facts, statement.predicate, subject.key, object.name);
    if (circle) notes.push(`this makes a circle: ${[subject.name, ...circle].join(` ${statement.predicate} `)}`);
  }
  const taken = triple.find(({ retracted }) => retracted !== null)?.retracted;
  if (taken)
    notes.push(`the same was retracted on ${taken.at.slice(0, 10)}${taken.reason === null ? '' : `: ${taken.reason}`}`);
}

/** Steps from `from` back to the subject along open facts of a relation; undefined when they do not lead there. */
function circleOf(facts: Facts, relation: string, goal: string, from: string): string[] | undefined {
  const met = new Set<string>();
  const trails: string[][] = [[from]];
  for (let trail = trails.shift(); trail !== undefined && met.size < MOST_STEPS; trail = trails.shift()) {
    const at = trail.at(-1) ?? '';
    const key = facts.keyOf(at);
    if (met.has(key)) continue;
    met.add(key);
    for (const fact of facts.ofEntity(at)) {
      if (!isStanding(fact) || fact.to !== null || fact.predicate !== relation || facts.keyOf(fact.subject) !== key)
        continue;
      const next = [...trail, facts.displayName(fact.object)];
      if (facts.keyOf(fact.object) === goal) return next;
      trails.push(next);
    }
  }
  return undefined;
}

/** A chain of command is not longer; a graph may be. */
const MOST_STEPS = 100;

function isStanding({ retracted }: Fact): boolean {
  return retracted === null;
}
