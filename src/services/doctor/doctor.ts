import { EXIT, PalaceError } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { openPalace } from '../../palace/open.js';
import type { Palace } from '../../palace/types.js';
import { checkContents } from './contents.js';
import { checkIndex } from './index-cache.js';
import { checkLeftovers } from './leftovers.js';
import { checkLineEndings } from './line-endings.js';
import { checkLogs } from './logs.js';
import { checkRepository } from './repository.js';
import { type Check, check, type DoctorResult, type Examination } from './types.js';

export type { Check, CheckStatus, DoctorResult } from './types.js';

export interface DoctorRequest {
  /** Repair what is safe: attributes, `core.autocrlf`, stale locks and temporary files, the search index. Default false. */
  fix?: boolean;
}

/**
 * Looks at everything that can be wrong with a palace, and says of each what to do. Memories are never changed.
 * @throws PalaceError `interrupted`.
 */
export async function doctor(palace: Palace, { fix = false }: DoctorRequest = {}): Promise<DoctorResult> {
  const examination: Examination = { palace, fix };
  const opened = check('palace', 'ok', `format ${palace.shared.format}, trusted on this machine`);
  const steps: [string, (examination: Examination) => Promise<Check[]>][] = [
    ['repository', checkRepository],
    ['line-endings', checkLineEndings],
    ['leftovers', checkLeftovers],
    ['drawers', checkContents],
    ['logs', checkLogs],
    ['index', checkIndex],
  ];
  const checks = [opened];
  for (const [name, step] of steps) checks.push(...(await attempt(name, () => step(examination))));
  return resultOf(palace.root, checks);
}

/**
 * {@link doctor} for the palace at `root`, also for one that cannot be opened (a broken palace.yaml, a newer format, no trust):
 * then the reason is the one problem, and nothing else is looked at.
 * @throws PalaceError `no-palace` and others with exit code 3 or 2.
 */
export async function examine(root: string, runtime: Runtime, request: DoctorRequest = {}): Promise<DoctorResult> {
  let palace: Palace;
  try {
    palace = await openPalace(root, runtime);
  } catch (error) {
    if (!(error instanceof PalaceError) || error.exit !== EXIT.failed) throw error;
    return resultOf(root, [check('palace', 'problem', error.message, { next: [...error.next] })]);
  }
  try {
    return await doctor(palace, request);
  } finally {
    await palace.close();
  }
}

function resultOf(palace: string, checks: Check[]): DoctorResult {
  const count = (status: Check['status']): number => checks.filter((one) => one.status === status).length;
  return {
    palace,
    checks,
    problems: count('problem'),
    warnings: count('warning'),
    fixed: checks.filter((one) => one.fixed).length,
  };
}

/** One check that fails must not hide the others. */
async function attempt(name: string, step: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof PalaceError && error.exit === EXIT.interrupted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const next = error instanceof PalaceError ? [...error.next] : [];
    return [check(name, 'problem', `could not be checked: ${message}`, { next })];
  }
}
