import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ignoreMaker } from '../git/ignore-patterns.js';
import type { Project } from '../git/project.js';
import { failure, type Opened, openCandidate } from './candidate.js';
import {
  extensionOf,
  isClosedFolder,
  isExportName,
  isSkippedFolder,
  judgeName,
  type NameVerdict,
} from './file-lists.js';
import { type IgnoreLevels, isFolderIgnored, isIgnored, rulesAbove, withRules } from './ignore-rules.js';
import { compileIncludes, type Includes } from './include.js';
import { type Listing, listingOf } from './listing.js';
import type { StatKey } from './stat-key.js';
import { trackedFiles } from './tracked.js';
import type { Place, SkippedSource, SkipReason, SourceRoot } from './types.js';

export interface WalkOptions {
  /** Files larger than this are reported, not read. Bytes. */
  maxBytes: number;
  /** Which names count as text, and what a note is. Default `auto`. */
  mode?: 'auto' | 'files' | 'chats';
  /** Leave out what git ignores. Default true. The lists of file-lists.ts hold in any case. */
  gitignore?: boolean;
  /** Patterns (.gitignore syntax, relative to the root) that are read in spite of ignore rules and lists. */
  include?: readonly string[];
  /**
   * Read the beginning of each file. Default true; false to list a large tree and call `openCandidate` for each later. Or a
   * question for each file, by its relative path and `statKey`.
   */
  heads?: boolean | ((relative: string, stat: StatKey) => boolean);
}

/** Folders of one level of the walk, and how they are to be taken. */
interface Visit {
  /** Relative to the mined root; '' for the root itself. */
  folder: string;
  levels: IgnoreLevels;
  /** Inside an ignored or skipped folder that is only entered for the sake of an include pattern. */
  excluded: boolean;
  /** Inside an ignored folder that is entered for the tracked files in it. */
  ignored: boolean;
  /** Inside a folder that an include pattern named: everything counts. */
  forced: boolean;
}

/**
 * All files of a root that may be read, and all that are left out with the reason: sorted by bytes of the name, depth-first,
 * the same order on every machine. git says what is ignored where it can be asked (`project.listFiles`); else the nested
 * .gitignore files, info/exclude and the parents' rules are read here. Ignored files and files without a text extension are
 * counted by extension and come as one entry each at the end. A root that is a single file gives that file, whatever the rules.
 */
export async function* walkSources(
  root: SourceRoot,
  project: Project | undefined,
  options: WalkOptions,
): AsyncIterable<Opened> {
  const mode = options.mode ?? 'auto';
  const place: Place = mode === 'chats' ? 'notes' : mode === 'files' ? 'project' : root.place;
  const opening = { maxBytes: options.maxBytes, place, heads: options.heads ?? true };
  if (root.file !== undefined) {
    yield openCandidate(root, root.file, opening);
    return;
  }
  const gitignore = options.gitignore ?? true;
  const listed = gitignore ? await project?.listFiles(root.prefix) : undefined;
  const make = gitignore && listed === undefined ? await ignoreMaker() : undefined;
  const walk = new Walk(root, mode, opening, {
    listing: listed === undefined ? undefined : listingOf(listed, root.prefix),
    tracked:
      make === undefined || project === undefined ? undefined : await trackedFiles(project.topLevel, root.prefix),
    make,
    includes: await compileIncludes(options.include ?? []),
    isGit: project !== undefined,
  });
  const levels =
    make === undefined
      ? []
      : rulesAbove(make, { topLevel: project?.topLevel, prefix: root.prefix, excludesFile: root.excludesFile });
  let entries = 0;
  const start = { folder: '', levels, excluded: false, ignored: isFolderIgnored(levels, root.prefix), forced: false };
  for (const entry of walk.visit(start)) {
    yield entry;
    // All reads are synchronous; now and then timers and signals get their turn.
    if (++entries % 256 === 0) await setImmediate();
  }
  for (const skipped of walk.counted()) yield { skipped };
}

