import { EXIT, PalaceError } from '../../base/errors.js';
import type { Project } from '../../git/project.js';
import type { GitChoice } from '../../git/types.js';
import type { Palace } from '../../palace/types.js';
import { isArchive } from '../../sources/archive.js';
import { openCandidate } from '../../sources/candidate.js';
import { adapterNamed, chooseAdapter } from '../../sources/registry.js';
import { describeRoot } from '../../sources/root.js';
import type { StatKey } from '../../sources/stat-key.js';
import type { Candidate, NotKept, SkippedSource, SourceAdapter, SourceRoot } from '../../sources/types.js';
import { walkSources } from '../../sources/walk.js';
import { Archives, archiveRefusal, MAX_DEPTH, type UnpackedArchive } from './archives.js';
import { type KnownFile, KnownFiles } from './known/known-files.js';
import { maxBytesFor, STREAMED } from './limits.js';
import type { MineRequest, SkippedFile } from './types.js';

/** A path that was asked for, walked. */
export interface MinedRoot {
  root: SourceRoot;
  project: Project | undefined;
  /** As it was asked for. */
  typed: string;
  /** Every file that may be read, relative to the root, in order: what rooms are detected from. */
  files: string[];
  /** False when `--limit` cut the list short. */
  isComplete: boolean;
  /** What is known of its files from the mines before; absent where nothing is remembered. */
  known?: KnownFiles;
  /** Of the files of an unpacked archive: what their paths begin with, and the archive to be named instead in the report. */
  unpacked?: { inside: string; archive: string };
}

/** A file to be read, with the adapter for it. */
export interface Job {
  from: MinedRoot;
  candidate: Candidate;
  adapter: SourceAdapter;
  /** Path for the report. */
  shown: string;
  /** What came of it the last time, when it did not change since. */
  known?: KnownFile;
}

export interface Survey {
  roots: MinedRoot[];
  jobs: Job[];
  skipped: SkippedFile[];
  notKept: NotKept[];
  close(): Promise<void>;
}

/** Beginnings of files that are kept from the walk to the reading; later files are opened twice. Bytes. */
const HELD_HEADS = 64 * 1024 * 1024;

/**
 * Walks every path of the request: what is to be read, in order, and what is left out and why. A file that two paths lead to
 * is taken once. Close it.
 * @throws PalaceError of `describeRoot` and `chooseAdapter`; `nothing-to-mine` (exit 2) without a path; `interrupted`.
 */
export async function survey(palace: Palace, request: MineRequest): Promise<Survey> {
  if (request.paths.length === 0)
    throw new PalaceError('nothing-to-mine', 'no file or folder was named', {
      exit: EXIT.usage,
      next: ['palace mine PATH'],
    });
  // Before any reading: a mistyped adapter should cost nothing.
  if (request.adapter !== undefined) adapterNamed(request.adapter);
  const archives = new Archives(palace, request.mode ?? 'auto');
  const result: Survey = {
    roots: [],
    jobs: [],
    skipped: [],
    notKept: [],
    close: async () => {
      archives.close();
      for (const { project } of result.roots) await project?.close();
    },
  };
  try {
    const walk = new SurveyWalk(palace, request, result, archives);
    for (const path of request.paths) await walk.path(path);
    return result;
  } catch (error) {
    await result.close();
    throw error;
  }
}

class SurveyWalk {
  private readonly seen = new Set<string>();
  private heldHeads = 0;

  constructor(
    private readonly palace: Palace,
    private readonly request: MineRequest,
    private readonly result: Survey,
    private readonly archives: Archives,
  ) {}

  async path(typed: string): Promise<void> {
    const { palace, request, result } = this;
    const { root, project } = await describeRoot(typed, palace.runtime, choiceOf(palace));
    const from: MinedRoot = { root, project, typed, files: [], isComplete: true };
    // Rooms are decided again with every word at hand.
    if (request.reroute !== true) from.known = new KnownFiles(palace, root, request);
    result.roots.push(from);
    await this.walk(from, request.gitignore ?? true, 1);
  }

  /** Offers every file of a root, then those of the archives in it, as if they were unpacked. */
  private async walk(from: MinedRoot, gitignore: boolean, depth: number): Promise<void> {
    const { palace, request } = this;
    const { known } = from;
    const options = {
      // Larger files may be for an adapter that reads piece by piece; the others are refused once the adapter is known.
      maxBytes: palace.settings.maxSourceBytes * STREAMED,
      mode: request.mode ?? 'auto',
      gitignore,
      ...(request.include !== undefined && { include: request.include }),
      ...(known && { heads: (relative: string, stat: StatKey) => known.find(relative, stat) === undefined }),
    };
    const archives: Candidate[] = [];
    for await (const found of walkSources(from.root, from.project, options)) {
      assertGoingOn(palace);
      if ('skipped' in found) this.skip(from, found.skipped);
      else if (isArchive(found.candidate) && request.adapter === undefined) archives.push(found.candidate);
      else this.offer(from, found.candidate);
    }
    for (const archive of archives) await this.archive(from, archive, depth);
  }

