import type { Commit } from '../git/types.js';
import { parseEvents } from '../palace/events.js';
import { PATHS, parseDrawerPath } from '../palace/layout.js';
import { slug, wingName } from '../palace/names.js';
import type { Palace } from '../palace/types.js';
import { pairChanges } from './pairing.js';
import { filesOf, snapshotOfWorkTree } from './snapshots.js';
import { type Stretch, whoOf, withinStretch } from './stretch.js';
import { storedVersion } from './versions.js';

export interface ActivityRequest extends Pick<Stretch, 'since' | 'before' | 'by'> {
  wing?: string;
  /** Weeks in `weeks`, the newest last; default 26, between 1 and 520. */
  weeks?: number;
}

export interface Activity {
  /** Commits that touched memories. */
  commits: number;
  drawers_added: number;
  drawers_changed: number;
  drawers_removed: number;
  /** Events of the knowledge graph. */
  facts: number;
}

export interface AuthorActivity extends Activity {
  /** Name of the agent, or of the person. */
  name: string;
  /** Null where only facts tell, which do not say. */
  agent: boolean | null;
}

export interface WeekActivity extends Activity {
  /** The Monday on which it begins, local: `2026-06-01`. */
  week: string;
  /** Drawers added and changed, by name. */
  by: Record<string, number>;
}

export interface StatsResult {
  drawers: number;
  wings: number;
  rooms: number;
  /** Of the whole stretch asked for. */
  activity: Activity;
  /** When the first and the last of these commits were made; null without any. */
  first: string | null;
  last: string | null;
  /** Most active first. */
  authors: AuthorActivity[];
  /** One week after the other, quiet ones too. */
  weeks: WeekActivity[];
}

/**
 * What was filed, changed and learned, by author and week. A drawer that only moved is neither; facts are counted by their own time
 * and author, and left out where a wing is asked for.
 * @throws PalaceError `bad-date`, `bad-name` (exit 2).
 */
export async function readStats(palace: Palace, request: ActivityRequest): Promise<StatsResult> {
  const under = request.wing === undefined ? PATHS.wings : `${PATHS.wings}/${wingName(request.wing)}`;
  const isWithin = await withinStretch(palace, request);
  const now = palace.runtime.now();
  const count = Math.min(520, Math.max(1, Math.trunc(request.weeks ?? 26)));
  const tally = new ActivityTally(now, count);

  const head = (await palace.git.head()).commit;
  if (head !== undefined)
    for await (const { commit: id, changes } of palace.git.walkChanges(head, under)) {
      const commit = await palace.git.readCommit(id);
      if (!isWithin(commit)) continue;
      const files = changes.map(({ path, before, after }) => ({
        path,
        ...(before && { before: storedVersion(palace.git, before.id) }),
        ...(after && { after: storedVersion(palace.git, after.id) }),
      }));
      const { drawers } = await pairChanges(files, false);
      if (drawers.length === 0) continue;
      const done = { ...nothing(), commits: 1 };
      for (const { kind } of drawers) {
        if (kind === 'added') done.drawers_added++;
        if (kind === 'changed') done.drawers_changed++;
        if (kind === 'removed') done.drawers_removed++;
      }
      tally.add(nameOf(commit), commit.committer.at, done);
    }

  const snapshot = await snapshotOfWorkTree(palace);
  if (request.wing === undefined)
    for (const [path, version] of await filesOf(palace.git, snapshot, PATHS.facts)) {
      if (!path.endsWith('.jsonl')) continue;
      for (const { at, by } of parseEvents((await version.content()).toString('utf8'), path).events) {
        const name = { name: by ?? 'unknown', agent: null };
        // The rules for commits, for what has a time and a name of its own.
        const time = new Date(at);
        if (Number.isNaN(time.getTime()) || !isWithin(asCommit(time, name.name))) continue;
        tally.add(name, time, { ...nothing(), facts: 1 });
      }
    }

  const places = [...(await filesOf(palace.git, snapshot, under)).keys()].flatMap(
    (path) => parseDrawerPath(path) ?? [],
  );
  return {
    drawers: places.length,
    wings: new Set(places.map(({ wing }) => wing)).size,
    rooms: new Set(places.map(({ wing, room }) => `${wing}/${room}`)).size,
    ...tally.result(),
  };
}

class ActivityTally {
  readonly #all = nothing();
  readonly #authors = new Map<string, AuthorActivity>();
  readonly #weeks = new Map<string, WeekActivity>();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(now: Date, weeks: number) {
    const monday = mondayOf(now);
    for (let back = weeks - 1; back >= 0; back--) {
      const week = dayText(new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() - 7 * back));
      this.#weeks.set(week, { week, ...nothing(), by: {} });
    }
  }

  add({ name, agent }: { name: string; agent: boolean | null }, at: Date, done: Activity): void {
    this.#first = Math.min(this.#first, at.getTime());
    this.#last = Math.max(this.#last, at.getTime());
    const key = slug(name) || name;
    const author = this.#authors.get(key) ?? { name, agent, ...nothing() };
    this.#authors.set(key, author);
    const week = this.#weeks.get(dayText(mondayOf(at)));
    for (const sum of [this.#all, author, ...(week ? [week] : [])]) plus(sum, done);
    const filed = done.drawers_added + done.drawers_changed;
    if (week && filed > 0) week.by[author.name] = (week.by[author.name] ?? 0) + filed;
  }

  result(): Pick<StatsResult, 'activity' | 'first' | 'last' | 'authors' | 'weeks'> {
    const some = this.#first <= this.#last;
    const weight = (of: Activity) => of.drawers_added + of.drawers_changed + of.drawers_removed + of.facts;
    return {
      activity: this.#all,
      first: some ? new Date(this.#first).toISOString() : null,
      last: some ? new Date(this.#last).toISOString() : null,
      authors: [...this.#authors.values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1)),
      weeks: [...this.#weeks.values()],
    };
  }
}

function nothing(): Activity {
  return { commits: 0, drawers_added: 0, drawers_changed: 0, drawers_removed: 0, facts: 0 };
}

function plus(sum: Activity, more: Activity): void {
  sum.commits += more.commits;
  sum.drawers_added += more.drawers_added;
  sum.drawers_changed += more.drawers_changed;
  sum.drawers_removed += more.drawers_removed;
  sum.facts += more.facts;
}

function nameOf(commit: Commit): { name: string; agent: boolean } {
  const { by } = whoOf(commit);
  return { name: by ?? commit.author.name, agent: by !== null };
}

/** A commit as far as a stretch asks: a time and who. */
function asCommit(at: Date, name: string): Commit {
  const who = { name, email: '', at, offset: 0 };
  return { id: '' as Commit['id'], tree: '' as Commit['tree'], parents: [], author: who, committer: who, message: '' };
}

function mondayOf(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
}

function dayText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
