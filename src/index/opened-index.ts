import type { ObjectId } from '../git/types.js';
import type { DrawerId, Palace, RoomName, WingName } from '../palace/types.js';
import { type Label, labelsOfBits } from '../text/label-names.js';
import { DamagedCacheError } from './container.js';
import { bodyFrom, passagesOfBody } from './document.js';
import type { Documents } from './documents.js';
import { type Found, nearestDrawers, searchDocuments } from './keyword-search.js';
import type { DrawerRow, IndexState, KeywordIndex, KeywordQuery, Passage, PassageHit } from './types.js';
import { bytesOfRow, type Versions, versionsOf } from './versions.js';

/** An index of the work tree, or of the tree of a commit, ready for queries. */
export interface LiveIndex extends KeywordIndex {
  /** Number of drawers. */
  readonly rowCount: number;
  /** Every drawer, in order of path. Plain objects, made at the first use. */
  readonly rows: readonly DrawerRow[];
  /** The commit whose tree this is (HEAD for the work tree; the newest of several); null where there is none. */
  readonly commit: ObjectId | null;
  /** Paths of drawers that differ from `commit` (work tree only). */
  readonly unsaved: ReadonlySet<string>;
  /** Plain sentences about what a reader should know: unreadable drawers, two with one id, files in the wrong place. */
  readonly notes: readonly string[];
  /** As `query`, with rows that are read when asked for, and the number of all drawers that match. */
  find(query: KeywordQuery): Promise<Found>;
  /** Paths of drawers of one wing that have most in common with a text: candidates, not a ranking, and so cheaper. */
  nearest(text: string, wing: WingName, count: number): string[];
  /** Wings that hold drawers, and the rooms of each; both in order. */
  places(): ReadonlyMap<WingName, ReadonlySet<RoomName>>;
  /** Paths of the drawers with this id: cheap, where `rows` reads the front-matter of all. */
  pathsOfId(id: DrawerId): string[];
  /** Passages of a drawer with their text, verbatim. Of a file that changed since, the passages that it has now. */
  passagesOf(row: DrawerRow): Promise<Passage[]>;
  /** The drawers by version, for what is derived from their text besides keywords. */
  versions(): Versions;
  /** Names the tree that these drawers are those of; undefined where unsaved files are among them. */
  readonly key: string | undefined;
  /** Each drawer in order of path, with the labels of all its passages together. Rows are read when asked for. */
  scan(visit: (row: DrawerRow, labels: number) => void): void;
  /** What a passage of a drawer is about. */
  labelsOf(row: DrawerRow, ordinal: number): Label[];
  /** The same and its halls, as bits of `labelBits` and `hallBits`. */
  marksOf(row: DrawerRow, ordinal: number): number;
  state(): IndexState;
  /** Lets go of open files. The index cannot be used afterwards. */
  close(): void;
}

/** What an opened index is made of. */
export interface IndexParts {
  palace: Palace;
  documents: Documents;
  averages: readonly number[];
  commit: ObjectId | null;
  unsaved: ReadonlySet<string>;
  strays: readonly string[];
  /** See {@link LiveIndex.key}. */
  key: string | undefined;
  /** Paths of each group of drawers that carry the same id. */
  sharedIds: readonly string[][];
  /** Read drawers from the work tree first. */
  fromWorkTree: boolean;
  bytes(): number;
  /** The same index built anew, when the cache turns out to be damaged. */
  rebuild(): Promise<IndexParts>;
}

