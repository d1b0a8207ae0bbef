import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldOrder, type PalaceEvent, parseEvents, revokedIds } from '../../palace/events.js';
import type { Palace } from '../../palace/types.js';
import { factLogPaths } from '../logs.js';

/** Operations of `facts/` that say what became of a proposal. The fold of the facts knows nothing of them. */
export const DECISION_OPS = ['accept-proposal', 'reject-proposal'] as const;
export type DecisionOp = (typeof DECISION_OPS)[number];

/** What somebody decided about a proposal; the newest decision stands. */
export interface Decision {
  status: 'accepted' | 'rejected';
  event: string;
  at: string;
  by: string | null;
  /** Id of the proposal. */
  proposal: string;
  subject: string;
  predicate: string;
  object: string;
  over: boolean;
  reason: string | null;
}

/** Decisions of the logs of all writers, in fold order, without those that were taken back. */
export async function readDecisions(palace: Pick<Palace, 'root'>): Promise<Decision[]> {
  const events: PalaceEvent[] = [];
  for (const path of await factLogPaths(palace)) {
    const text = await readFile(join(palace.root, path), 'utf8');
    if (!text.includes('-proposal"')) continue;
    // Most lines are facts: only those are parsed that can matter here.
    const lines = text.split('\n').filter((line) => line.includes('-proposal"') || line.includes('"revoke"'));
    events.push(...parseEvents(lines.join('\n'), path).events);
  }
  return decisionsOf(events);
}

/** The decisions among some events, in any order. */
export function decisionsOf(events: readonly PalaceEvent[]): Decision[] {
  const ordered = foldOrder(events);
  const revoked = revokedIds(ordered);
  return ordered.flatMap((event): Decision[] => {
    const { op, proposal, subject, predicate, object, over, reason } = event;
    if (!DECISION_OPS.some((each) => each === op) || revoked.has(event.event)) return [];
    if (
      typeof proposal !== 'string' ||
      typeof subject !== 'string' ||
      typeof predicate !== 'string' ||
      typeof object !== 'string'
    )
      return [];
    return [
      {
        status: op === 'accept-proposal' ? 'accepted' : 'rejected',
        event: event.event,
        at: event.at,
        by: event.by ?? null,
        proposal,
        subject,
        predicate,
        object,
        over: over === true,
        reason: typeof reason === 'string' ? reason : null,
      },
    ];
  });
}
