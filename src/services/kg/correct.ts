import { EXIT, PalaceError } from '../../base/errors.js';
import { factDate } from '../../facts/dates.js';
import type { Correction } from '../../facts/events.js';
import { objectText, relationName, subjectName } from '../../facts/names.js';
import type { Fact } from '../../facts/types.js';
import type { ObjectId } from '../../git/types.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import { assertOrder, checkConfidence } from './add.js';
import { factText } from './rows.js';
import { ambiguous, type FactTarget, findFacts } from './target.js';
import type { KgChange } from './types.js';
import { writeFacts } from './write.js';

/** What to set; `none` as a date takes it away. */
export interface KgCorrectRequest extends FactTarget {
  set: {
    subject?: string;
    predicate?: string;
    object?: string;
    valid_from?: string;
    valid_to?: string;
    confidence?: number;
  };
  by?: string;
}

export interface KgCorrectResult {
  success: true;
  status: 'corrected' | 'unchanged';
  triple_id: string;
  /** As it is now. */
  fact: string;
  valid_from: string | null;
  valid_to: string | null;
  changed: KgChange[];
  notes: string[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Says that a fact was recorded wrongly: what it said before stays known as what was known before (`--known-at`).
 * @throws PalaceError `no-such-fact` (exit 4), `ambiguous-fact`, `nothing-to-correct`, `bad-date`, `bad-fact`, `ends-before-start` (exit 2).
 */
export async function correctFact(palace: Palace, request: KgCorrectRequest): Promise<KgCorrectResult> {
  const redactor = new Redactor(palace);
  const wanted = await redactor.redactValue(checkCorrection(request.set), OWN_SCOPE);
  const { answer, ...written } = await writeFacts(palace, { ...request, redactor }, ({ facts, writer }) => {
    const found = findFacts(facts, request);
    const [fact] = found;
    if (fact === undefined || found.length > 1) throw ambiguous(facts, found, 'several facts are meant');
    const correction = differing(fact, wanted);
    const after = { ...fact, ...correction };
    assertOrder(after.from, after.to);
    const changed = Object.entries(correction).map(([key, value]): KgChange => {
      const field = key === 'from' || key === 'to' ? `valid_${key}` : key;
      return { field, before: fact[key as keyof Correction], after: value };
    });
    if (changed.length > 0) writer.correct(fact.id, correction);
    const twin = facts
      .ofTriple(after.subject, after.predicate, after.object)
      .find((other) => other.id !== fact.id && other.retracted === null && other.to === null && after.to === null);
    return {
      subject: `kg correct: ${factText(facts, after)} (${changed.map(({ field }) => field).join(', ')})`,
      answer: {
        success: true as const,
        status: changed.length > 0 ? ('corrected' as const) : ('unchanged' as const),
        triple_id: fact.id,
        fact: factText(facts, after),
        valid_from: after.from,
        valid_to: after.to,
        changed,
        notes: twin ? [`${twin.id} says the same now`] : [],
      },
    };
  });
  return { ...answer, ...written };
}

function checkCorrection(set: KgCorrectRequest['set']): Correction {
  const date = (text: string, field: string): string | null =>
    /^(none|unknown)$/i.test(text.trim()) ? null : factDate(text, field);
  const correction: Correction = {
    ...(set.subject !== undefined && { subject: subjectName(set.subject) }),
    ...(set.predicate !== undefined && { predicate: relationName(set.predicate) }),
    ...(set.object !== undefined && { object: objectText(set.object) }),
    ...(set.valid_from !== undefined && { from: date(set.valid_from, 'from') }),
    ...(set.valid_to !== undefined && { to: date(set.valid_to, 'to') }),
    ...(set.confidence !== undefined && { confidence: checkConfidence(set.confidence) }),
  };
  if (Object.keys(correction).length > 0) return correction;
  throw new PalaceError('nothing-to-correct', 'what to correct is not said', {
    exit: EXIT.usage,
    next: ['--from DATE, --to DATE (none takes it away), --subject, --predicate, --object, --confidence'],
  });
}

function differing(fact: Fact, wanted: Correction): Correction {
  const keys = Object.keys(wanted) as (keyof Correction)[];
  return Object.fromEntries(keys.filter((key) => fact[key] !== wanted[key]).map((key) => [key, wanted[key]]));
}
