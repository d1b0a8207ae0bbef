import { bodyHash } from '../../palace/ids.js';
import { cutParts } from '../../palace/parts.js';
import type { Palace, WingName } from '../../palace/types.js';
import type { NotKept, SourceUnit } from '../../sources/types.js';
import { sourceOf, sourcePrefix, unitPath } from '../../sources/unit-path.js';
import { align } from './align.js';
import type { PlanContext } from './context.js';
import { Destinations } from './destinations.js';
import { drawersOf } from './identity.js';
import { assertGoingOn, type Job, type MinedRoot, type Survey } from './jobs.js';
import type { KnownFile } from './known/known-files.js';
import { isStanding, type ReadFile } from './known/remember.js';
import { planSource, type Standing } from './plan-source.js';
import { planVanished } from './plan-vanished.js';
import { newerReaderNote, type Reader, standingReader } from './readers.js';
import { Holding, howToRead, Rereader, readJob } from './reading.js';
import { vanishedAsRenameable } from './rename-candidates.js';
import { pairRenames, type Renameable, sketchOf } from './renames.js';
import { type Gain, Gains } from './searchable.js';
import type { SourcePlan } from './steps.js';
import type { MinedFile, MineRequest, SkippedFile } from './types.js';
import { findVanished, type Vanished } from './vanished.js';

/** A plan for one source (or for what vanished), with what the report says of it. */
export interface PlannedSource {
  plan: SourcePlan;
  wing: WingName;
  gain: Gain;
  /** Of a conversation: its session, for the commit. */
  source: string | undefined;
  /** The adapter that read it; absent where nothing was read. */
  reader?: Reader;
  /** Path for the report. */
  shown: string;
  /** It changed before it was written and waits for the next mine. */
  isDropped: boolean;
}

export interface Planned {
  sources: PlannedSource[];
  files: MinedFile[];
  skipped: SkippedFile[];
  notKept: NotKept[];
  notes: string[];
  read: number;
  wings: WingName[];
  /** What may be remembered of the files, once all is written. */
  readings: ReadFile[];
}

/** A unit that is new or changed, waiting for what only a look at all others tells: its date, whether it was renamed. */
interface Pending {
  job: Job;
  wing: WingName;
  file: MinedFile;
  reading: ReadFile['units'][number];
  source: string;
  /** Held while there is room; else read again. */
  unit: SourceUnit | undefined;
  isNew: boolean;
  renameable?: Renameable<Pending>;
}

/** Plans everything that was surveyed, writing nothing. @throws PalaceError `too-many-vanished`, `interrupted`. */
export async function planAll(
  context: PlanContext,
  request: MineRequest,
  surveyed: Survey,
  heldBytes?: number,
): Promise<Planned> {
  const planner = new Planner(context, request, surveyed, new Holding(heldBytes));
  for (const from of surveyed.roots) await planner.root(from);
  return planner.result;
}

class Planner {
  readonly result: Planned;
  private readonly destinations: Destinations;
  private readonly gains: Gains;
  private readonly done = new Map<string, string>();
  private readonly palace: Palace;
  private read = 0;

  constructor(
    private readonly context: PlanContext,
    private readonly request: MineRequest,
    private readonly surveyed: Survey,
    private readonly holding: Holding,
  ) {
    this.palace = context.palace;
    this.destinations = new Destinations(context.palace, context.catalog, request);
    this.gains = new Gains(request.extract);
    this.result = {
      sources: [],
      files: [],
      skipped: [...surveyed.skipped],
      notKept: [...surveyed.notKept],
      notes: this.destinations.notes,
      read: 0,
      wings: [],
      readings: [],
    };
  }

  async root(from: MinedRoot): Promise<void> {
    const jobs = this.surveyed.jobs.filter((job) => job.from === from);
    const vanished = this.vanishedOf(from);
    const pending: Pending[] = [];
    for (const job of jobs) {
      assertGoingOn(this.palace);
      const { known } = job;
      if (known === undefined || !this.isAsKnown(job, known)) await this.readOne(job, vanished.length > 0, pending);
      else {
        for (const { wing } of known.units)
          if (!this.destinations.isPrepared(from, wing)) await this.destinations.prepare(from, wing as WingName);
        this.takeKnown(job, known);
      }
      this.palace.runtime.onProgress?.({ phase: 'scan', done: ++this.read, total: this.surveyed.jobs.length });
    }
    const renames = await this.findRenames(vanished, pending);
    const renamed = new Set(renames.values());
    const gone = vanished.filter((one) => one.kind === 'file' && !renamed.has(one));
    const removal = await planVanished(this.context, this.request, from, gone, () => this.destinations.rootWing(from));
    await this.planPending(from, pending, renames);
    if (removal) {
      this.result.notes.push(...removal.notes);
      const { plan, wing } = removal;
      this.result.sources.push({
        plan,
        wing,
        gain: { passages: 0 },
        source: undefined,
        shown: from.typed,
        isDropped: false,
      });
    }
  }

