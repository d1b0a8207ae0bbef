import type { NotKept } from '../../sources/types.js';
import type { Label } from '../../text/label-names.js';
import type { Contradictions } from '../check/note.js';
import type { EmbedResult } from '../embed/embed.js';

/** What `mine` is asked to do. */
export interface MineRequest {
  /** Files and folders, absolute or relative to `runtime.cwd`. At least one. */
  paths: readonly string[];
  /** `auto` (default): each file as what it is; `files`: project files only; `chats`: conversations and notes only. */
  mode?: 'auto' | 'files' | 'chats';
  /** Default: the session's own, else the wing that holds this source already, else the folder's name. */
  wing?: string;
  /** Default: routed by folders, file names and keywords; `general` when nothing fits. */
  room?: string;
  /** Read every file with this adapter. */
  adapter?: string;
  /** Plan only: nothing is written anywhere, not even a cache. */
  dryRun?: boolean;
  /** Read at most so many sources. */
  limit?: number;
  /** Honour ignore rules; default true. */
  gitignore?: boolean;
  /** Patterns (gitignore syntax) that beat the ignore rules and the skip lists. */
  include?: readonly string[];
  /** What to keep of tool calls in conversations; default `full`. */
  tools?: 'full' | 'brief' | 'none';
  /**
   * Read the transcripts of sub-agents as conversations of their own. Default: those in a file that was named by itself; in
   * folders they are counted.
   */
  subagents?: boolean;
  /** `general`: tell in the report what the memories are about. Every word is kept either way. Default `exchange`. */
  extract?: 'exchange' | 'general';
  /** Name of the agent in whose name this is filed; a person when absent. */
  by?: string;
  /** Move drawers that stand already to the room that routing gives today. */
  reroute?: boolean;
  /** Make vectors of what was filed, once it is committed. Default false: searches and `index refresh` do. */
  embed?: boolean;
  /** Remove drawers of vanished sources even when they are more than `mine.vanish_limit` of the wing's. */
  allowVanished?: boolean;
}

/** How many drawers each thing happened to. `moved`: the source was renamed (or `--reroute` moved the file). */
export interface DrawerCounts {
  added: number;
  changed: number;
  unchanged: number;
  moved: number;
  removed: number;
  /** Edited by hand, and the source changed elsewhere: both are in the drawer now. */
  merged: number;
  /** Removed by a person before, so not filed again. */
  ignored: number;
}

/** Drawers that were brought up to date because the adapter of their source learned to read more. */
export interface LearnedReader {
  adapter: string;
  /** The version that read them now. */
  version: number;
  drawers: number;
}

export interface MinedFile {
  path: string;
  adapter: string;
  ids: string[];
}

export interface SkippedFile {
  path: string;
  reason: string;
  detail?: string;
  /** Files that this line stands for; 1 when absent. */
  count?: number;
}

/** Words: `overlap` (both sides changed the same lines), `unsaved-edit`, `broken-front-matter`. */
export interface MineConflict {
  reason: 'overlap' | 'unsaved-edit' | 'broken-front-matter';
  path: string;
  id: string;
  /** Drawer that holds the new source beside the edited one, where there is one. */
  beside: string | null;
  message: string;
}

/** The answer of `mine`, as `--json` prints it. */
export interface MineReport {
  dry_run: boolean;
  /** Null when memories went to several wings (see `wings`) or nothing was read. */
  wing: string | null;
  wings: string[];
  sources: { read: number; skipped: number };
  drawers: DrawerCounts;
  /** Passages of the drawers added, changed and merged: what search can find now that it could not before. */
  passages: number;
  /** With `extract: general`: how many of these passages are about what; one may be about several. Else null. */
  labels: Record<Label, number> | null;
  files: MinedFile[];
  skipped: SkippedFile[];
  not_kept: NotKept[];
  /** Adapters that learned to read more since drawers of theirs were filed, by name. */
  learned: LearnedReader[];
  conflicts: MineConflict[];
  notes: string[];
  secrets: { path: string; line: number; rule: string; message: string }[];
  commits: string[];
  op_id: string | null;
  took_ms: number;
}

/** What `mine` answers. */
export interface MineResult extends MineReport {
  /** What the new words say against the facts; null where there are no facts, or nothing was written. */
  contradictions: Contradictions | null;
  /** What making vectors did after the writing; null when it was not asked for or nothing was written. */
  vectors: EmbedResult | null;
}
