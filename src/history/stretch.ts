import { EXIT, PalaceError } from '../base/errors.js';
import type { Commit, ObjectId } from '../git/types.js';
import { slug } from '../palace/names.js';
import { parseTrailers, type Trailers } from '../palace/trailers.js';
import type { Palace } from '../palace/types.js';
import { momentInWords } from './moments.js';

/** Which part of history is meant. */
export interface Stretch {
  /** A date (committer date, inclusive), or a revision: what came after it. */
  since?: string;
  /** Committer date, exclusive. */
  before?: string;
  /** An agent (`Palace-By`) or a part of an author's name or address. */
  by?: string;
  /** `Palace-Session`, whole or its beginning (4 characters or more). */
  session?: string;
}

/**
 * The test for commits of a stretch. A date wins over a revision of the same name.
 * @throws PalaceError `bad-date` (exit 2).
 */
export async function withinStretch(palace: Palace, stretch: Stretch): Promise<(commit: Commit) => boolean> {
  const now = palace.runtime.now();
  const before = stretch.before === undefined ? undefined : await momentInWords(stretch.before, 'before', now);
  const since = stretch.since === undefined ? undefined : await startOf(palace, stretch.since, now);
  return (commit) => {
    if (before && commit.committer.at >= before) return false;
    if (since instanceof Date ? commit.committer.at < since : since?.has(commit.id)) return false;
    if (stretch.by === undefined && stretch.session === undefined) return true;
    const trailers = parseTrailers(commit.message);
    if (stretch.by !== undefined && !isBy(commit, trailers, stretch.by)) return false;
    return stretch.session === undefined || isSession(trailers.session, stretch.session);
  };
}

/** Whether an agent of this name wrote it, or a person whose name or address has these letters. */
export function isBy(commit: Commit, { by }: Trailers, name: string): boolean {
  if (by !== undefined && slug(by) === slug(name)) return true;
  const { author } = commit;
  return `${author.name} <${author.email}>`.toLowerCase().includes(name.toLowerCase());
}

function isSession(session: string | undefined, wanted: string): boolean {
  if (session === undefined) return false;
  return session === wanted || (wanted.length >= 4 && session.startsWith(wanted));
}

/** The moment, or the commits that are too old: a revision and all that it stands on. */
async function startOf(palace: Palace, text: string, now: Date): Promise<Date | ReadonlySet<ObjectId>> {
  try {
    return await momentInWords(text, 'since', now);
  } catch (error) {
    const from = await palace.git.resolveCommit(text.trim());
    if (from === undefined) throw error;
    return new Set((await palace.git.log({ from })).map((commit) => commit.id));
  }
}

/** Who made a commit and when, as `--json` says it of lines, events and entries. */
export interface Who {
  date: string;
  /** `Name <address>`. */
  author: string;
  /** The agent; null for a person. */
  by: string | null;
  session: string | null;
  /** `commit` for a commit made outside palace. */
  op: string;
}

export function whoOf(commit: Commit): Who {
  const { by, session, op } = parseTrailers(commit.message);
  return {
    date: commit.committer.at.toISOString(),
    author: `${commit.author.name} <${commit.author.email}>`,
    by: by ?? null,
    session: session ?? null,
    op: op ?? 'commit',
  };
}

/** The commit that HEAD names. @throws PalaceError `no-history` (exit 4) before the first commit. */
export async function headCommit(palace: Palace): Promise<ObjectId> {
  const { commit } = await palace.git.head();
  if (commit !== undefined) return commit;
  throw new PalaceError('no-history', 'nothing has been committed in this palace yet', {
    exit: EXIT.notFound,
    next: ['palace add TEXT', 'palace save'],
  });
}
