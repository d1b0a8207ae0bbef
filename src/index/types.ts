import type { ObjectId } from '../git/types.js';
import type { BodyHash, DrawerId, FrontMatter, RoomName, WingName } from '../palace/types.js';
import type { QueryTerm } from '../text/tokens.js';

/** A slice of a drawer that search ranks: about 800 characters at line or message borders, with exact body lines. */
export interface Passage {
  /** 0-based within its drawer. */
  ordinal: number;
  /** 1-based body lines, end inclusive. */
  firstLine: number;
  lastLine: number;
  text: string;
  /** Own time of the passage (first message in it), ISO; absent for plain text. */
  time?: string;
}

/** What the index keeps of a drawer, enough to filter and to show a hit without reading files. */
export interface DrawerRow {
  path: string;
  wing: WingName;
  room: RoomName;
  blob: ObjectId;
  /** Provisional (`p-` + 16 hex of the path) when the file has none yet. */
  id: DrawerId | `p-${string}`;
  title: string;
  front: FrontMatter;
  bodyLine: number;
  sha256?: BodyHash;
  /** Number of passages. */
  passages: number;
}

export interface PassageHit {
  row: DrawerRow;
  ordinal: number;
  firstLine: number;
  lastLine: number;
  time?: string;
  /** BM25+ over the passages of the view; larger is better; not comparable between queries. */
  score: number;
  /** Query terms (index form) that matched. */
  terms: string[];
  /** 1-based body lines of what was found by meaning in the passage. */
  focus?: readonly [number, number];
}

export interface KeywordQuery {
  text: string;
  /** Candidates to return at most, best first; independent of the caller's limit. */
  pool: number;
  /** Filters before the cut. */
  accepts?(row: DrawerRow, passage: { firstLine: number; lastLine: number; time?: string; labels: number }): boolean;
  /** Weight of a query term; default 1 for each. */
  weight?(term: QueryTerm): number;
  /** Weights of the fields `text`, `title` and `speaker`; default 1. */
  boosts?: Readonly<Record<string, number>>;
}

/** A set of drawers (the work tree, or the tree of a commit) that can be searched by keywords. */
export interface KeywordIndex {
  readonly documents: number;
  query(query: KeywordQuery): Promise<PassageHit[]>;
}

export interface IndexState {
  /** Tree that HEAD named when the live view was refreshed; null without a commit. */
  commit: ObjectId | null;
  drawers: number;
  passages: number;
  segments: number;
  bytes: number;
  /** Files that could not be read as drawers. */
  problems: { path: string; line: number; message: string }[];
}
