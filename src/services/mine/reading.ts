import { bodyHash } from '../../palace/ids.js';
import { cutParts } from '../../palace/parts.js';
import type { Palace } from '../../palace/types.js';
import { readSource } from '../../sources/registry.js';
import type { ReadOptions, SkippedSource, SourceUnit } from '../../sources/types.js';
import { type Job, withHead } from './jobs.js';
import type { BodyBytes, SourcePlan } from './steps.js';

/** Reads the units of a file, or says why it gives none. */
export async function readJob(
  palace: Palace,
  job: Job,
  options: Pick<ReadOptions, 'tools' | 'dates'>,
): Promise<{ units: SourceUnit[] } | { skipped: SkippedSource }> {
  const { maxSourceBytes: maxBytes } = palace.settings;
  const candidate = withHead(job, maxBytes);
  if ('reason' in candidate) return { skipped: candidate };
  return readSource(job.adapter, candidate, job.from.root, { ...options, maxBytes }, palace.runtime);
}

const HELD_BYTES = 128 * 1024 * 1024;

/** Bytes of sources that may be held between planning and writing; more is read again. */
export class Holding {
  private used = 0;

  constructor(private readonly limit = HELD_BYTES) {}

  /** Claims room for so many bytes; false when there is none. */
  claim(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }
}

/** Reads sources again when their bytes are written, the parts of one file with one reading. */
export class Rereader {
  private last: { job: Job; units: Promise<SourceUnit[]> } | undefined;

  constructor(
    private readonly palace: Palace,
    private readonly options: Pick<ReadOptions, 'tools' | 'dates'>,
  ) {}

  /** The units of a file, empty when it can no longer be read. */
  async units(job: Job): Promise<SourceUnit[]> {
    if (this.last?.job !== job) this.last = { job, units: this.read(job) };
    return this.last.units;
  }

  private async read(job: Job): Promise<SourceUnit[]> {
    const reading = await readJob(this.palace, job, this.options);
    return 'units' in reading ? reading.units : [];
  }

  /** Lets go of the bytes of a plan's steps where they are exactly a part of the source. */
  release(plan: SourcePlan, job: Job, source: string): void {
    for (const step of plan.steps) {
      if (step.kind !== 'put' || step.part === undefined || !Buffer.isBuffer(step.body)) continue;
      step.body = this.later(job, source, step.part, step.body);
    }
  }

  private later(job: Job, source: string, index: number, bytes: Buffer): BodyBytes {
    const hash = bodyHash(bytes);
    return {
      size: bytes.length,
      read: async () => {
        const unit = (await this.units(job)).find((one) => one.source === source);
        const part = unit && cutParts(unit.body, unit.format)[index]?.content;
        // A source that changed since it was planned waits for the next mine.
        return part && bodyHash(part) === hash ? part : undefined;
      },
    };
  }
}
