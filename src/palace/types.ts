import type { Runtime } from '../base/runtime.js';
import type { Git, ObjectId } from '../git/types.js';
import type { Redactor } from './redactor.js';

/** A normalised slug; made by `wingName()` / `roomName()` in names.ts. */
export type WingName = string & { readonly __brand: 'WingName' };
export type RoomName = string & { readonly __brand: 'RoomName' };
/** `d-` + 16 lower-case hex digits; made by `drawerId()` in ids.ts. */
export type DrawerId = string & { readonly __brand: 'DrawerId' };
/** 64 lower-case hex digits: sha-256 of body bytes. */
export type BodyHash = string & { readonly __brand: 'BodyHash' };

export const HALLS = ['facts', 'events', 'discoveries', 'preferences', 'advice', 'diary'] as const;
export type Hall = (typeof HALLS)[number];

export type Scalar = string | number | boolean | null;
export type FrontMatterValue = Scalar | readonly Scalar[];

/**
 * Front-matter of a drawer. Known keys first, in this order when written; unknown keys are kept after them in their
 * order. See docs/format.md for each key. All are optional here because a file that a person dropped in has none.
 */
export interface FrontMatter {
  id?: DrawerId;
  title?: string;
  date?: string;
  source?: string;
  unit?: string;
  /** `transcript/1` for conversations; absent for plain text. */
  body?: string;
  /** Original character encoding where the source was not UTF-8 (WHATWG label: `gb18030`, `utf-16le`, `windows-1252`). */
  encoding?: string;
  /** 1-based ordinal, for people and for the order of joining. */
  part?: number;
  sha256?: BodyHash;
  filed?: string;
  by?: string;
  hall?: Hall;
  entities?: readonly string[];
  tags?: readonly string[];
  importance?: number;
  [key: string]: FrontMatterValue | undefined;
}

/** A drawer file taken apart. `body` is every byte after the closing line of the front-matter. */
export interface DrawerFile {
  front: FrontMatter;
  body: Buffer;
  /** 1-based line of the file on which the body begins: file line = body line + bodyLine - 1. */
  bodyLine: number;
  /** What is wrong with the front-matter, with a line of the file; the body is then the whole file. */
  problem?: { line: number; message: string };
}

/** A drawer as it stands at a path. Wing and room come from the path and stand nowhere else. */
export interface Drawer extends DrawerFile {
  path: string;
  wing: WingName;
  room: RoomName;
  blob: ObjectId;
}

/** Who does something: a person (git identity) or a named agent (`--by codex`). */
export type Actor = { kind: 'person' } | { kind: 'agent'; name: string };

/** An opened palace. */
export interface Palace {
  /** Absolute path of the work tree. */
  root: string;
  /** `.palace/cache`, absolute; may not exist. */
  cacheDir: string;
  /** `<git-common-dir>/palace`, absolute, mode 0700; may not exist. */
  stateDir: string;
  git: Git;
  runtime: Runtime;
  /** Parsed palace.yaml (untrusted: only the keys of `SharedSettings` are read from it). */
  shared: SharedSettings;
  settings: Settings;
  close(): Promise<void>;
}

/** Keys that palace.yaml may carry for all who clone. Everything else in it is kept and ignored. */
export interface SharedSettings {
  /** Version of the files on disk; this program writes 1 and refuses a higher one. */
  format: number;
  name?: string;
}

/** Resolved settings; each with its origin in `palace config`. */
export interface Settings {
  /** Larger sources are reported, not read. Bytes. Default 500 MiB... see config.ts for defaults. */
  maxSourceBytes: number;
  /** What a found secret does to a write. Never read from a shared file. */
  secrets: 'redact' | 'warn' | 'refuse' | 'off';
  /** Default number of hits. */
  searchLimit: number;
  /** The embedding model: `bundled`, `none`, `owner/name` or the path of a folder. Never read from a shared file. */
  model: string;
  /** Milliseconds to wait for another writer before giving up with exit code 7. */
  lockWaitMs: number;
  /** Files of one commit of a bulk write. */
  batchSize: number;
  /** Share (0-1) of a wing that may vanish in one mine before it stops and asks. */
  vanishLimit: number;
  /** Drawers of a room before new ones go to `<room>/<YYYY-MM>/`. */
  roomFanout: number;
  /** Relations of which a subject has one value at a time. */
  singleValued: readonly string[];
  /** Raises of the drawers whose closets fit a search best, by rank; none by default. */
  closetRaises: readonly number[];
  /** Raise of a drawer whose best passage is of the hall that a search asks for; 0 by default. */
  hallRaise: number;
  /** A room in more than this share of the wings makes no tunnel. */
  commonShare: number;
  /** Rooms that make no tunnel. */
  skipRooms: readonly string[];
}

/** One file of a change set. Paths are relative to the root, with `/`. */
export type FileWrite =
  | { kind: 'put'; path: string; content: Buffer; expect?: ObjectId | null }
  | { kind: 'remove'; path: string; expect?: ObjectId | null }
  | { kind: 'move'; from: string; to: string; content: Buffer; expect?: ObjectId | null };

export interface ChangeSet {
  /** `add`, `mine`, `edit`, `move`, `remove`, `save`, `undo`, `restore`, `init`, `trust`, `config`. */
  op: string;
  subject: string;
  /** More lines of the message, before the trailers. */
  body?: string;
  writes: readonly FileWrite[];
  by?: Actor;
  /** Trailers. One line each; CR, LF and control characters are replaced by spaces. */
  source?: string;
  session?: string;
  tool?: string;
  /** Shared by all batches of one operation; minted when absent. */
  opId?: string;
  batch?: { number: number; total: number };
  /**
   * Paths whose unsaved work-tree content is to be committed as it stands (only `save` and `edit` say so). For any other
   * path an unsaved edit refuses the change with `unsaved-edit` (exit 5).
   */
  takesUnsaved?: boolean;
  /** All words come from git's history (an undo, a restore): secrets that stand there are not kept out. */
  fromHistory?: boolean;
  /** What the caller kept secrets out of the texts with; default a new one. */
  redactor?: Redactor;
}

export interface ChangeReceipt {
  commit: ObjectId;
  opId: string;
  /** Paths written, moved to, or removed, sorted. */
  changed: { path: string; blob: ObjectId | null }[];
  /** Secrets found: kept out (with a `placeholder`) or let through. Never holds the secret itself. */
  secrets: SecretFinding[];
  indexRefreshed: boolean;
}

export interface SecretFinding {
  path: string;
  /** 1-based line of the file. */
  line: number;
  rule: string;
  /** What it is, in lower-case words with dashes: `github-token`. */
  kind: string;
  message: string;
  /** What stands there instead, where it was kept out, and what the quarantine calls it. */
  placeholder?: string;
  quarantine_id?: string;
}

/** Scans bytes that are about to be written; the seam that every write passes. */
export interface SecretScanner {
  readonly id: string;
  scan(files: readonly { path: string; content: Buffer }[]): Promise<SecretFinding[]>;
}
