import { EXIT, PalaceError } from '../../base/errors.js';
import { factDate, localDay, validity } from '../../facts/dates.js';
import type { FactWriter, Provenance } from '../../facts/events.js';
import type { DecisionOp } from '../../facts/proposals/decisions.js';
import type { Proposal } from '../../facts/proposals/proposals.js';
import type { ObjectId } from '../../git/types.js';
import type { Palace } from '../../palace/types.js';
import { checkStatement, decideAdd } from '../kg/add.js';
import { factName, factText } from '../kg/rows.js';
import type { KgFactName } from '../kg/types.js';
import { type FactsToWrite, writeFacts } from '../kg/write.js';
import { type FoundProposals, findProposals, type StandingProposal } from './find.js';

export interface AcceptRequest {
  /** Ids of proposals; beginnings of 4 digits or more are enough, with or without `p-`. */
  ids: readonly string[];
  /** What to record in place of what was read; for one proposal only. */
  subject?: string;
  predicate?: string;
  object?: string;
  valid_from?: string;
  valid_to?: string;
  /** 0 to 1; default 1: whoever accepts it says that it is so. */
  confidence?: number;
  by?: string;
}

export interface RejectRequest {
  ids: readonly string[];
  reason?: string;
  by?: string;
}

/** What became of one proposal. */
export interface Reviewed {
  id: string;
  status: 'accepted' | 'rejected' | 'unchanged';
  fact: string;
  /** The fact that was made, ended, or was known already; null for a rejected one. */
  triple_id: string | null;
  valid_from: string | null;
  valid_to: string | null;
  /** Facts that ended because of it. */
  ended: KgFactName[];
  /** Facts that claim the same time of the same relation and stay: somebody has to decide. */
  conflicts: KgFactName[];
  notes: string[];
  commit: ObjectId | null;
}

export interface ReviewResult {
  reviewed: Reviewed[];
  total: number;
}

/**
 * Records proposed facts, each with the drawer and lines that state it, one commit each. The decision is an event beside the facts;
 * `palace undo` takes both back.
 * @throws PalaceError `not-found`, `ambiguous-id` (exit 4, 2), `bad-usage` for edits of several, and what `addFact` throws.
 */
export async function acceptProposals(palace: Palace, request: AcceptRequest): Promise<ReviewResult> {
  const { ids, by, ...edits } = request;
  const edited = Object.values(edits).some((value) => value !== undefined);
  const chosen = choose(await findProposals(palace, {}), ids);
  if (edited && chosen.length > 1)
    throw new PalaceError('bad-usage', 'one proposal at a time can be corrected while it is accepted', {
      exit: EXIT.usage,
      next: ['give one id with --subject, --predicate, --object, --from, --to or --confidence'],
    });
  const reviewed: Reviewed[] = [];
  for (const { proposal } of chosen) {
    const { answer, commit } = await writeFacts(palace, { ...(by !== undefined && { by }) }, (work) =>
      accept(work, proposal, edits),
    );
    reviewed.push({ ...answer, commit });
  }
  return { reviewed, total: reviewed.length };
}

/** Puts proposals away: they are not offered again, whatever drawer states them. `palace undo` offers them again. @throws as above. */
export async function rejectProposals(palace: Palace, request: RejectRequest): Promise<ReviewResult> {
  const { ids, by, reason } = request;
  const found = await findProposals(palace, {});
  const chosen = choose(found, ids);
  const fresh = chosen.filter(({ status }) => status !== 'rejected');
  const row = ({ proposal }: StandingProposal, status: Reviewed['status']): Omit<Reviewed, 'commit'> => ({
    ...nothingYet(proposal),
    status,
    fact: factText(found.facts, proposal),
  });
  const { commit } = await writeFacts(palace, { ...(by !== undefined && { by }) }, ({ writer, facts }) => {
    for (const { proposal } of fresh) decision(writer, 'reject-proposal', proposal, { reason });
    const [first] = fresh;
    const more = fresh.length > 1 ? ` and ${fresh.length - 1} more` : '';
    return {
      answer: null,
      subject: `kg review: reject ${first === undefined ? '' : factText(facts, first.proposal)}${more}`,
    };
  });
  const reviewed = chosen.map((each) => {
    const isNew = fresh.includes(each);
    return { ...row(each, isNew ? 'rejected' : 'unchanged'), commit: isNew ? commit : null };
  });
  return { reviewed, total: reviewed.length };
}

