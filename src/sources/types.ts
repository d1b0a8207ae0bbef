import type { Runtime } from '../base/runtime.js';
import type { FrontMatterValue } from '../palace/types.js';
import type { StatKey } from './stat-key.js';
import type { Trace } from './trace.js';

/** Something left out on purpose or by necessity: counted and named in the report, never silent. */
export interface NotKept {
  /** Stable words: `system-reminder blocks`, `sub-agent transcripts`, `damaged lines`, `hidden context`. */
  what: string;
  count: number;
  bytes: number;
}

/** A file offered to the adapters. */
export interface Candidate {
  /** Absolute path. */
  path: string;
  /** Relative to the mined root, with `/`. */
  relative: string;
  size: number;
  /** First bytes, at most 64 KiB, for detection. */
  head: Buffer;
  modified: Date;
  /** How a markdown or text file here is understood when nothing else says: as a file of a project or as a note. */
  place: Place;
  /** What the file system said of it before it was opened (`statKey`). */
  stat: StatKey;
  /** Where a reading takes down what else it looks at; absent where nobody wants to know. */
  trace?: Trace;
}

/** `project`: a code base; `notes`: a folder of notes and chats (no git project, mostly notes; or `--mode chats`). */
export type Place = 'project' | 'notes';

/** Where the files of one mine come from: a project folder, a folder of exports, a single file. */
export interface SourceRoot {
  /** Absolute, real path. */
  path: string;
  /** `git:host/owner/repo` for a repository with a remote, else `file:<folder name>`; the same on every machine. */
  key: string;
  /** Folder inside the repository that `path` is, '' at its top; unit paths are relative to the repository top. */
  prefix: string;
  isGit: boolean;
  /** What a `.md` or `.txt` file is taken for in mode `auto`. */
  place: Place;
  /** Name of the one file in `path` that was asked for; absent when the whole folder was. */
  file?: string;
  /** The user's ignore file for all repositories; read only where git itself cannot be asked. */
  excludesFile?: string;
}

/** Memory that was used before: fresh memory costs more than what is done with it. */
export interface SpareMemory {
  /** At least so many bytes; undefined when there are none. */
  take(bytes: number): Buffer | undefined;
  free(bytes: Buffer): void;
}

export interface ReadOptions {
  tools: 'full' | 'brief' | 'none';
  /** Bytes; a larger source is skipped with a reason. */
  maxBytes: number;
  /**
   * Commit dates of a git project: path in the repository (`unitPath`) -> ISO UTC time of the newest commit that touched it
   * (`Project.commitDates`). For files whose name and text say no day of their own.
   */
  dates?: ReadonlyMap<string, string>;
  /** Memory that is used again. With it `readLong` gives in pieces what is longer than one: what goes out comes back. */
  memory?: SpareMemory;
  /**
   * Read the sub-agent transcripts of coding agents as conversations of their own. Default: those in a file that was named by
   * itself; in folders they are counted.
   */
  subagents?: boolean;
}

/**
 * One unit that a person would want to open: a project file, a conversation, a note. The drawer made of it is a function
 * of these fields alone: no clock, user, machine or checkout in them.
 */
export interface SourceUnit {
  kind: 'file' | 'conversation' | 'note';
  /** `git:host/owner/repo#path`, `file:<project>#path`, `claude-code:<session>`, … */
  source: string;
  /** '' when the source names none: nothing is invented. */
  title: string;
  /** Words for the file name where `title` is '' (the first line that the person wrote). */
  nameHint?: string;
  /** ISO date or UTC timestamp from the content, the export or the project's own commit. */
  date?: string;
  /** Where `date` is from. `modified` (file time, outside git only) says little: keep an older date when only it changed. */
  dateFrom?: 'commit' | 'content' | 'modified';
  /** Exact UTF-8 bytes of the memory, whole (the mine service cuts parts). For conversations: transcript/1. */
  body: Buffer;
  /** `transcript/1` or absent. */
  format?: 'transcript/1';
  encoding?: string;
  /** Further front-matter facts of the source: `model`, `cwd`, `git_branch`. */
  facts?: Readonly<Record<string, FrontMatterValue>>;
  /** Wing that the source itself suggests (folder name of a session's working directory); a slug is made of it later. */
  wingHint?: string;
  /** The conversation may go on in another file under another id, which repeats its messages under the same ids. */
  resumes?: true;
  /** Relative path for routing to a room; '' for a conversation. */
  routePath: string;
  notKept: NotKept[];
  /** Sentences for the person who mines: what was guessed, what was taken as plain text. */
  notes?: readonly string[];
}

/** Bytes of a body beyond which `readLong` gives it in pieces. */
export const LONG_BODY = 32 * 1024 * 1024;

/**
 * A run of whole messages of a body that is too long to be held: what `body` of the unit that follows begins with. It is good until the
 * next one is asked for: its memory is used again.
 */
export interface BodyPiece {
  piece: Buffer;
  /** `source` of the unit. */
  source: string;
}

/** The pieces that came so far are not as they must be, as only the end of the file showed: they come again, from the first one on. */
export interface StartOver {
  startOver: true;
}

export interface SkippedSource {
  /** Relative to the mined root; `*.png` for all files of an extension, `folder/` for a folder. */
  path: string;
  /** A stable word. */
  reason: SkipReason;
  /** A plain sentence. */
  detail?: string;
  /** Files that this entry stands for. Default 1; unknown for a folder that was not entered. */
  count?: number;
  /** What of it is counted as deliberately left out (sub-agent transcripts). */
  notKept?: readonly NotKept[];
}

export const SKIP_REASONS = [
  'binary',
  'bookkeeping',
  'damaged',
  'empty',
  'encrypted',
  'extension',
  'ignored',
  'lock-file',
  'missing-package',
  'name-not-utf8',
  'nested-palace',
  'nested-repository',
  'no-adapter',
  'part-of',
  'not-a-regular-file',
  'secret-in-name',
  'secrets-file',
  'skip-list',
  'sub-agent',
  'symlink',
  'too-large',
  'unreadable',
  'unsafe-archive',
  'vanished',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * Reads one kind of source. Declares what it transforms and drops; the conformance test feeds each adapter its fixtures
 * and fails on an undeclared change.
 */
export interface SourceAdapter {
  readonly name: string;
  /** Raised when the adapter learns to read more, so that the next mine updates its drawers. */
  readonly version: number;
  readonly kind: SourceUnit['kind'];
  /** `project`: files of a code base; `private`: conversations and notes. */
  readonly privacy: 'project' | 'private';
  /** Reads piece by piece: a file may be larger than what is read whole. */
  readonly streams?: true;
  readonly transforms: readonly string[];
  readonly drops: readonly string[];
  /** 0 = not mine; the highest confidence (0-1) takes the file. Looks at name and `head` only. */
  detect(candidate: Candidate): number;
  read(candidate: Candidate, root: SourceRoot, options: ReadOptions, runtime: Runtime): AsyncIterable<SourceUnit>;
  /**
   * The same, but a body of more than {@link LONG_BODY} bytes (of more than a piece, with `memory`) comes in pieces, in order, before
   * its unit, which has the rest as its `body`.
   */
  readLong?(
    candidate: Candidate,
    root: SourceRoot,
    options: ReadOptions,
    runtime: Runtime,
  ): AsyncIterable<BodyPiece | StartOver | SourceUnit>;
  /** Needs nothing but the file itself, neither others beside it nor the runtime: it may be read in a thread of its own. */
  readonly readsAlone?: true;
}
