import type { Runtime } from '../base/runtime.js';
import type { FrontMatterValue } from '../palace/types.js';

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
}

/** Where the files of one mine come from: a project folder, a folder of exports, a single file. */
export interface SourceRoot {
  /** Absolute, real path. */
  path: string;
  /** `git:host/owner/repo` for a repository with a remote, else `file:<folder name>`; the same on every machine. */
  key: string;
  /** Folder inside the repository that `path` is, '' at its top; unit paths are relative to the repository top. */
  prefix: string;
  isGit: boolean;
}

export interface ReadOptions {
  tools: 'full' | 'brief' | 'none';
  /** Bytes; a larger source is skipped with a reason. */
  maxBytes: number;
}

/**
 * One unit that a person would want to open: a project file, a conversation, a note. The drawer made of it is a function
 * of these fields alone: no clock, user, machine or checkout in them.
 */
export interface SourceUnit {
  kind: 'file' | 'conversation' | 'note';
  /** `git:host/owner/repo#path`, `file:<project>#path`, `claude-code:<session>`, … */
  source: string;
  title: string;
  /** ISO date or UTC timestamp from the content, the export or the project's own commit. */
  date?: string;
  /** Exact UTF-8 bytes of the memory, whole (the mine service cuts parts). For conversations: transcript/1. */
  body: Buffer;
  /** `transcript/1` or absent. */
  format?: 'transcript/1';
  encoding?: string;
  /** Further front-matter facts of the source: `model`, `cwd`, `git_branch`. */
  facts?: Readonly<Record<string, FrontMatterValue>>;
  /** Wing that the source itself suggests (folder name of a session's working directory); a slug is made of it later. */
  wingHint?: string;
  /** Relative path for routing to a room; '' for a conversation. */
  routePath: string;
  notKept: NotKept[];
}

export interface SkippedSource {
  path: string;
  /** `binary`, `symlink`, `not-a-regular-file`, `too-large`, `empty`, `unreadable`, `no-adapter`, … plus a plain sentence. */
  reason: string;
  detail?: string;
}

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
  readonly transforms: readonly string[];
  readonly drops: readonly string[];
  /** 0 = not mine; the highest confidence (0-1) takes the file. Looks at name and `head` only. */
  detect(candidate: Candidate): number;
  read(candidate: Candidate, root: SourceRoot, options: ReadOptions, runtime: Runtime): AsyncIterable<SourceUnit>;
}
