import type { ObjectId } from './types.js';

/** A repository that is read for its files and never written. */
export interface Project {
  /** Absolute folder of the work tree. */
  topLevel: string;
  /** `host/owner/repo` of the remote `origin`, else of the first one; absent without a remote that others can reach. */
  remoteKey?: string;
  /** Commit that HEAD stands on; absent while there is none. */
  head?: ObjectId;
  /**
   * Files below `prefix` ('' for all) that git does not ignore, tracked or not, sorted, relative to `topLevel`. Submodules
   * and repositories within are left out. Undefined without a git binary: the caller then applies ignore rules itself.
   */
  listFiles(prefix: string): Promise<string[] | undefined>;
  /**
   * Path -> author date (ISO, UTC, to the second) of the newest commit reachable from HEAD that touched it (a merge counts
   * where it differs from all its parents). Paths without one are absent. Stops as soon as all are found.
   */
  commitDates(paths: Iterable<string>): Promise<Map<string, string>>;
  /**
   * Who wrote the newest commits of HEAD (at most `limit`), as git's mailmap calls them where there is a git binary; most commits
   * first. Empty while there is no commit.
   */
  authors(limit: number): Promise<ProjectAuthor[]>;
  close(): Promise<void>;
}

/** An author of a project's commits. */
export interface ProjectAuthor {
  name: string;
  email: string;
  commits: number;
}

/** Counts authors, told apart by name and address; most commits first, then by name. */
export function countAuthors(authors: Iterable<{ name: string; email: string }>): ProjectAuthor[] {
  const counted = new Map<string, ProjectAuthor>();
  for (const { name, email } of authors) {
    const key = `${name}\0${email.toLowerCase()}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { name, email, commits: 1 });
    else known.commits++;
  }
  return [...counted.values()].sort((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1));
}

/** Seconds since 1970 as `2026-03-04T10:00:00Z`. */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
