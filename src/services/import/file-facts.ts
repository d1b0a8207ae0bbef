import { PalaceError } from '../../base/errors.js';
import { Facts } from '../../facts/facts.js';
import { OverlayGroups } from '../../facts/overlay.js';
import type { Fact } from '../../facts/types.js';
import type { Palace } from '../../palace/types.js';
import { checkStatement, decideAdd } from '../kg/add.js';
import { writeFacts } from '../kg/write.js';
import type { ForeignFact, ImportResult, IncomingFacts } from './types.js';

/**
 * States the facts of another program here, in one commit; `result` learns what became of them. What stands already, was ended or
 * retracted here since, stays as it is. Values of a relation that has one at a time stay beside each other, as they did there.
 */
export async function fileFacts(
  palace: Palace,
  { facts: given, where }: IncomingFacts,
  by: string | undefined,
  result: ImportResult,
): Promise<void> {
  const written = await writeFacts(palace, by === undefined ? {} : { by }, ({ facts, writer, now }) => {
    const overlay = OverlayGroups.over(facts.groups);
    if (overlay === undefined) throw new Error('nothing to disagree about');
    const grown = new Facts(overlay, { aliases: facts.aliases, singleValued: facts.singleValued });
    const counts = { added: 0, merged: 0, unchanged: 0 };
    let taken = 0;
    for (const fact of given) {
      const outcome = stated(fact);
      if (typeof outcome === 'string') {
        const words = [fact.subject, fact.predicate, fact.object].join(' → ').slice(0, 200);
        result.left.push({ where: `${where}: ${words}`, reason: outcome, damaged: true });
        continue;
      }
      if (isSettled(facts, outcome)) {
        counts.unchanged++;
        continue;
      }
      const { source_file: file, source_closet: closet } = fact;
      const provenance = { ...(file !== undefined && { file }), ...(closet !== undefined && { closet }) };
      const { answer } = decideAdd({ facts: grown, writer, now }, outcome, provenance, true);
      counts[answer.status]++;
      overlay.put(writer.events.slice(taken));
      taken = writer.events.length;
    }
    if (result.dry_run) writer.events.length = 0;
    const subject = `import facts: ${counts.added} added, ${counts.merged} merged`;
    return { subject, answer: counts };
  });
  result.facts.added += written.answer.added;
  result.facts.merged += written.answer.merged;
  result.facts.unchanged += written.answer.unchanged;
  if (written.commit !== null) result.commits.push(written.commit);
  result.secrets.push(...written.secrets);
}

type Stated = ReturnType<typeof checkStatement>;

/** As a statement, or why it cannot be one. */
function stated(fact: ForeignFact): Stated | string {
  try {
    return checkStatement(fact);
  } catch (error) {
    if (error instanceof PalaceError) return error.message;
    throw error;
  }
}

/**
 * Whether what stood here before the import answers the statement: the very same fact, or one with its beginning that somebody has
 * retracted, or ended, here.
 */
function isSettled(facts: Facts, { subject, predicate, object, from, to }: Stated): boolean {
  const isSame = (fact: Fact): boolean => {
    if (fact.predicate !== predicate || fact.from !== (from ?? null)) return false;
    if (facts.keyOf(fact.subject) !== facts.keyOf(subject) || facts.keyOf(fact.object) !== facts.keyOf(object))
      return false;
    return fact.retracted !== null || fact.to === (to ?? null) || to === undefined;
  };
  return facts.ofEntity(facts.resolve(subject).name).some(isSame);
}