const NESTED_REPOSITORY = {
  reason: 'nested-repository',
  detail: 'a repository of its own: mine it by its own path',
} as const;

interface Rules {
  /** What git does not ignore, from git itself. */
  listing: Listing | undefined;
  /** What git tracks, where the rules are read here. */
  tracked: Listing | undefined;
  make: Awaited<ReturnType<typeof ignoreMaker>> | undefined;
  includes: Includes | undefined;
  isGit: boolean;
}

class Walk {
  readonly #counts = new Map<string, { reason: SkipReason; path: string; count: number }>();

  constructor(
    readonly root: SourceRoot,
    readonly mode: 'auto' | 'files' | 'chats',
    readonly opening: { maxBytes: number; place: Place; heads: NonNullable<WalkOptions['heads']> },
    readonly rules: Rules,
  ) {}

  *visit(visit: Visit): Generator<Opened> {
    const path = join(this.root.path, visit.folder);
    const shown = visit.folder === '' ? './' : `${visit.folder}/`;
    let entries: Dirent[];
    try {
      entries = sortedEntries(path);
    } catch (error) {
      const [reason, detail] = failure(error);
      yield { skipped: { path: shown, reason, detail } };
      return;
    }
    const unusual = visit.folder === '' ? undefined : this.#unusualFolder(entries);
    if (unusual !== undefined) {
      yield { skipped: { path: shown, ...unusual } };
      return;
    }
    const make = this.rules.make;
    const base = unitFolder(this.root, visit.folder);
    const levels = make === undefined ? visit.levels : withRules(visit.levels, make, join(path, '.gitignore'), base);
    for (const entry of entries) {
      const relative = visit.folder === '' ? entry.name : `${visit.folder}/${entry.name}`;
      if (entry.name.includes('\ufffd') && !isRealName(path, entry.name)) {
        yield { skipped: { path: relative, reason: 'name-not-utf8', detail: 'its name is not valid UTF-8' } };
      } else if (entry.isDirectory()) yield* this.#folder({ ...visit, folder: relative, levels }, entry.name);
      else yield* this.#file({ ...visit, folder: relative, levels }, entry);
    }
  }

  *#folder(visit: Visit, name: string): Generator<Opened> {
    if (isClosedFolder(name)) return;
    const { includes } = this.rules;
    const skipList = isSkippedFolder(name, this.mode);
    const ignored = !visit.forced && this.#isIgnored(visit, true);
    if (visit.forced || (!visit.excluded && !skipList && !ignored)) yield* this.visit(this.#entered(visit));
    else if (includes?.matchesFolder(visit.folder)) yield* this.visit({ ...visit, excluded: false, forced: true });
    else if (includes?.reachesInto(visit.folder, skipList)) yield* this.visit({ ...visit, excluded: true });
    else if (skipList)
      yield {
        skipped: {
          path: `${visit.folder}/`,
          reason: 'skip-list',
          detail: 'a folder of tools, caches or build results',
        },
      };
    else if (this.rules.isGit && existsSync(join(this.root.path, visit.folder, '.git')))
      yield { skipped: { path: `${visit.folder}/`, ...NESTED_REPOSITORY } };
    else if (!visit.excluded && !isEmptyFolder(join(this.root.path, visit.folder)))
      yield { skipped: { path: `${visit.folder}/`, reason: 'ignored', detail: 'git ignores it' } };
  }