export function openedIndex(given: IndexParts): LiveIndex {
  const { palace } = given;
  let parts = given;
  let rows: readonly DrawerRow[] | undefined;
  let notes: readonly string[] | undefined;
  let versions: Versions | undefined;
  return {
    get documents() {
      return parts.documents.count;
    },
    get commit() {
      return parts.commit;
    },
    get unsaved() {
      return parts.unsaved;
    },
    get key() {
      return parts.key;
    },
    get rowCount() {
      return parts.documents.order.length;
    },
    get rows() {
      const { documents } = parts;
      rows ??= Array.from(documents.order, (row) => documents.row(row).whole());
      return rows;
    },
    get notes() {
      notes ??= notesOf(parts);
      return notes;
    },
    async query(query: KeywordQuery): Promise<PassageHit[]> {
      const { hits } = await this.find(query);
      return hits.map((hit) => ({ ...hit, row: wholeRow(hit.row) }));
    },
    places: () => parts.documents.places(),
    async find(query: KeywordQuery): Promise<Found> {
      try {
        return await searchDocuments(parts.documents, parts.averages, query);
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error;
        palace.runtime.logger.warn(`the search cache was damaged (${error.message}); building it again`);
        parts.documents.set.close();
        parts = await parts.rebuild();
        rows = undefined;
        notes = undefined;
        versions = undefined;
        return await searchDocuments(parts.documents, parts.averages, query);
      }
    },
    nearest: (text, wing, count) => nearestDrawers(parts.documents, parts.averages, text, { wing, count }),
    pathsOfId: (id) => parts.documents.pathsOfId(id),
    async passagesOf(row: DrawerRow): Promise<Passage[]> {
      const bytes = await bytesOfRow(palace, row, parts.fromWorkTree);
      return passagesOfBody(bodyFrom(bytes, row.bodyLine), row.front.body);
    },
    versions() {
      versions ??= versionsOf(palace, parts.documents, parts.fromWorkTree);
      return versions;
    },
    scan(visit) {
      const { documents } = parts;
      for (const row of documents.order) visit(documents.row(row), documents.labelsOfRow(row));
    },
    marksOf: (row, ordinal) => labelBitsOf(parts.documents, row, ordinal),
    labelsOf: (row, ordinal) => labelsOfBits(labelBitsOf(parts.documents, row, ordinal)),
    state: () => stateOf(parts),
    close: () => parts.documents.set.close(),
  };
}

function wholeRow(row: DrawerRow): DrawerRow {
  return 'whole' in row && typeof row.whole === 'function' ? row.whole() : row;
}

function labelBitsOf({ set }: Documents, row: DrawerRow, ordinal: number): number {
  const place = set.find(row.blob);
  const segment = place === undefined ? undefined : set.segments[place.segment];
  if (place === undefined || segment === undefined || ordinal >= segment.passagesOf(place.blob)) return 0;
  return segment.labels((segment.firstPassage[place.blob] ?? 0) + ordinal);
}

function notesOf({ documents, strays, sharedIds }: IndexParts): string[] {
  const notes: string[] = [];
  const problems = problemsOf(documents);
  if (problems.length === 1) notes.push(`${problems[0]?.path}:${problems[0]?.line}: ${problems[0]?.message}`);
  else if (problems.length > 1)
    notes.push(`${problems.length} files could not be read as drawers; palace doctor lists them`);
  for (const paths of sharedIds.slice(0, 3)) notes.push(`these drawers share one id: ${paths.join(', ')}`);
  if (strays.length > 0)
    notes.push(
      `${strays.length} markdown files are outside wings/<wing>/<room>/ and not searched, such as ${strays[0]}`,
    );
  return notes;
}

function problemsOf(documents: Documents): IndexState['problems'] {
  const problems: IndexState['problems'] = [];
  if (!documents.set.segments.some((segment) => segment.hasProblems)) return problems;
  for (const row of documents.order) {
    if (documents.set.segments[documents.segmentOf(row)]?.hasProblem(documents.blobNumber(row)) !== true) continue;
    const { path, problem } = documents.row(row);
    if (problem !== undefined) problems.push({ path, ...problem });
  }
  return problems;
}

function stateOf({ documents, commit, bytes }: IndexParts): IndexState {
  return {
    commit,
    drawers: documents.order.length,
    passages: documents.count,
    segments: documents.set.segments.length,
    bytes: bytes(),
    problems: problemsOf(documents),
  };
}
