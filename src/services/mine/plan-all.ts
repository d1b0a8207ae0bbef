import { bodyHash } from '../../palace/ids.js';
import type { Palace, WingName } from '../../palace/types.js';
import { sourcePrefix } from '../../sources/unit-path.js';
import { align } from './align.js';
import type { PlanContext } from './context.js';
import { Destinations } from './destinations.js';
import { FilingPlans } from './filing-plans.js';
import type { FreshUnit } from './fresh.js';
import { Holding } from './holding.js';
import { drawersOf } from './identity.js';
import { assertGoingOn, type Job, type MinedRoot, type Survey } from './jobs.js';
import type { KnownFile } from './known/known-files.js';
import { isStanding, type ReadFile } from './known/remember.js';
import type { Standing } from './plan-source.js';
import { planVanished } from './plan-vanished.js';
import { type Pending, type Planned, sourceKey, type UnitOfFile } from './planned.js';
import { type Reader, standingReader } from './readers.js';
import { howToRead, readPieces, readUnits } from './reading.js';
import { vanishedAsRenameable } from './rename-candidates.js';
import { pairRenames, sketchOf } from './renames.js';
import { Rereader } from './rereading.js';
import { type Continued, Resumptions } from './resumed/resumptions.js';
import { Gains } from './searchable.js';
import type { MinedFile, MineRequest } from './types.js';
import { findVanished, type Vanished } from './vanished.js';

/** Plans everything that was surveyed, writing nothing. @throws PalaceError `too-many-vanished`, `interrupted`. */
export async function planAll(
  context: PlanContext,
  request: MineRequest,
  surveyed: Survey,
  heldBytes?: number,
): Promise<Planned> {
  // Of what is only planned hardly any bytes are wanted.
  const planner = new Planner(context, request, surveyed, new Holding(heldBytes ?? (request.dryRun ? 0 : undefined)));
  for (const from of surveyed.roots) await planner.root(from);
  return planner.result;
}

