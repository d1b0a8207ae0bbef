import type { Palace } from '../../palace/types.js';

export type CheckStatus = 'ok' | 'warning' | 'problem';

/** One thing that the doctor looked at. */
export interface Check {
  /** Stable words: `git`, `repository`, `line-endings`, … */
  name: string;
  /** `warning`: works, but look at it. `problem`: something is broken or hidden. */
  status: CheckStatus;
  /** One sentence. */
  message: string;
  /** Paths, with `:line` where known; all of them. */
  places: string[];
  /** What to type or do, most useful first. */
  next: string[];
  /** Repaired in this run. */
  fixed: boolean;
}

export interface DoctorResult {
  /** Absolute path. */
  palace: string;
  checks: Check[];
  problems: number;
  warnings: number;
  fixed: number;
}

/** What every check gets. */
export interface Examination {
  palace: Palace;
  /** Repair what is safe to repair. */
  fix: boolean;
}

export type Details = Partial<Pick<Check, 'places' | 'next' | 'fixed'>>;

/** A check with nothing more to say than its sentence, unless told. */
export function check(name: string, status: CheckStatus, message: string, details: Details = {}): Check {
  return { name, status, message, places: [], next: [], fixed: false, ...details };
}
