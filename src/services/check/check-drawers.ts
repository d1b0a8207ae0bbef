import { bySeverity, FactChecker } from '../../facts/check/check.js';
import { graphIssues } from '../../facts/check/graph.js';
import type { Facts } from '../../facts/facts.js';
import { queryFacts } from '../../facts/query.js';
import { openFacts } from '../../facts/read.js';
import { momentIfDate, momentInWords } from '../../history/moments.js';
import type { DrawerRow } from '../../index/types.js';
import { readDrawer } from '../../palace/drawers.js';
import { wingName } from '../../palace/names.js';
import type { DrawerFile, Palace } from '../../palace/types.js';
import { mustStand } from '../select/filters.js';
import { liveRows } from '../select/live-rows.js';
import { drawerTexts } from './drawer-texts.js';
import { issueRow } from './rows.js';
import type { CheckIssue, GraphCheckResult } from './types.js';

/** Without `since`, drawers of so many days. */
export const RECENT_DAYS = 30;

export interface GraphCheckRequest {
  /** Only drawers of this wing; the graph as a whole in any case. */
  wing?: string;
  /** Drawers from this date on. Default the last 30 days. */
  since?: string;
  /** False: only what is wrong within the graph. Default true. */
  drawers?: boolean;
}

/**
 * What does not fit together: within the facts, and between them and what drawers of late state. Nothing is written.
 * @throws PalaceError `bad-date`, `bad-name` (exit 2), `not-found` (exit 4) for the wing.
 */
export async function checkGraph(palace: Palace, request: GraphCheckRequest): Promise<GraphCheckResult> {
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const { facts, now } = await openFacts(palace);
  const since =
    request.since === undefined
      ? new Date(now - RECENT_DAYS * 86_400_000)
      : await momentInWords(request.since, 'since', new Date(now));
  const issues = bySeverity(graphIssues(facts, now)).map((found) => issueRow(facts, found));
  let drawers: GraphCheckResult['drawers'] = null;
  if (request.drawers !== false) {
    const rows = await liveRows(palace);
    if (wing !== undefined)
      mustStand(
        'wing',
        wing,
        rows.map((row) => row.wing),
      );
    const chosen = rows.filter((row) => (wing === undefined || row.wing === wing) && isSince(row, since));
    const checked = await checkPaths(
      palace,
      facts,
      chosen.map(({ path }) => path),
      now,
    );
    issues.push(...checked.issues);
    drawers = { since: since.toISOString(), checked: chosen.length, claims: checked.claims };
  }
  const known = queryFacts(facts, {}).length;
  return { as_of: new Date(now).toISOString(), facts: known, issues, total: issues.length, drawers };
}

function isSince({ front }: DrawerRow, since: Date): boolean {
  const text = front.date ?? front.filed;
  const moment = typeof text === 'string' ? momentIfDate(text) : undefined;
  // What has no date may be of today.
  return moment === undefined || moment >= since;
}

/** Contradictions of drawers, by their paths. A drawer that cannot be read is passed over: `doctor` names it. */
async function checkPaths(
  palace: Palace,
  facts: Facts,
  paths: readonly string[],
  now: number,
): Promise<{ issues: CheckIssue[]; claims: number }> {
  const checker = new FactChecker(facts);
  const issues: CheckIssue[] = [];
  let claims = 0;
  for (const path of paths) {
    const drawer = await readDrawer(palace, path).catch(() => undefined);
    if (drawer === undefined) continue;
    const checked = checkDrawer(checker, facts, { ...drawer, path }, now);
    issues.push(...checked.issues);
    claims += checked.claims;
  }
  return { issues, claims };
}

/** Contradictions of one drawer, each text of it as of the day on which it was written. */
export function checkDrawer(
  checker: FactChecker,
  facts: Facts,
  drawer: Pick<DrawerFile, 'front' | 'body'> & { path: string },
  now: number,
): { issues: CheckIssue[]; claims: number } {
  const { front, path } = drawer;
  const place = { id: front.id ?? null, path, date: front.date ?? null };
  const issues: CheckIssue[] = [];
  let claims = 0;
  for (const { text, firstLine, at = now } of drawerTexts(drawer)) {
    const checked = checker.check(text, { at, firstLine });
    claims += checked.claims;
    for (const found of bySeverity(checked.issues)) issues.push(issueRow(facts, found, place));
  }
  return { issues, claims };
}
