import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PalaceError } from '../../base/errors.js';
import type { Facts } from '../../facts/facts.js';
import { readDrawer } from '../../palace/drawers.js';
import { PATHS } from '../../palace/layout.js';
import type { DrawerFile, Palace } from '../../palace/types.js';
import type { CheckIssue } from './types.js';

/** What a bulk of new drawers says against the facts. */
export interface Contradictions {
  /** Of all that were looked at. */
  total: number;
  /** Drawers looked at, and left for `palace kg check`. */
  checked: number;
  left: number;
  /** The first ones. */
  issues: CheckIssue[];
}

/** Bytes of new drawers that `mine` compares; more than that is left to `palace kg check`. */
const MOST_BYTES = 4_000_000;
const MOST_ISSUES = 20;

/**
 * What a new drawer says against the facts: a remark, never a reason not to file it. Nothing is loaded where there are no facts;
 * what goes wrong here costs the remark and one line.
 */
export async function contradictionsOf(
  palace: Palace,
  drawer: Pick<DrawerFile, 'front' | 'body'> & { path: string },
): Promise<CheckIssue[]> {
  return (
    (await withFacts(palace, async (facts, now) => {
      const [{ FactChecker }, { checkDrawer }] = await modules();
      return checkDrawer(new FactChecker(facts), facts, drawer, now).issues;
    })) ?? []
  );
}

/** The same for the drawers at some paths of the work tree; null where there are no facts or no drawers. */
export async function contradictionsIn(palace: Palace, paths: readonly string[]): Promise<Contradictions | null> {
  if (paths.length === 0) return null;
  const found = await withFacts(palace, async (facts, now) => {
    const [{ FactChecker }, { checkDrawer }] = await modules();
    const checker = new FactChecker(facts);
    const sum: Contradictions = { total: 0, checked: 0, left: 0, issues: [] };
    let bytes = 0;
    for (const path of paths) {
      if (bytes >= MOST_BYTES) {
        sum.left++;
        continue;
      }
      const drawer = await readDrawer(palace, path).catch(() => undefined);
      if (drawer === undefined) continue;
      bytes += drawer.body.length;
      const { issues } = checkDrawer(checker, facts, drawer, now);
      sum.checked++;
      sum.total += issues.length;
      sum.issues.push(...issues.slice(0, MOST_ISSUES - sum.issues.length));
    }
    return sum;
  });
  return found ?? null;
}

async function withFacts<T>(palace: Palace, work: (facts: Facts, now: number) => Promise<T>): Promise<T | undefined> {
  try {
    if (!existsSync(join(palace.root, PATHS.facts))) return undefined;
    const { openFacts } = await import('../../facts/read.js');
    const { facts, now } = await openFacts(palace);
    return await work(facts, now);
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    palace.runtime.logger.warn(`the new words were not compared with the facts: ${error.message}`);
    return undefined;
  }
}

function modules(): Promise<[typeof import('../../facts/check/check.js'), typeof import('./check-drawers.js')]> {
  return Promise.all([import('../../facts/check/check.js'), import('./check-drawers.js')]);
}