type Answer = Omit<Reviewed, 'commit'>;
type Edits = Omit<AcceptRequest, 'ids' | 'by'>;

function accept(work: FactsToWrite, proposal: Proposal, edits: Edits): { answer: Answer; subject: string } {
  const { facts, writer, now } = work;
  const [source] = proposal.sources;
  const provenance: Provenance =
    source?.drawer == null ? {} : { drawer: source.drawer, lines: [source.lines[0], source.lines[1]] };
  const to = edits.valid_to ?? proposal.to ?? (proposal.over ? localDay(now) : null);
  const stated = {
    subject: edits.subject ?? proposal.subject,
    predicate: edits.predicate ?? proposal.predicate,
    object: edits.object ?? proposal.object,
  };
  if (proposal.over && to !== null) {
    const ended = end(work, stated, factDate(to, 'to'), provenance);
    if (ended !== undefined) {
      decision(writer, 'accept-proposal', proposal, { fact: ended.id });
      const fact = factText(facts, ended);
      const answer: Answer = {
        ...nothingYet(proposal),
        status: 'accepted',
        fact,
        triple_id: ended.id,
        valid_from: ended.from,
        valid_to: to,
      };
      return {
        answer: { ...answer, ended: [{ ...factName(facts, ended), valid_to: to }] },
        subject: `kg review: end ${fact} (${to})`,
      };
    }
  }
  const from = edits.valid_from ?? proposal.from;
  const { confidence } = edits;
  const statement = checkStatement({
    ...stated,
    ...(from !== null && { valid_from: from }),
    ...(to !== null && { valid_to: to }),
    ...(confidence !== undefined && { confidence }),
  });
  const { answer } = decideAdd(work, statement, provenance, false);
  decision(writer, 'accept-proposal', proposal, { fact: answer.triple_id });
  const { triple_id, fact, valid_from, valid_to, ended, conflicts, notes } = answer;
  return {
    answer: { id: proposal.id, status: 'accepted', fact, triple_id, valid_from, valid_to, ended, conflicts, notes },
    subject: `kg review: accept ${fact}`,
  };
}

/** Ends the open fact that says what is said to be over; undefined when none is open. The drawer is a further source of it. */
function end(
  { facts, writer }: FactsToWrite,
  { subject, predicate, object }: { subject: string; predicate: string; object: string },
  to: string,
  provenance: Provenance,
): ReturnType<FactsToWrite['facts']['ofTriple']>[number] | undefined {
  const open = facts
    .ofTriple(subject, predicate, object)
    .find((fact) => fact.retracted === null && fact.to === null && fact.start < validity(null, to).end);
  if (open === undefined) return undefined;
  writer.end(open.id, to);
  if (provenance.drawer !== undefined) writer.confirm(open.id, provenance);
  return open;
}

function decision(
  writer: FactWriter,
  op: DecisionOp,
  { id, subject, predicate, object, over, sources }: Proposal,
  more: Record<string, unknown>,
): void {
  writer.remark(op, {
    proposal: id,
    subject,
    predicate,
    object,
    ...(over && { over }),
    drawer: sources[0]?.drawer ?? undefined,
    ...more,
  });
}

function nothingYet({ id, from, to }: Proposal): Omit<Answer, 'status' | 'fact'> {
  return { id, triple_id: null, valid_from: from, valid_to: to, ended: [], conflicts: [], notes: [] };
}

/** Proposals by their ids, each once. */
function choose({ standing }: FoundProposals, ids: readonly string[]): StandingProposal[] {
  const chosen = new Map<string, StandingProposal>();
  for (const given of ids) {
    const digits = given.trim().toLowerCase().replace(/^p-/, '');
    const found = /^[0-9a-f]{4,12}$/.test(digits)
      ? standing.filter(({ proposal }) => proposal.id.startsWith(`p-${digits}`))
      : [];
    const [only] = found;
    if (only === undefined)
      throw new PalaceError('not-found', `there is no proposal ${JSON.stringify(given.slice(0, 40))}`, {
        exit: EXIT.notFound,
        next: ['palace kg propose lists them with their ids'],
        details: { id: given },
      });
    if (found.length > 1)
      throw new PalaceError('ambiguous-id', `${given} is the beginning of ${found.length} proposals`, {
        exit: EXIT.usage,
        next: found.slice(0, 5).map(({ proposal }) => proposal.id),
      });
    chosen.set(only.proposal.id, only);
  }
  return [...chosen.values()];
}
