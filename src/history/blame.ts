import { EXIT, PalaceError } from '../base/errors.js';
import type { ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import type { Palace } from '../palace/types.js';
import { blameLines } from './blame-lines.js';
import { type FoundVersion, findIn, readWanted } from './find.js';
import { byteLines, mapLines } from './line-map.js';
import { type MemoryName, nameParsed } from './memory.js';
import { snapshotAt, snapshotOfHead, snapshotOfWorkTree } from './snapshots.js';
import { headCommit, type Who, whoOf } from './stretch.js';

export interface BlameRequest {
  /** Id, prefix of 4+ digits, or path. */
  drawer: string;
  /** Revision or date; default: as it stands now, unsaved edits included. */
  at?: string;
}

/** Who wrote one line. All but `line` and `text` are null for a line that is not saved yet. */
export type BlamedLine = { line: number; text: string; commit: ObjectId | null } & {
  [Key in keyof Who]: Who[Key] | null;
};

export interface BlameResult extends MemoryName {
  /** The commit that was looked at; null for the work tree. */
  at: ObjectId | null;
  /** 1-based line of the file on which the body begins. */
  body_line: number;
  lines: BlamedLine[];
  total: number;
}

/**
 * Who wrote each line of a memory (its words, not its front-matter), across moves and renames.
 * @throws PalaceError `not-found`, `unknown-revision`, `no-history` (exit 4), `ambiguous-id` (exit 2).
 */
export async function readBlame(palace: Palace, request: BlameRequest): Promise<BlameResult> {
  const head = request.at === undefined ? await headCommit(palace) : undefined;
  const snapshot = request.at === undefined ? await snapshotOfWorkTree(palace) : await snapshotAt(palace, request.at);
  const { path, version } = oneDrawer(await findIn(palace, snapshot, readWanted(palace, request.drawer)), request);
  const content = await version.content();
  const file = parseDrawer(content);
  const lines = byteLines(file.body);

  const saved = await savedPlace(
    palace,
    { path, version },
    head === undefined ? snapshot.commits : [head],
    file.front.id,
  );
  const open = new Map<number, number>();
  if (saved?.version.blob === version.blob) for (const at of lines.keys()) open.set(at, at);
  else if (saved) {
    const map = await mapLines(byteLines(parseDrawer(await saved.version.content()).body), lines);
    for (const [at, before] of map.entries()) if (before !== undefined) open.set(at, before);
  }
  const blamed = saved ? await blameLines(palace.git, saved, open) : new Map();
  return {
    ...nameParsed(path, file),
    at: request.at === undefined ? null : (snapshot.commits[0] ?? null),
    body_line: file.bodyLine,
    lines: lines.map((bytes, at): BlamedLine => {
      const commit = blamed.get(at);
      const text = Buffer.from(bytes, 'latin1')
        .toString('utf8')
        .replace(/\r?\n$/, '');
      const who = commit ? whoOf(commit) : { date: null, author: null, by: null, session: null, op: null };
      return { line: at + 1, text, commit: commit?.id ?? null, ...who };
    }),
    total: lines.length,
  };
}

/** The commit and path from which history is followed: the version itself, or what the last commit has of this drawer. */
async function savedPlace(
  palace: Palace,
  found: FoundVersion,
  commits: readonly ObjectId[],
  id: string | undefined,
): Promise<(FoundVersion & { commit: ObjectId }) | undefined> {
  for (const commit of commits) {
    const there = await palace.git.blobAt((await palace.git.readCommit(commit)).tree, found.path);
    if (there?.id === found.version.blob) return { ...found, commit };
  }
  const [commit] = commits;
  if (commit === undefined) return undefined;
  const head = await snapshotOfHead(palace);
  const wanted = id === undefined ? undefined : readWanted(palace, id);
  const [here] = await findIn(palace, head, { kind: 'path', path: found.path });
  const [elsewhere] = here || !wanted ? [] : await findIn(palace, head, wanted);
  const before = here ?? elsewhere;
  return before && { ...before, commit };
}

function oneDrawer(found: readonly FoundVersion[], { drawer, at }: BlameRequest): FoundVersion {
  const [one, ...others] = found;
  const when = at === undefined ? '' : ` at ${at}`;
  if (!one)
    throw new PalaceError('not-found', `no drawer "${drawer}" stands in this palace${when}`, {
      exit: EXIT.notFound,
      next: [`palace log ${drawer} (one that was removed has a history)`, 'palace list'],
    });
  if (others.length > 0)
    throw new PalaceError('ambiguous-id', `"${drawer}" names ${found.length} drawers${when}`, {
      exit: EXIT.usage,
      next: found.slice(0, 5).map(({ path }) => `palace blame ${path}`),
      details: { paths: found.map(({ path }) => path) },
    });
  return one;
}