  /** Sources that are gone from disk. Only a walk that saw every file can tell a rename from a removal. */
  private vanishedOf(from: MinedRoot): Vanished[] {
    if (!from.isComplete || from.root.file !== undefined || this.request.mode === 'chats') return [];
    // A palace without drawers of this root has nothing that could vanish, and its wing may not even have a name yet.
    const prefix = sourcePrefix(from.root);
    if (![...this.context.catalog.bySource.keys()].some((source) => source.startsWith(prefix))) return [];
    return findVanished(this.context.catalog, from, this.destinations.rootWing(from));
  }

  /** A file that stands as it stood, with all its drawers: it need not be read to say that nothing of it changed. */
  private isAsKnown({ from }: Job, { units }: KnownFile): boolean {
    const { context, destinations, done } = this;
    return units.every(
      (unit) =>
        isStanding(context.catalog, unit) &&
        !done.has(sourceKey(unit, unit.wing)) &&
        destinations.wing(from, unit) === unit.wing,
    );
  }

  private takeKnown(job: Job, known: KnownFile): void {
    const { result } = this;
    for (const unit of known.units) {
      const wing = unit.wing as WingName;
      this.done.set(sourceKey(unit, wing), job.shown);
      if (!result.wings.includes(wing)) result.wings.push(wing);
      if (unit.notKept) result.notKept.push(...unit.notKept);
      if (unit.notes) result.notes.push(...unit.notes);
      const counts = { unchanged: unit.ids.length };
      const plan: SourcePlan = { ids: [...unit.ids], steps: [], counts, conflicts: [], searchable: [] };
      result.sources.push({ plan, wing, gain: { passages: 0 }, source: undefined, shown: job.shown, isDropped: false });
    }
    for (const skipped of known.skipped ?? []) this.skip(job, skipped);
    if (known.units.length > 0 || known.skipped === undefined) {
      result.read++;
      const ids = known.units.flatMap((unit) => unit.ids);
      result.files.push({ path: job.shown, adapter: job.adapter.name, ids });
    }
    job.from.known?.keep(job.candidate.relative, known);
  }

  private skip(job: Job, { reason, detail, notKept }: NonNullable<KnownFile['skipped']>[number]): void {
    this.result.skipped.push({ path: job.shown, reason, ...(detail !== undefined && { detail }) });
    this.result.notKept.push(...(notKept ?? []));
  }

  private async readOne(job: Job, mayBeRenamed: boolean, pending: Pending[]): Promise<void> {
    const { result } = this;
    const file: MinedFile = { path: job.shown, adapter: job.adapter.name, ids: [] };
    const reading: ReadFile = { job, units: [], skipped: [], isOdd: false };
    result.readings.push(reading);
    for await (const found of readJob(this.palace, job, howToRead(this.request))) {
      if ('skipped' in found) {
        this.skip(job, found.skipped);
        const { reason, detail, notKept } = found.skipped;
        reading.skipped.push({ reason, detail, notKept });
        continue;
      }
      const { unit } = found;
      result.notKept.push(...unit.notKept);
      result.notes.push(...(unit.notes ?? []));
      await this.destinations.lookAtProject(unit);
      const wing = this.destinations.wing(job.from, unit);
      const { kind, source, wingHint, notKept, notes } = unit;
      const about = { about: { kind, source, wingHint, notKept, notes } };
      reading.units.push(about);
      if (this.isFirst(job, unit, wing)) await this.take(job, file, unit, wing, mayBeRenamed, pending, about);
      else reading.isOdd = true;
    }
    // A file may give units and then break off: it is in both lists.
    if (reading.skipped.length > 0 && reading.units.length === 0) return;
    result.read++;
    result.files.push(file);
  }

  /** Two files of one run that are one source (an overlap of paths, a copied session): the first one counts. */
  private isFirst(job: Job, unit: SourceUnit, wing: WingName): boolean {
    const key = sourceKey(unit, wing);
    const first = this.done.get(key);
    this.done.set(key, first ?? job.shown);
    if (first === undefined) return true;
    const detail = `the same source as ${first}, which was read first`;
    this.result.skipped.push({ path: job.shown, reason: 'same-source', detail });
    return false;
  }

