import type { Commit, Git, ObjectId, TreeChange } from '../../git/types.js';
import { PATHS } from '../../palace/layout.js';
import { parseTrailers } from '../../palace/trailers.js';
import { nameDigits } from './catalog.js';

/** One commit that touched a drawer, newest first. `before` is absent where the commit put the file there. */
export interface Version {
  commit: ObjectId;
  /** `Palace-Op` of the commit, undefined when a person made it. */
  op: string | undefined;
  path: string;
  before: ObjectId | undefined;
  after: ObjectId | undefined;
}

/** Commits walked for all drawers together; older ones are asked for one drawer at a time. */
const SHARED_COMMITS = 300;

interface Walked {
  commit: Commit;
  op: string | undefined;
  changes: ReadonlyMap<string, TreeChange>;
}

/**
 * Who wrote what of a drawer, for many drawers at once: commits are walked once, as deep as anybody needs. A drawer that was
 * moved with its file name (or unchanged) is followed.
 */
export class DrawerHistory {
  private log: Promise<Commit[]> | undefined;
  private places: Promise<ReadonlyMap<ObjectId, number>> | undefined;
  private readonly walked: Promise<Walked>[] = [];

  constructor(
    private readonly git: Git,
    private readonly from: ObjectId | undefined,
  ) {}

  /** Versions of the file at `path` of the newest commit. */
  async *versions(path: string): AsyncGenerator<Version> {
    let at = path;
    for (let index = 0; ; index++) {
      const walked = await this.walk(index);
      if (walked === undefined) break;
      const version = versionIn(walked, at);
      if (!version) continue;
      yield version;
      const from = movedFrom(walked, version);
      if (from !== undefined) at = from;
    }
    const last = await this.lastShared();
    if (last !== undefined) yield* this.olderVersions(at, last);
  }

  /** Place of a commit among those that touched a drawer: 0 is the newest; Infinity when it is none of them. */
  async order(commit: ObjectId): Promise<number> {
    if (this.from === undefined) return Number.POSITIVE_INFINITY;
    this.places ??= this.git
      .log({ from: this.from, paths: [PATHS.wings] })
      .then((commits) => new Map(commits.map(({ id }, index) => [id, index])));
    return (await this.places).get(commit) ?? Number.POSITIVE_INFINITY;
  }

  private async walk(index: number): Promise<Walked | undefined> {
    if (this.from === undefined) return undefined;
    this.log ??= this.git.log({ from: this.from, paths: [PATHS.wings], limit: SHARED_COMMITS });
    const commit = (await this.log)[index];
    if (!commit) return undefined;
    this.walked[index] ??= this.changesOf(commit);
    return this.walked[index];
  }

  private async changesOf(commit: Commit): Promise<Walked> {
    const [parent] = commit.parents;
    const before = parent === undefined ? undefined : (await this.git.readCommit(parent)).tree;
    const changes = await this.git.diffTrees(before, commit.tree, PATHS.wings);
    return {
      commit,
      op: parseTrailers(commit.message).op,
      changes: new Map(changes.map((change) => [change.path, change])),
    };
  }

  /** The oldest commit of the shared walk, when there may be older ones. */
  private async lastShared(): Promise<Commit | undefined> {
    const log = (await this.log) ?? [];
    return log.length < SHARED_COMMITS ? undefined : log.at(-1);
  }

  private async *olderVersions(path: string, newer: Commit): AsyncGenerator<Version> {
    let at = path;
    let from = newer.parents[0];
    while (from !== undefined) {
      const commits: Commit[] = await this.git.log({ from, paths: [at] });
      from = undefined;
      for (const commit of commits) {
        const walked = await this.changesOf(commit);
        const version = versionIn(walked, at);
        if (!version) continue;
        yield version;
        const old = movedFrom(walked, version);
        if (old === undefined) continue;
        at = old;
        from = commit.parents[0];
        break;
      }
    }
  }
}

function versionIn({ commit, op, changes }: Walked, path: string): Version | undefined {
  const change = changes.get(path);
  return change && { commit: commit.id, op, path, before: change.before?.id, after: change.after?.id };
}

/** The path that a commit moved this drawer from. */
function movedFrom({ changes }: Walked, { path, before, after }: Version): string | undefined {
  if (before !== undefined || after === undefined) return undefined;
  const digits = nameDigits(path);
  let byName: string | undefined;
  for (const change of changes.values()) {
    if (change.kind !== 'removed') continue;
    if (change.before?.id === after) return change.path;
    if (digits !== undefined && nameDigits(change.path) === digits) byName ??= change.path;
  }
  return byName;
}
