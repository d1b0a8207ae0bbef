import { FactChecker } from '../../facts/check/check.js';
import type { Facts } from '../../facts/facts.js';
import { candidatesOf } from '../../facts/proposals/candidates.js';
import { type Decision, readDecisions } from '../../facts/proposals/decisions.js';
import {
  dayOf,
  decisionOn,
  gatherProposals,
  knownAs,
  type Proposal,
  type ProposalSource,
} from '../../facts/proposals/proposals.js';
import { openFacts } from '../../facts/read.js';
import { momentIfDate, momentInWords } from '../../history/moments.js';
import type { DrawerRow } from '../../index/types.js';
import { readDrawer } from '../../palace/drawers.js';
import { roomName, wingName } from '../../palace/names.js';
import type { Palace } from '../../palace/types.js';
import { DEFAULT_WING } from '../add/add.js';
import { drawerTexts } from '../check/drawer-texts.js';
import { issueRow } from '../check/rows.js';
import { mustStand } from '../select/filters.js';
import { liveRows } from '../select/live-rows.js';
import type { ProposalRow } from './types.js';

/** Drawers that are read for proposals. */
export interface ProposalScope {
  wing?: string;
  room?: string;
  /** Drawers from this date on, by their own date, else when they were filed. */
  since?: string;
}

/** A proposal, what was decided about it, and what the graph knows of it. */
export interface StandingProposal {
  proposal: Proposal;
  status: ProposalRow['status'];
  decision: Decision | undefined;
}

export interface FoundProposals {
  standing: StandingProposal[];
  facts: Facts;
  checker: FactChecker;
  drawers: number;
}

/**
 * Facts that drawers state, each with what became of it. Computed from the drawers of the work tree; only decisions are stored.
 * @throws PalaceError `bad-date`, `bad-name` (exit 2), `not-found` (exit 4) for wing and room.
 */
export async function findProposals(palace: Palace, scope: ProposalScope): Promise<FoundProposals> {
  const [{ facts, now }, decisions, rows] = await Promise.all([
    openFacts(palace),
    readDecisions(palace),
    chosenRows(palace, scope),
  ]);
  const checker = new FactChecker(facts);
  const found: Parameters<typeof gatherProposals>[0][number][] = [];
  for (const row of rows) {
    const drawer = await readDrawer(palace, row.path).catch(() => undefined);
    if (drawer === undefined) continue;
    const ourselves = row.wing === DEFAULT_WING ? undefined : row.wing;
    for (const { text, firstLine, at } of drawerTexts(drawer))
      for (const claim of checker.read(text, at ?? now, firstLine)) {
        const source: ProposalSource = {
          drawer: drawer.front.id ?? null,
          path: row.path,
          lines: claim.lines,
          quote: claim.quote,
          at,
        };
        for (const candidate of candidatesOf(claim, facts, { ourselves, day: dayOf(at) }))
          found.push({ candidate, source });
      }
  }
  const standing = gatherProposals(found).map((proposal): StandingProposal => {
    const decision = decisionOn(facts, decisions, proposal);
    if (decision?.status === 'rejected') return { proposal, status: 'rejected', decision };
    const known = knownAs(facts, proposal, now);
    if (known === undefined) return { proposal, status: 'open', decision: undefined };
    return { proposal, status: decision === undefined ? 'known' : 'accepted', decision };
  });
  return { standing, facts, checker, drawers: rows.length };
}

async function chosenRows(palace: Palace, scope: ProposalScope): Promise<DrawerRow[]> {
  const wing = scope.wing === undefined ? undefined : wingName(scope.wing);
  const room = scope.room === undefined ? undefined : roomName(scope.room);
  const since = scope.since === undefined ? undefined : await momentInWords(scope.since, 'since', palace.runtime.now());
  const rows = await liveRows(palace);
  if (wing !== undefined)
    mustStand(
      'wing',
      wing,
      rows.map((row) => row.wing),
    );
  const inWing = rows.filter((row) => wing === undefined || row.wing === wing);
  if (room !== undefined)
    mustStand(
      'room',
      room,
      inWing.map((row) => row.room),
    );
  return inWing.filter(
    (row) => (room === undefined || row.room === room) && (since === undefined || isSince(row, since)),
  );
}

function isSince({ front }: DrawerRow, since: Date): boolean {
  const text = front.date ?? front.filed;
  const moment = typeof text === 'string' ? momentIfDate(text) : undefined;
  return moment === undefined || moment >= since;
}

/** A proposal for an answer, with what the facts say against it. */
export function proposalRow(
  { facts, checker }: FoundProposals,
  { proposal, status, decision }: StandingProposal,
): ProposalRow {
  const { id, subject, predicate, object, from, to, over, confidence, sources, candidate } = proposal;
  const at = sources[0]?.at;
  const issues = status === 'open' && at !== undefined ? checker.issuesOf(candidate.claim, at) : [];
  return {
    id,
    subject: facts.displayName(subject),
    predicate,
    object: facts.displayName(object),
    valid_from: from,
    valid_to: to,
    over,
    confidence,
    status,
    sources: sources.map((source) => ({
      drawer: source.drawer,
      path: source.path,
      lines: source.lines,
      quote: source.quote,
      date: dayOf(source.at) ?? null,
    })),
    // That a fact still holds is what the proposal is about.
    conflicts: issues.filter(({ kind }) => kind !== 'still_holds').map((found) => issueRow(facts, found)),
    decided: decision === undefined ? null : { at: decision.at, by: decision.by, reason: decision.reason },
  };
}
