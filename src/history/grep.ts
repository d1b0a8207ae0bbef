import { EXIT, PalaceError } from '../base/errors.js';
import type { ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { roomName, wingName } from '../palace/names.js';
import { namedRoom } from '../palace/room-aliases.js';
import type { Palace } from '../palace/types.js';
import { type MemoryName, nameParsed } from './memory.js';
import { filesOf, snapshotAt, snapshotOfWorkTree } from './snapshots.js';
import { type Who, whoOf } from './stretch.js';

export interface GrepRequest {
  /** A regular expression (JavaScript's, Unicode), or with `fixed` a plain text. */
  pattern: string;
  fixed?: boolean;
  ignore_case?: boolean;
  wing?: string;
  room?: string;
  /** Revision or date; default: as it stands now, unsaved edits included. */
  as_of?: string;
  /** Every version that any commit of this branch ever had: a line counts once, at the commit that brought it. */
  all_history?: boolean;
  /** Matches at most; default 1,000. `total` counts all. */
  limit?: number;
}

export interface GrepMatch extends MemoryName {
  /** 1-based line of the words of the memory. */
  line: number;
  text: string;
  /** Where in `text`, as UTF-16 offsets. */
  ranges: [number, number][];
  /** With `all_history`: the commit that brought the line, who and when, and whether it stands in that file now. */
  commit?: ObjectId;
  who?: Who;
  stands?: boolean;
}

export interface GrepResult {
  pattern: string;
  matches: GrepMatch[];
  /** Lines that match, also those beyond `limit`. */
  total: number;
  /** Memories (with `all_history`: files) in which they stand. */
  drawers: number;
}

/** Longer lines are cut around their first match when printed; this is the most that is searched of one. */
const LONGEST_LINE = 1_000_000;

/**
 * Lines of memories that match, sorted by path and line; with `all_history` newest first.
 * @throws PalaceError `bad-pattern`, `bad-usage`, `bad-name` (exit 2), `unknown-revision` (exit 4).
 */
export async function grepPalace(palace: Palace, request: GrepRequest): Promise<GrepResult> {
  const pattern = compile(request);
  const isInside = await placeFilter(palace, request);
  const gathered = new Gathered(request.pattern, request.limit);
  if (request.all_history === true) {
    if (request.as_of !== undefined)
      throw new PalaceError(
        'bad-usage',
        '--all-history looks at all of it and --as-of at one moment: give one of them',
        {
          exit: EXIT.usage,
        },
      );
    await grepHistory(palace, pattern, isInside, gathered);
  } else await grepMoment(palace, request.as_of, pattern, isInside, gathered);
  return gathered.result();
}

async function grepMoment(
  palace: Palace,
  asOf: string | undefined,
  pattern: RegExp,
  isInside: (path: string) => boolean,
  gathered: Gathered,
): Promise<void> {
  const snapshot = asOf === undefined ? await snapshotOfWorkTree(palace) : await snapshotAt(palace, asOf);
  const files = [...(await filesOf(palace.git, snapshot, PATHS.wings))]
    .filter(([path]) => isInside(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const stored = files.filter(([path]) => !snapshot.overlay.get(path)).map(([, version]) => version.blob);
  const read = palace.git.readBlobs(stored)[Symbol.asyncIterator]();
  for (const [path, version] of files) {
    const held = snapshot.overlay.get(path);
    const content = held ? await held.content() : (await read.next()).value?.content;
    if (content === undefined) throw new Error(`the version ${version.blob} of ${path} was not read`);
    const file = parseDrawer(content);
    for (const found of matchesIn(file.body, pattern)) gathered.add({ ...nameParsed(path, file), ...found });
  }
}

/** Versions are read once each, in one stream; then each commit is asked which matching lines it brought. */
async function grepHistory(
  palace: Palace,
  pattern: RegExp,
  isInside: (path: string) => boolean,
  gathered: Gathered,
): Promise<void> {
  const head = (await palace.git.head()).commit;
  if (head === undefined) return;
  const steps: { commit: ObjectId; path: string; before?: ObjectId; after?: ObjectId }[] = [];
  const blobs = new Set<ObjectId>();
  for await (const { commit, changes } of palace.git.walkChanges(head, PATHS.wings))
    for (const { path, before, after } of changes) {
      if (!isInside(path)) continue;
      if (after) blobs.add(after.id);
      steps.push({ commit, path, ...(before && { before: before.id }), ...(after && { after: after.id }) });
    }
  const matching = new Map<ObjectId, Found[]>();
  for await (const { id, content } of palace.git.readBlobs(blobs)) {
    const found = matchesIn(parseDrawer(content).body, pattern);
    if (found.length > 0) matching.set(id, found);
  }
  const { tree } = await palace.git.readCommit(head);
  for (const { commit, path, before, after } of steps) {
    const known = new Set(((before && matching.get(before)) ?? []).map(({ text }) => text));
    const fresh = ((after && matching.get(after)) ?? []).filter(({ text }) => !known.has(text));
    if (after === undefined || fresh.length === 0) continue;
    const file = parseDrawer(await palace.git.readBlob(after));
    const now = (await palace.git.blobAt(tree, path))?.id;
    const standing = new Set(((now && matching.get(now)) ?? []).map(({ text }) => text));
    const who = whoOf(await palace.git.readCommit(commit));
    for (const found of fresh)
      gathered.add({ ...nameParsed(path, file), ...found, commit, who, stands: standing.has(found.text) });
  }
}

class Gathered {
  readonly #matches: GrepMatch[] = [];
  readonly #paths = new Set<string>();
  readonly #limit: number;
  #total = 0;

  constructor(
    readonly pattern: string,
    limit: number | undefined,
  ) {
    this.#limit = Math.max(1, Math.trunc(limit ?? 1000));
  }

  add(match: GrepMatch): void {
    this.#total++;
    this.#paths.add(match.path);
    if (this.#matches.length < this.#limit) this.#matches.push(match);
  }

  result(): GrepResult {
    return { pattern: this.pattern, matches: this.#matches, total: this.#total, drawers: this.#paths.size };
  }
}

type Found = Pick<GrepMatch, 'line' | 'text' | 'ranges'>;

function matchesIn(body: Buffer, pattern: RegExp): Found[] {
  const found: Found[] = [];
  for (const [at, text] of body
    .toString('utf8')
    .split(/\r\n|\n/)
    .entries()) {
    const ranges: [number, number][] = [];
    for (const match of text.slice(0, LONGEST_LINE).matchAll(pattern))
      ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length > 0) found.push({ line: at + 1, text, ranges });
  }
  // The empty piece after the last line end is no line.
  if (found.at(-1)?.text === '' && body.at(-1) === 10) found.pop();
  return found;
}

function compile({ pattern, fixed, ignore_case }: GrepRequest): RegExp {
  if (pattern === '' || /[\r\n]/.test(pattern))
    throw new PalaceError(
      'bad-pattern',
      pattern === '' ? 'the pattern is empty' : 'a pattern is matched line by line',
      {
        exit: EXIT.usage,
        next: ['palace grep WORD', 'palace when "a phrase over several lines"'],
      },
    );
  const source = fixed === true ? pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : pattern;
  try {
    return new RegExp(source, ignore_case === true ? 'giu' : 'gu');
  } catch (error) {
    throw new PalaceError(
      'bad-pattern',
      `${JSON.stringify(pattern)} is no regular expression: ${(error as Error).message.replace(/^.*: /, '')}`,
      { exit: EXIT.usage, next: [`palace grep -F ${JSON.stringify(pattern)} (as plain text)`] },
    );
  }
}

async function placeFilter(palace: Palace, request: GrepRequest): Promise<(path: string) => boolean> {
  const wing = request.wing === undefined ? undefined : wingName(request.wing);
  const room = request.room === undefined ? undefined : await namedRoom(palace, roomName(request.room));
  return (path) => {
    const place = parseDrawerPath(path);
    return (
      place !== undefined &&
      (wing === undefined || place.wing === wing) &&
      (room === undefined || room.holds(place.wing, place.room))
    );
  };
}
