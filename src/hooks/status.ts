import { readFileSync } from 'node:fs';
import type { Runtime } from '../base/runtime.js';
import { readHooks } from '../clients/hook-entries.js';
import type { HookStatus } from '../clients/hook-status.js';
import { HARNESSES, type Harness, TITLES } from '../clients/names.js';
import type { Palace } from '../palace/types.js';
import { hookStore } from './capture.js';
import { areOff } from './run.js';

/** Lines of the log that are shown. */
const LAST = 3;

/** What stands in the configurations of programs, and in the log of this palace. @throws what reading them says. */
export async function hookStatus(
  runtime: Pick<Runtime, 'home' | 'env' | 'platform'>,
  palace: Palace | undefined,
  harness?: Harness,
): Promise<HookStatus> {
  const programs = await Promise.all(
    HARNESSES.filter((each) => harness === undefined || each === harness).map(async (each) => ({
      harness: each,
      title: TITLES[each],
      ...(await readHooks(each, runtime)),
    })),
  );
  const store = palace === undefined ? undefined : hookStore(palace);
  return {
    programs,
    off: areOff(runtime.env),
    waiting: store?.waiting ?? 0,
    log: store?.logFile ?? null,
    last: store === undefined ? [] : lastLines(store.logFile),
  };
}

function lastLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LAST);
  } catch {
    // Nothing has been filed yet.
    return [];
  }
}
