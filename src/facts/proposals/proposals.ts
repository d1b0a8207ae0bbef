import { createHash } from 'node:crypto';
import { ATTRIBUTIONS, type Family, VALUES } from '../check/families.js';
import { localDay, spanOf } from '../dates.js';
import type { Facts } from '../facts.js';
import { entityKey, relationKey } from '../names.js';
import type { Fact } from '../types.js';
import type { Candidate } from './candidates.js';
import type { Decision } from './decisions.js';

/** A place that states a proposed fact. */
export interface ProposalSource {
  drawer: string | null;
  path: string;
  lines: readonly [number, number];
  quote: string;
  /** When it was written, milliseconds. */
  at: number | undefined;
}

/** One fact that one or several drawers state. */
export interface Proposal extends Omit<Candidate, 'claim'> {
  /** `p-` and 12 hex digits, of the names and the relation alone: the same in every clone, whatever drawers are added. */
  id: string;
  /** The first that states it first. */
  sources: ProposalSource[];
  candidate: Candidate;
}

/** Candidates of many texts, one proposal for each fact. The earliest statement of a date counts. */
export function gatherProposals(found: readonly { candidate: Candidate; source: ProposalSource }[]): Proposal[] {
  const proposals = new Map<string, Proposal>();
  const ordered = [...found].sort((a, b) => (a.source.at ?? 0) - (b.source.at ?? 0));
  for (const { candidate, source } of ordered) {
    const { claim, ...stated } = candidate;
    const id = proposalId(stated);
    const there = proposals.get(id);
    if (there === undefined) {
      proposals.set(id, { ...stated, id, sources: [source], candidate });
      continue;
    }
    there.sources.push(source);
    there.from ??= stated.from;
    there.to ??= stated.to;
    there.confidence = Math.max(there.confidence, stated.confidence);
  }
  return [...proposals.values()];
}

export function proposalId({
  subject,
  predicate,
  object,
  over,
}: Pick<Candidate, 'subject' | 'predicate' | 'object' | 'over'>): string {
  const parts = [entityKey(subject), relationKey(predicate), entityKey(object), over ? 'over' : 'holds'];
  return `p-${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12)}`;
}

/** A fact that says already what the proposal says; undefined when the graph does not know it. `now`: milliseconds. */
export function knownAs(facts: Facts, proposal: Proposal, now: number): Fact | undefined {
  const [from, to] = [facts.keyOf(proposal.subject), facts.keyOf(proposal.object)];
  const family = familyOf(proposal.predicate);
  const day = proposal.sources[0]?.at ?? now;
  return facts.ofEntity(proposal.subject).find((fact) => {
    if (fact.retracted !== null) return false;
    const [subject, object] = [facts.keyOf(fact.subject), facts.keyOf(fact.object)];
    const same =
      (family.relations.includes(fact.predicate) && subject === from && object === to) ||
      (family.inverse.includes(fact.predicate) && subject === to && object === from);
    if (!same) return false;
    if (proposal.over) return fact.end !== Number.POSITIVE_INFINITY;
    return fact.start <= Math.max(day, startOf(proposal)) + DAY && fact.end > day;
  });
}

const DAY = 86_400_000;

function startOf({ from }: Proposal): number {
  return (from === null ? undefined : spanOf(from)?.start) ?? Number.NEGATIVE_INFINITY;
}

/** Relations that say the same; the relation alone where it has no family. */
function familyOf(predicate: string): Family {
  const families = { ...VALUES, ...ATTRIBUTIONS };
  const found = Object.entries(families).find(([name]) => name === predicate)?.[1];
  return { relations: [predicate, ...(found?.relations ?? [])], inverse: found?.inverse ?? [] };
}

/** The newest decision about a proposal; names are compared as entities, so that an alias is no way round a rejection. */
export function decisionOn(facts: Facts, decisions: readonly Decision[], proposal: Proposal): Decision | undefined {
  return decisions.findLast(
    (decision) =>
      decision.proposal === proposal.id ||
      (decision.over === proposal.over &&
        relationKey(decision.predicate) === proposal.predicate &&
        facts.keyOf(decision.subject) === facts.keyOf(proposal.subject) &&
        facts.keyOf(decision.object) === facts.keyOf(proposal.object)),
  );
}

/** The day of a text as a date of a fact. */
export function dayOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : localDay(new Date(at));
}