  /** Without git's own list, a folder may be entered only because files in it are tracked. */
  #entered(visit: Visit): Visit {
    const { make } = this.rules;
    if (make === undefined || visit.forced) return visit;
    const ignored = visit.ignored || isIgnored(visit.levels, unitFolder(this.root, visit.folder), true);
    return { ...visit, ignored };
  }

  *#file(visit: Visit, entry: Dirent): Generator<Opened> {
    const relative = visit.folder;
    const forced = visit.forced || (this.rules.includes?.matches(relative) ?? false);
    const isExport = this.opening.place === 'notes' && isExportName(relative);
    const named = judgeName(entry.name, this.mode);
    const verdict = named === 'extension' && isExport ? 'text' : named;
    const regular = entry.isFile();
    if (regular && verdict === 'secrets-file')
      yield {
        skipped: { path: relative, reason: verdict, detail: 'environment files hold passwords and are never read' },
      };
    // git does not list pipes, sockets and devices, so they are named even where its list decides.
    else if (!forced && (visit.excluded || ((regular || entry.isSymbolicLink()) && this.#isIgnored(visit, false))))
      this.#count('ignored', entry.name);
    else if (regular && !forced && verdict !== 'text') yield* this.#leaveOut(relative, entry.name, verdict);
    else yield openCandidate(this.root, relative, this.opening);
  }

  *#leaveOut(relative: string, name: string, verdict: Exclude<NameVerdict, 'text'>): Generator<Opened> {
    if (verdict === 'extension') this.#count(verdict, name);
    // A .gitignore is in every project and has just been obeyed: no news.
    else if (name !== '.gitignore')
      yield {
        skipped: {
          path: relative,
          reason: verdict,
          detail: verdict === 'lock-file' ? 'written by a package manager' : 'a settings file',
        },
      };
  }

  #isIgnored(visit: Visit, isFolder: boolean): boolean {
    const { listing, tracked } = this.rules;
    if (listing !== undefined) return !holds(listing, visit.folder, isFolder);
    if (this.rules.make === undefined) return false;
    // Rules say nothing of what is below an ignored folder: all of it is ignored.
    if (!visit.ignored && !isIgnored(visit.levels, unitFolder(this.root, visit.folder), isFolder)) return false;
    return tracked === undefined || !holds(tracked, visit.folder, isFolder);
  }

  #unusualFolder(entries: readonly Dirent[]): { reason: SkipReason; detail: string } | undefined {
    if (entries.some((entry) => entry.name === 'palace.yaml' && entry.isFile()))
      return { reason: 'nested-palace', detail: 'a palace is not mined into a palace' };
    // Outside git a folder of several repositories is one source; inside, git itself does not look into another one.
    if (this.rules.isGit && entries.some((entry) => entry.name === '.git')) return NESTED_REPOSITORY;
    return undefined;
  }

  #count(reason: SkipReason, name: string): void {
    const extension = extensionOf(name);
    const path = extension === '' ? '(no extension)' : `*.${extension}`;
    const key = `${reason} ${path}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { reason, path, count: 1 });
    else known.count++;
  }

  *counted(): Generator<SkippedSource> {
    for (const [, { reason, path, count }] of [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const files = count === 1 ? '1 file' : `${count} files`;
      yield {
        path,
        reason,
        count,
        detail: reason === 'ignored' ? `${files} that git ignores` : `${files}: not a text format that is read`,
      };
    }
  }
}

function holds(listing: Listing, relative: string, isFolder: boolean): boolean {
  return isFolder ? listing.hasFolder(relative) : listing.hasFile(relative);
}

function unitFolder(root: SourceRoot, folder: string): string {
  if (root.prefix === '') return folder;
  return folder === '' ? root.prefix : `${root.prefix}/${folder}`;
}

/** Sorted by code point, which is the order of the UTF-8 bytes. */
function sortedEntries(path: string): Dirent[] {
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => compareCodePoints(a.name, b.name));
}

function compareCodePoints(a: string, b: string): number {
  // Plain `<` compares UTF-16 units, which differs from bytes only where a surrogate meets U+E000-U+FFFF.
  if (/[\ud800-\udfff]/.test(a) || /[\ud800-\udfff]/.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

/** Node shows bytes that are no UTF-8 as U+FFFD; only the raw names tell whether the file is really called so. */
function isRealName(folder: string, name: string): boolean {
  const wanted = Buffer.from(name);
  return readdirSync(folder, { encoding: 'buffer' }).some((raw) => raw.equals(wanted));
}
