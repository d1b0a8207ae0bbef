import { sha256 } from '../../../base/hash.js';
import { asObjectId } from '../../../git/types.js';
import type { Palace } from '../../../palace/types.js';
import { LABELS } from '../../../text/label-names.js';
import type { Survey } from '../jobs.js';
import type { Planned } from '../planned.js';
import type { MineReport, MineRequest } from '../types.js';
import { CacheFiles } from './cache-file.js';
import { readingRules } from './known-files.js';

/** What a mine says that finds everything as it is filed. */
type Settled = Omit<MineReport, 'took_ms'>;

interface Kept {
  /** The tree of the commit in which everything is filed. */
  tree: string;
  /** Of the files that were found. */
  survey: string;
  report: Settled;
}

/**
 * The answer of a mine that found (or left) every file as it is filed. The next one gives the same answer as long as the palace has the
 * same tree without unsaved edits, and the walk finds the same files, each known and unchanged: then no drawer is looked at.
 */
export class SettledMine {
  readonly #files: CacheFiles;
  readonly #name: string;
  readonly #head: string;
  readonly #mayCount: boolean;
  #kept: Kept | undefined;

  constructor(
    private readonly palace: Palace,
    request: MineRequest,
  ) {
    this.#files = new CacheFiles(palace);
    const { dryRun, limit, reroute, ...asked } = request;
    this.#mayCount = dryRun !== true && limit === undefined && reroute !== true;
    this.#name = `settled-${sha256(JSON.stringify({ ...asked, cwd: palace.runtime.cwd })).slice(0, 24)}.json`;
    this.#head = JSON.stringify({ reading: readingRules(), settings: palace.settings });
  }

  /** Whether the palace is what it was then; only the walk is left to be compared. */
  async isLikely(): Promise<boolean> {
    if (!this.#mayCount) return false;
    const kept = this.#files.read(this.#name, this.#head) as Kept | undefined;
    if (kept === undefined || kept.tree !== (await this.#tree())) return false;
    this.#kept = kept;
    return true;
  }

  /** The answer, when these files and the work tree of the palace are what they were. `edits`: unsaved ones. */
  answer(surveyed: Survey, edits: number): Settled | undefined {
    const { roots, jobs } = surveyed;
    const isKnown = roots.every(isPlain) && jobs.every(({ known }) => known !== undefined);
    if (!isKnown || edits > 0 || this.#kept?.survey !== surveyHash(surveyed)) return undefined;
    return this.#kept.report;
  }

  /**
   * Keeps what the next mine would say, unless this one did anything but file, or could not remember a file. `base`: the commit that
   * was planned on. Whatever somebody else committed since was not looked at, so then nothing is kept.
   */
  async keep(surveyed: Survey, planned: Planned, report: MineReport, base: string | undefined): Promise<void> {
    if (!this.#mayCount || !surveyed.roots.every(isPlain) || report.conflicts.length > 0) return;
    const notes = new Set<string>();
    for (const { from, candidate } of surveyed.jobs) {
      const known = from.known?.remembered(candidate.relative);
      if (known === undefined) return;
      for (const note of known.units.flatMap((unit) => unit.notes ?? [])) notes.add(note);
    }
    if (!planned.notes.every((note) => notes.has(note))) return;
    let unchanged = 0;
    for (const { plan, isDropped } of planned.sources) {
      const { added = 0, changed = 0, unchanged: same = 0, ...others } = plan.counts;
      const isFiled = !isDropped && added + changed + same === plan.ids.length && plan.conflicts.length === 0;
      if (!isFiled || Object.values(others).some((count) => count > 0)) return;
      unchanged += plan.ids.length;
    }
    const tree = await this.#treeAfter(base, report.commits);
    if (tree === undefined || tree !== (await this.#tree())) return;
    const { took_ms: _took, ...filed } = report;
    const settled: Settled = {
      ...filed,
      drawers: { added: 0, changed: 0, unchanged, moved: 0, removed: 0, merged: 0, ignored: 0 },
      passages: 0,
      labels: report.labels && (Object.fromEntries(LABELS.map((label) => [label, 0])) as MineReport['labels']),
      learned: [],
      notes: [...new Set(planned.notes)],
      secrets: [],
      commits: [],
      op_id: null,
    };
    this.#files.write(this.#name, this.#head, { tree, survey: surveyHash(surveyed), report: settled } satisfies Kept);
  }

  /** The tree of the last of `commits`, where they stand one on the other, and the first on `base`. */
  async #treeAfter(base: string | undefined, commits: readonly string[]): Promise<string | undefined> {
    let below = base;
    for (const id of commits) {
      const { parents } = await this.palace.git.readCommit(asObjectId(id));
      if (parents[0] !== below) return undefined;
      below = id;
    }
    return below && this.#treeOf(below);
  }

  async #tree(): Promise<string | undefined> {
    const { commit } = await this.palace.git.head();
    return commit && this.#treeOf(commit);
  }

  async #treeOf(commit: string): Promise<string> {
    return (await this.palace.git.readCommit(asObjectId(commit))).tree;
  }
}

/** A folder, and no part of an archive, whose files are never known. One file alone is read in no time. */
function isPlain({ root, unpacked, known, isComplete }: Survey['roots'][number]): boolean {
  return root.file === undefined && unpacked === undefined && known !== undefined && isComplete;
}

function surveyHash({ roots, skipped, notKept }: Survey): string {
  const found = roots.map(({ root: { path, key, prefix, place, file }, files }) => [
    path,
    key,
    prefix,
    place,
    file,
    files,
  ]);
  return sha256(JSON.stringify([found, skipped, notKept]));
}
