import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { deriveFact } from '../../facts/fold.js';
import { foldWorkTree } from '../../facts/fold-store.js';
import { factLogPaths } from '../../facts/logs.js';
import { holdsAt } from '../../facts/query.js';
import type { Palace } from '../../palace/types.js';

/** Logs of more bytes are not read in passing. */
const MOST_READ = 1024 * 1024;

/** The facts at a glance. */
export interface FactsGlance {
  /** Facts that were not retracted; null where counting them would take long (`palace kg stats` counts). */
  total: number | null;
  /** Of them, those that hold now; null as above. */
  current: number | null;
  /** Lines of the logs that do not count. */
  damaged: number;
}

/** Counts facts where that costs milliseconds. Writes nothing, not even a cache. */
export async function glanceAtFacts(palace: Palace): Promise<FactsGlance> {
  const paths = await factLogPaths(palace);
  if (paths.length === 0) return { total: 0, current: 0, damaged: 0 };
  const sizes = paths.map((path) => lstatSync(join(palace.root, path), { throwIfNoEntry: false })?.size ?? 0);
  if (sizes.reduce((sum, size) => sum + size, 0) > MOST_READ) return { total: null, current: null, damaged: 0 };
  const { groups, damaged } = await foldWorkTree(palace, false);
  const now = palace.runtime.now().getTime();
  let [total, current] = [0, 0];
  for (const group of groups.all()) {
    const fact = deriveFact(group);
    if (fact === undefined || fact.retracted !== null) continue;
    total++;
    if (holdsAt(fact, now)) current++;
  }
  return { total, current, damaged: damaged.length };
}
