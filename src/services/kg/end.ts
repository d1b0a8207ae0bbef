import { EXIT, PalaceError } from '../../base/errors.js';
import { factDate, localDay, validity } from '../../facts/dates.js';
import type { ObjectId } from '../../git/types.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import { assertOrder } from './add.js';
import { factName, factText } from './rows.js';
import { ambiguous, type FactTarget, findFacts } from './target.js';
import type { KgFactName } from './types.js';
import { writeFacts } from './write.js';

export interface KgEndRequest extends FactTarget {
  /** Its last day (or an instant at which it is over); default today. */
  ended?: string;
  by?: string;
}

export interface KgEndResult {
  success: true;
  /** `unchanged`: it had this end already. */
  status: 'ended' | 'unchanged';
  fact: string;
  ended: string;
  /** Facts that were open and have an end now. */
  count: number;
  facts: KgFactName[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Gives open facts an end. Without an object only if one value is open.
 * @throws PalaceError `no-such-fact`, `already-ended` (exit 4), `ambiguous-fact`, `bad-date`, `ends-before-start` (exit 2).
 */
export async function endFact(palace: Palace, request: KgEndRequest): Promise<KgEndResult> {
  const given = request.ended === undefined ? undefined : factDate(request.ended, 'on');
  const { answer, ...written } = await writeFacts(palace, request, ({ facts, writer, now }) => {
    const ended = given ?? localDay(now);
    const found = findFacts(facts, request);
    const open = found.filter(({ to }) => to === null);
    if (request.id === undefined && request.object === undefined && open.length > 1)
      throw ambiguous(facts, open, 'several values are open');
    const [first] = open.length > 0 ? open : found;
    if (first === undefined) throw new Error('findFacts gives at least one');
    const same = found.filter(({ to }) => to !== null && validity(null, to).end === validity(null, ended).end);
    if (open.length === 0 && same.length === 0)
      throw new PalaceError('already-ended', `${factText(facts, first)} ended on ${first.to} already`, {
        exit: EXIT.notFound,
        next: [`palace kg correct ${first.id} --to ${ended}`, 'palace kg query NAME --as-of DATE'],
        details: { facts: found.map((fact) => factName(facts, fact)) },
      });
    for (const fact of open) assertOrder(fact.from, ended);
    for (const fact of open) writer.end(fact.id, ended);
    const text = factText(facts, first);
    return {
      subject: `kg end: ${text} (${ended})`,
      answer: {
        success: true as const,
        status: open.length > 0 ? ('ended' as const) : ('unchanged' as const),
        fact: text,
        ended,
        count: open.length,
        facts: (open.length > 0 ? open : same).map((fact) => ({ ...factName(facts, fact), valid_to: ended })),
      },
    };
  });
  return { ...answer, ...written };
}
