import type { RoomName, WingName } from '../../palace/types.js';
import { sourceOf, sourcePrefix, unitPath } from '../../sources/unit-path.js';
import type { PlanContext } from './context.js';
import type { Destinations } from './destinations.js';
import { type FreshUnit, SourceChanged } from './fresh.js';
import { assertGoingOn, type Job, type MinedRoot } from './jobs.js';
import { planSource } from './plan-source.js';
import type { Pending, Planned, PlannedSource } from './planned.js';
import { newerReaderNote } from './readers.js';
import { howToRead } from './reading.js';
import { Rereader } from './rereading.js';
import { type Gains, sumOfGains } from './searchable.js';
import type { SourcePlan } from './steps.js';
import type { MineRequest } from './types.js';
import type { Vanished } from './vanished.js';

/** Plans units against the drawers that hold their sources, and adds the plans to the result. */
export class FilingPlans {
  constructor(
    private readonly context: PlanContext,
    private readonly request: MineRequest,
    private readonly destinations: Destinations,
    private readonly result: Planned,
    private readonly gains: Gains,
  ) {}

  /** A source whose drawers stand as they are. */
  unchanged({ shown }: Job, wing: WingName, ids: readonly string[]): PlannedSource {
    const counts = { unchanged: ids.length };
    const plan: SourcePlan = { ids: [...ids], steps: [], counts, conflicts: [], searchable: [] };
    const planned = { plan, wing, gain: { passages: 0 }, source: undefined, shown, isDropped: false };
    this.result.sources.push(planned);
    return planned;
  }

  /** Plans what waited, each with the date of its newest commit where the text says none. */
  async pending(from: MinedRoot, pending: readonly Pending[], renames: ReadonlyMap<Pending, Vanished>): Promise<void> {
    const { root, project } = from;
    const paths = pending
      .filter(({ source }) => source.startsWith(sourcePrefix(root)))
      .map(({ job }) => unitPath(root, job.candidate.relative));
    const dates = project && paths.length > 0 ? await project.commitDates([...new Set(paths)]) : undefined;
    const options = { ...howToRead(this.request), ...(dates && { dates }) };
    const rereader = new Rereader(this.context.palace, options, this.gains);
    for (const waiting of pending) {
      assertGoingOn(this.context.palace);
      const { job, unit } = waiting;
      try {
        if (unit) await this.plan(waiting, await this.dated(unit, job, dates, rereader), renames.get(waiting));
      } catch (error) {
        if (!(error instanceof SourceChanged)) throw error;
        const detail = 'it changed while it was being read; mine again';
        this.result.skipped.push({ path: job.shown, reason: 'vanished', detail });
      }
      waiting.unit = undefined;
      waiting.isPlanned = true;
    }
  }

  /** The unit with the date of its newest commit, as its adapter would give it if it had known. */
  private async dated(
    unit: FreshUnit,
    job: Job,
    dates: ReadonlyMap<string, string> | undefined,
    rereader: Rereader,
  ): Promise<FreshUnit> {
    const { root } = job.from;
    // What the text itself says of its day is nearer to it than when somebody committed it.
    if (unit.dateFrom === 'content' || unit.source !== sourceOf(root, job.candidate.relative)) return unit;
    const date = dates?.get(unitPath(root, job.candidate.relative));
    if (date === undefined) return unit;
    if (unit.kind !== 'conversation') return { ...unit, date, dateFrom: 'commit' };
    return (await rereader.unit(job, unit.source)) ?? unit;
  }

  /** Plans one unit, and what the report says of it. */
  async plan(
    { job, file, wing, reading, others }: Pick<Pending, 'job' | 'file' | 'wing' | 'reading' | 'others'>,
    unit: FreshUnit,
    renamedFrom?: Vanished,
  ): Promise<SourcePlan> {
    const reader = job.adapter;
    let room: RoomName | undefined;
    const incoming = {
      unit,
      reader,
      wing,
      room: () => {
        room ??= this.destinations.room(job.from, wing, unit);
        return room;
      },
    };
    const plan = await planSource(this.context, incoming, renamedFrom);
    if (plan.isLeftToNewer === true) this.result.notes.push(newerReaderNote(reader));
    const gain = sumOfGains(
      plan.searchable.flatMap((one) => {
        const bytes = Buffer.isBuffer(one) ? one : one.bytes;
        const messages = Buffer.isBuffer(one) ? undefined : one.messages;
        if (Buffer.isBuffer(bytes)) return [this.gains.of(bytes, unit, messages)];
        // It was counted before its bytes were let go.
        return Buffer.isBuffer(one) || one.gain === undefined ? [] : [one.gain];
      }),
    );
    plan.searchable = [];
    for (const one of [file, ...others.map((other) => other.file)]) one.ids.push(...plan.ids);
    const source = unit.kind === 'conversation' ? unit.source : undefined;
    reading.planned = { plan, wing, gain, source, reader, shown: job.shown, isDropped: false };
    for (const other of others) other.reading.planned = reading.planned;
    this.result.sources.push(reading.planned);
    return plan;
  }
}
