import type { Palace } from '../../palace/types.js';
import { findProposals, type ProposalScope, proposalRow } from './find.js';
import type { ProposeResult } from './types.js';

export interface ProposeRequest extends ProposalScope {
  /** Most proposals to give; default 50. */
  limit?: number;
  /** Those that are known, accepted or rejected too, after the open ones. Default false. */
  decided?: boolean;
}

export const DEFAULT_PROPOSALS = 50;

/**
 * Facts that drawers state and that the graph does not know: proposals, never asserted by themselves. The surest first. Nothing is
 * written.
 * @throws PalaceError as `findProposals`.
 */
export async function proposeFacts(palace: Palace, request: ProposeRequest): Promise<ProposeResult> {
  const found = await findProposals(palace, request);
  const limit = Math.max(0, Math.trunc(request.limit ?? DEFAULT_PROPOSALS));
  const count = (status: string): number => found.standing.filter((each) => each.status === status).length;
  const chosen = found.standing
    .filter(({ status }) => status === 'open' || request.decided === true)
    .sort(
      (a, b) =>
        Number(b.status === 'open') - Number(a.status === 'open') ||
        b.proposal.confidence - a.proposal.confidence ||
        compare(a.proposal.sources[0]?.path ?? '', b.proposal.sources[0]?.path ?? '') ||
        (a.proposal.sources[0]?.lines[0] ?? 0) - (b.proposal.sources[0]?.lines[0] ?? 0) ||
        compare(a.proposal.id, b.proposal.id),
    );
  return {
    proposals: chosen.slice(0, limit).map((each) => proposalRow(found, each)),
    total: count('open'),
    limit,
    drawers: found.drawers,
    known: count('known'),
    accepted: count('accepted'),
    rejected: count('rejected'),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
