import type { ObjectId } from '../../git/types.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import { factName, factText } from './rows.js';
import { ambiguous, type FactTarget, findFacts } from './target.js';
import type { KgFactName } from './types.js';
import { writeFacts } from './write.js';

export interface KgRetractRequest extends FactTarget {
  /** Why it was never true, for whoever asks later. */
  reason?: string;
  by?: string;
}

export interface KgRetractResult {
  success: true;
  triple_id: string;
  fact: string;
  /** Facts that had ended in favour of this one, and hold again. */
  reopened: KgFactName[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Says that a fact was never true. What it ended holds again; who asks what was known before still sees it.
 * @throws PalaceError `no-such-fact` (exit 4), `ambiguous-fact` (exit 2).
 */
export async function retractFact(palace: Palace, request: KgRetractRequest): Promise<KgRetractResult> {
  const reason = request.reason?.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const { answer, ...written } = await writeFacts(palace, request, ({ facts, writer }) => {
    const found = findFacts(facts, request);
    const [fact] = found;
    if (fact === undefined || found.length > 1) throw ambiguous(facts, found, 'several facts are meant');
    const ended = facts.ofEntity(fact.subject).filter((other) => other.ended?.supersededBy === fact.id);
    writer.retract(fact.id, reason === '' ? undefined : reason);
    for (const other of ended) if (other.ended) writer.revoke(other.ended.event);
    return {
      subject: `kg retract: ${factText(facts, fact)}`,
      ...(reason !== undefined && reason !== '' && { body: reason }),
      answer: {
        success: true as const,
        triple_id: fact.id,
        fact: factText(facts, fact),
        reopened: ended.map((other) => ({ ...factName(facts, other), valid_to: null })),
      },
    };
  });
  return { ...answer, ...written };
}