  private async archive(from: MinedRoot, candidate: Candidate, depth: number): Promise<void> {
    if (this.seen.has(candidate.path)) return;
    this.seen.add(candidate.path);
    if (depth > MAX_DEPTH) {
      this.skip(from, { path: candidate.relative, reason: 'unsafe-archive', detail: 'archives in archives, too deep' });
      return;
    }
    let opened: UnpackedArchive;
    try {
      opened = await this.archives.open(candidate, from.root, from.project?.topLevel);
    } catch (error) {
      this.skip(from, archiveRefusal(candidate, error));
      return;
    }
    const { root, skipped, inside, archive } = opened;
    const outer = from.unpacked;
    const below: MinedRoot = {
      root,
      project: undefined,
      typed: from.typed,
      files: [],
      isComplete: from.isComplete,
      unpacked: { inside, archive: outer === undefined ? archive : renamed(archive, outer) },
    };
    this.result.roots.push(below);
    for (const one of skipped) this.skip(below, one);
    await this.walk(below, false, depth + 1);
    // Who looks for what vanished below the outer root must know that these files are there.
    if (root.key === from.root.key) from.files.push(...below.files);
  }

  private offer(from: MinedRoot, candidate: Candidate): void {
    const { request, result } = this;
    from.files.push(candidate.relative);
    if (this.seen.has(candidate.path)) return;
    this.seen.add(candidate.path);
    if (result.jobs.length >= (request.limit ?? Number.POSITIVE_INFINITY)) {
      from.isComplete = false;
      return;
    }
    const known = from.known?.find(candidate.relative, candidate.stat);
    const trace = known ? undefined : from.known?.trace(candidate.relative);
    const traced = trace === undefined ? candidate : { ...candidate, trace };
    const adapter = known ? knownAdapter(known) : chooseAdapter(traced, request.adapter, request.mode ?? 'auto');
    if (!adapter) {
      if (known) from.known?.keep(candidate.relative, known);
      else from.known?.learn(candidate.relative, { stat: candidate.stat, adapter: '', units: [] });
      this.skip(from, {
        path: candidate.relative,
        reason: 'no-adapter',
        detail: 'nothing here reads this kind of file',
      });
      return;
    }
    const limit = maxBytesFor(this.palace, adapter);
    if (candidate.size > limit) {
      const detail = `${candidate.size} bytes, the limit is ${limit}`;
      this.skip(from, { path: candidate.relative, reason: 'too-large', detail });
      return;
    }
    this.heldHeads += candidate.head.length;
    const held = this.heldHeads <= HELD_HEADS ? traced : { ...traced, head: Buffer.alloc(0) };
    const job: Job = { from, candidate: held, adapter, shown: this.shown(from, candidate.relative) };
    result.jobs.push(known === undefined ? job : { ...job, known });
    this.palace.runtime.onProgress?.({ phase: 'scan', done: result.jobs.length });
  }

  skip(from: MinedRoot, { path, reason, detail, count, notKept }: SkippedSource): void {
    this.result.skipped.push({
      path: this.shown(from, path),
      reason,
      ...(detail !== undefined && { detail }),
      ...(count !== undefined && { count }),
    });
    this.result.notKept.push(...(notKept ?? []));
  }

  /** With several roots a path says which one it is of. */
  private shown({ typed, root, unpacked }: MinedRoot, relative: string): string {
    const path = unpacked === undefined ? relative : renamed(relative, unpacked);
    if (this.request.paths.length === 1 || root.file !== undefined || unpacked?.inside === '') return path;
    return `${typed.replace(/\/+$/, '')}/${path}`;
  }
}

function knownAdapter({ adapter }: KnownFile): SourceAdapter | undefined {
  return adapter === '' ? undefined : adapterNamed(adapter);
}

/** `export.zip/chats.json` for `export/chats.json`. */
function renamed(relative: string, { inside, archive }: { inside: string; archive: string }): string {
  return relative.startsWith(inside) ? `${archive}${relative.slice(inside.length)}` : relative;
}

/** The candidate with its beginning, which was not kept for every file. Undefined when it can no longer be read. */
export function withHead({ candidate, from, known }: Job, maxBytes: number): Candidate | SkippedSource {
  const trace = candidate.trace ?? from.known?.trace(candidate.relative, known);
  if (candidate.head.length > 0 || candidate.size === 0) return trace ? { ...candidate, trace } : candidate;
  const opened = openCandidate(from.root, candidate.relative, { maxBytes, place: candidate.place });
  if ('skipped' in opened) return opened.skipped;
  // What is remembered of it counts from the first look.
  return { ...opened.candidate, stat: candidate.stat, ...(trace && { trace }) };
}

/** Mined repositories are read by the engine that the palace runs on. */
function choiceOf(palace: Palace): GitChoice {
  return palace.git.engine;
}

/** @throws PalaceError `interrupted` (exit 130) after Ctrl-C. */
export function assertGoingOn({ runtime }: Palace, commits = 0): void {
  if (!runtime.signal?.aborted) return;
  const done = commits === 0 ? 'nothing was written' : `what was committed (${commits}) stays`;
  throw new PalaceError('interrupted', `stopped; ${done}`, {
    exit: EXIT.interrupted,
    next: ['run the same command again: it goes on where it stopped'],
  });
}