class Planner {
  readonly result: Planned;
  private readonly destinations: Destinations;
  private readonly filing: FilingPlans;
  private readonly gains: Gains;
  private readonly rereader: Rereader;
  private readonly resumptions: Resumptions;
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
    this.resumptions = new Resumptions(context);
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
    this.gains = new Gains(request.extract);
    this.rereader = new Rereader(context.palace, howToRead(request), this.gains);
    this.filing = new FilingPlans(context, request, this.destinations, this.result, this.gains);
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
    await this.filing.pending(from, pending, renames);
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
        (unit.resumed === true || !done.has(sourceKey(unit, unit.wing))) &&
        destinations.wing(from, unit) === unit.wing,
    );
  }

  private takeKnown(job: Job, known: KnownFile): void {
    const { result } = this;
    for (const unit of known.units) {
      const wing = unit.wing as WingName;
      const isFirst = !this.done.has(sourceKey(unit, wing));
      if (isFirst) this.done.set(sourceKey(unit, wing), job.shown);
      if (!result.wings.includes(wing)) result.wings.push(wing);
      if (unit.notKept) result.notKept.push(...unit.notKept);
      if (unit.notes) result.notes.push(...unit.notes);
      // Told once of files that are one source.
      if (isFirst) this.resumptions.takePlanned(unit, wing, this.filing.unchanged(job, wing, unit.ids));
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
    const pieces = readPieces(this.palace, job, howToRead(this.request));
    for await (const found of readUnits(pieces, this.gains, this.rereader.again(job), this.holding)) {
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
      const continued = await this.resumptions.continued(unit, (as) => this.destinations.wing(job.from, as));
      const filedAs = continued?.unit ?? unit;
      const wing = continued?.wing ?? this.destinations.wing(job.from, unit);
      const { kind, source, wingHint, notKept, notes } = filedAs;
      const about: ReadFile['units'][number] = { about: { kind, source, wingHint, notKept, notes } };
      if (continued) about.about.resumed = true;
      reading.units.push(about);
      const of = { file, reading: about };
      if (await this.isPartOfEarlier(job, filedAs, wing, of, continued)) continue;
      if (this.isFirst(job, filedAs, wing))
        await this.take({ job, wing, ...of }, filedAs, mayBeRenamed, pending, continued !== undefined);
      else reading.isOdd = true;
    }
    // A file may give units and then break off: it is in both lists.
    if (reading.skipped.length > 0 && reading.units.length === 0) return;
    result.read++;
    result.files.push(file);
  }

  /** Two files of one run that are one source (an overlap of paths, a copied session): the first one counts. */
  private isFirst(job: Job, unit: FreshUnit, wing: WingName): boolean {
    const key = sourceKey(unit, wing);
    const first = this.done.get(key);
    this.done.set(key, first ?? job.shown);
    if (first === undefined) return true;
    const detail = `the same source as ${first}, which was read first`;
    this.result.skipped.push({ path: job.shown, reason: 'same-source', detail });
    return false;
  }

  /**
   * Whether what a file says of a session is filed with what drawers, or another file read before, say of it: nothing is left to
   * do for it alone.
   */
  private async isPartOfEarlier(
    job: Job,
    unit: FreshUnit,
    wing: WingName,
    of: UnitOfFile,
    continued: Continued | undefined,
  ): Promise<boolean> {
    const earlier = this.resumptions.earlier(unit, wing);
    if (earlier === undefined) {
      if (continued?.relation !== 'within') return false;
      this.done.set(sourceKey(unit, wing), job.shown);
      of.reading.planned = this.filing.unchanged(job, wing, continued.ids);
      of.file.ids.push(...continued.ids);
      this.resumptions.takePlanned(unit, wing, of.reading.planned);
      if (!this.result.wings.includes(wing)) this.result.wings.push(wing);
      return true;
    }
    if ('planned' in earlier) {
      if (continued === undefined) return false;
      const { planned } = earlier;
      if (continued.relation === 'within' || continued.relation === 'same') {
        of.reading.planned = planned;
        of.file.ids.push(...planned.plan.ids);
        return true;
      }
      // Another file made this plan, for which nothing had changed.
      this.result.sources = this.result.sources.filter((one) => one !== planned);
      this.done.delete(sourceKey(unit, wing));
      return false;
    }
    const { pending } = earlier;
    // The same file twice, or copies of it: the first one counts.
    if (pending.source === unit.source && continued === undefined && pending.reading.about.resumed === undefined)
      return false;
    const { unit: waiting } = pending;
    if (pending.isPlanned || waiting === undefined) return false;
    await this.resumptions.joinPending(pending, waiting, unit, of);
    this.done.set(sourceKey(unit, wing), job.shown);
    this.done.set(sourceKey({ kind: unit.kind, source: pending.source }, wing), job.shown);
    return true;
  }

  private async take(
    { job, wing, file, reading }: Pick<Pending, 'job' | 'wing' | 'file' | 'reading'>,
    unit: FreshUnit,
    mayBeRenamed: boolean,
    pending: Pending[],
    mustHold: boolean,
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
      await this.filing.plan({ job, file, wing, reading, others: [] }, unit);
      if (reading.planned) this.resumptions.takePlanned(unit, wing, reading.planned);
      this.holding.giveBack(unit.held);
      return;
    }
    const { source } = unit;
    const waiting: Pending = { job, wing, file, reading, source, unit, isNew, isPlanned: false, others: [] };
    if (isNew && mayBeRenamed && unit.source.startsWith(sourcePrefix(job.from.root))) {
      const body = await unit.whole();
      waiting.renameable = {
        key: waiting,
        path: unit.routePath,
        hash: `${unit.kind} ${wing} ${bodyHash(body)}`,
        sketch: unit.kind === 'conversation' ? undefined : sketchOf(body),
      };
    }
    // What was joined stands so in no file to be read again.
    if (!mustHold && unit.held === 0 && !this.holding.claim(unit.size)) this.rereader.release(unit, job);
    this.resumptions.takePending(unit, waiting);
    pending.push(waiting);
  }

  /** Nothing of it changed since it was filed: neither date nor title is needed to say so. */
  private isAsFiled(unit: FreshUnit, reader: Reader, { parts }: Standing): boolean {
    if (parts.some((entry) => standingReader(entry, reader, this.context.catalog.wings) === 'older')) return false;
    return (
      align(
        parts.map(({ front }) => ({ hash: front.sha256 })),
        unit.parts,
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
}