  private async take(
    job: Job,
    file: MinedFile,
    unit: SourceUnit,
    wing: WingName,
    mayBeRenamed: boolean,
    pending: Pending[],
    reading: ReadFile['units'][number],
  ): Promise<void> {
    if (!this.result.wings.includes(wing)) this.result.wings.push(wing);
    await this.destinations.prepare(job.from, wing);
    const standing = drawersOf(this.context.catalog, {
      kind: unit.kind,
      wing,
      source: unit.source,
      format: unit.format,
    });
    const isNew = standing.parts.length === 0 && standing.beside.length === 0;
    if (!isNew && this.isAsFiled(unit, job.adapter, standing)) {
      await this.plan({ job, file, wing, reading }, unit);
      return;
    }
    const waiting: Pending = { job, wing, file, reading, source: unit.source, unit: undefined, isNew };
    if (isNew && mayBeRenamed && unit.source.startsWith(sourcePrefix(job.from.root)))
      waiting.renameable = {
        key: waiting,
        path: unit.routePath,
        hash: `${unit.kind} ${wing} ${bodyHash(unit.body)}`,
        sketch: unit.kind === 'conversation' ? undefined : sketchOf(unit.body),
      };
    if (this.holding.claim(unit.body.length)) waiting.unit = unit;
    pending.push(waiting);
  }

  /** Nothing of it changed since it was filed: neither date nor title is needed to say so. */
  private isAsFiled(unit: SourceUnit, reader: Reader, { parts }: Standing): boolean {
    if (parts.some((entry) => standingReader(entry, reader, this.context.catalog.wings) === 'older')) return false;
    const fresh = cutParts(unit.body, unit.format).map(({ content }) => ({ hash: bodyHash(content) }));
    return (
      align(
        parts.map(({ front }) => ({ hash: front.sha256 })),
        fresh,
      ).stretches.length === 0
    );
  }

  private async findRenames(
    vanished: readonly Vanished[],
    pending: readonly Pending[],
  ): Promise<Map<Pending, Vanished>> {
    const fresh = pending.flatMap(({ renameable }) => (renameable ? [renameable] : []));
    if (vanished.length === 0 || fresh.length === 0) return new Map();
    const old = await vanishedAsRenameable(this.context, vanished, fresh[0]?.key.wing);
    return pairRenames(old, fresh);
  }

  private async planPending(
    from: MinedRoot,
    pending: readonly Pending[],
    renames: ReadonlyMap<Pending, Vanished>,
  ): Promise<void> {
    const { root, project } = from;
    const paths = pending
      .filter(({ source }) => source.startsWith(sourcePrefix(root)))
      .map(({ job }) => unitPath(root, job.candidate.relative));
    const dates = project && paths.length > 0 ? await project.commitDates([...new Set(paths)]) : undefined;
    const rereader = new Rereader(this.palace, { ...howToRead(this.request), ...(dates && { dates }) });
    for (const waiting of pending) {
      assertGoingOn(this.palace);
      const { job, source } = waiting;
      const unit = waiting.unit
        ? await this.dated(waiting.unit, job, dates, rereader)
        : await rereader.unit(job, source);
      if (!unit) {
        const detail = 'it changed while it was being read; mine again';
        this.result.skipped.push({ path: job.shown, reason: 'vanished', detail });
        continue;
      }
      const plan = await this.plan(waiting, unit, renames.get(waiting));
      if (!waiting.unit) rereader.release(plan, job, source);
      waiting.unit = undefined;
    }
  }

  /** The unit with the date of its newest commit, as its adapter would give it if it had known. */
  private async dated(
    unit: SourceUnit,
    job: Job,
    dates: ReadonlyMap<string, string> | undefined,
    rereader: Rereader,
  ): Promise<SourceUnit> {
    const { root } = job.from;
    // What the text itself says of its day is nearer to it than when somebody committed it.
    if (unit.dateFrom === 'content' || unit.source !== sourceOf(root, job.candidate.relative)) return unit;
    const date = dates?.get(unitPath(root, job.candidate.relative));
    if (date === undefined) return unit;
    if (unit.kind !== 'conversation') return { ...unit, date, dateFrom: 'commit' };
    return (await rereader.unit(job, unit.source)) ?? unit;
  }

  private async plan(
    { job, file, wing, reading }: Pick<Pending, 'job' | 'file' | 'wing' | 'reading'>,
    unit: SourceUnit,
    renamedFrom?: Vanished,
  ): Promise<SourcePlan> {
    const reader = job.adapter;
    const incoming = { unit, reader, wing, room: () => this.destinations.room(job.from, wing, unit) };
    const plan = await planSource(this.context, incoming, renamedFrom);
    if (plan.isLeftToNewer === true) this.result.notes.push(newerReaderNote(reader));
    const gain = await this.gains.of(plan.searchable, unit);
    plan.searchable = [];
    file.ids.push(...plan.ids);
    const source = unit.kind === 'conversation' ? unit.source : undefined;
    reading.planned = { plan, wing, gain, source, reader, shown: job.shown, isDropped: false };
    this.result.sources.push(reading.planned);
    return plan;
  }
}

function sourceKey({ kind, source }: Pick<SourceUnit, 'kind' | 'source'>, wing: string): string {
  return [kind, wing, source].join('\0');
}
