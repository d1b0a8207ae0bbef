import type { Harness } from './names.js';

/** Hooks of all programs, and what those of this palace have done. */
export interface HookStatus {
  programs: {
    harness: Harness;
    title: string;
    file: string;
    /** Moments that palace is told of, in the program's words. */
    events: string[];
    /** Those that an installation would add. */
    missing: string[];
    commands: string[];
  }[];
  /** `PALACE_HOOKS` turns them off here. */
  off: boolean;
  /** Conversations that are put down and not filed yet. */
  waiting: number;
  /** null: there is no palace. */
  log: string | null;
  /** The newest lines of the log. */
  last: string[];
}
