import type { SecretFinding } from '../../palace/types.js';

export interface ImportRequest {
  /** A folder or file that `export` or another program made, or the folder of another palace; relative to `runtime.cwd`, or absolute. */
  path: string;
  /** Take it for what this program wrote, whatever it looks like. */
  from?: ImportProgram;
  /** File every drawer in this wing instead of its own. */
  wing?: string;
  /** Show what would be done. */
  dryRun?: boolean;
  /** Name of the agent in whose name this is filed; a person when absent. */
  by?: string;
}

/** Programs whose memories can be imported. */
export const IMPORT_PROGRAMS = ['palace', 'mempalace', 'basic-memory', 'memory-server'] as const;
export type ImportProgram = (typeof IMPORT_PROGRAMS)[number];

/**
 * The form in which something was imported: `markdown` and `jsonl` are exports of a palace, `bundle` is a palace in one file, `mempalace` is the database of the
 * original, `mempalace-markdown` its export.
 */
export type ImportFormat =
  | 'markdown'
  | 'jsonl'
  | 'bundle'
  | 'mempalace'
  | 'mempalace-markdown'
  | 'basic-memory'
  | 'memory-server';

/** A drawer (or a `wing.yaml`) on its way into the palace. */
export interface Incoming {
  /** Where it is to stand: `wings/<wing>/<room>/…`. */
  path: string;
  /** Its whole file. */
  bytes: Buffer;
  /** Where it was read, for people: a path, a line of a file. */
  where: string;
}

/** Something that was not imported, and why. */
export interface NotImported {
  where: string;
  reason: string;
  /** It should have been a drawer, and its words are not in the palace. */
  damaged: boolean;
}

/** A fact as another program has it; dates as it wrote them. */
export interface ForeignFact {
  subject: string;
  predicate: string;
  object: string;
  valid_from?: string;
  valid_to?: string;
  /** 0 to 1. */
  confidence?: number;
  source_closet?: string;
  source_file?: string;
}

/** All facts of one source, on their way into the palace together. */
export interface IncomingFacts {
  facts: ForeignFact[];
  where: string;
}

/** What a reader gives: drawers, facts, and what is neither. */
export type Reading = AsyncIterable<Incoming | IncomingFacts | NotImported>;

/** A drawer whose place or id is taken by other words. Both are kept. */
export interface ImportConflict {
  /** Of the drawer that stands. */
  id: string;
  /** Of the drawer that stands. */
  path: string;
  /** Where the newcomer is, or would be. */
  beside: string;
  where: string;
  message: string;
}

export interface ImportResult {
  /** Absolute. */
  source: string;
  format: ImportFormat;
  dry_run: boolean;
  drawers: {
    added: number;
    /** The same stand already, byte for byte. */
    unchanged: number;
    /** Kept beside a drawer that has their id or place; of these, some may have been there before. */
    conflicts: number;
    /** Purged once, and not filed again. */
    forgotten: number;
  };
  /** By what became of them; `merged`: one that is known here says more now. */
  facts: { added: number; merged: number; unchanged: number };
  /** Of the drawers that were added. */
  wings: string[];
  conflicts: ImportConflict[];
  left: NotImported[];
  commits: string[];
  secrets: SecretFinding[];
  notes: string[];
}
