import { bodyHash } from '../../palace/ids.js';
import { cutParts } from '../../palace/parts.js';
import type { Palace } from '../../palace/types.js';
import { streamSource } from '../../sources/registry.js';
import type { ReadOptions, SkippedSource, SourceUnit } from '../../sources/types.js';
import { type Job, withHead } from './jobs.js';
import { maxBytesFor } from './limits.js';
import type { BodyBytes, SourcePlan } from './steps.js';
import type { MineRequest } from './types.js';

export type HowToRead = Pick<ReadOptions, 'tools' | 'dates' | 'subagents'>;

/** What of a request concerns the reading of files. */
export function howToRead({ tools = 'full', subagents }: MineRequest): HowToRead {
  return { tools, ...(subagents !== undefined && { subagents }) };
}

/** Reads a file unit by unit, or says why it gives none. */
export async function* readJob(
  palace: Palace,
  job: Job,
  options: HowToRead,
): AsyncGenerator<{ unit: SourceUnit } | { skipped: SkippedSource }> {
  const maxBytes = maxBytesFor(palace, job.adapter);
  const candidate = withHead(job, maxBytes);
  if ('reason' in candidate) yield { skipped: candidate };
  else yield* streamSource(job.adapter, candidate, job.from.root, { ...options, maxBytes }, palace.runtime);
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

/**
 * Reads sources again when their bytes are written. Units of one file are asked for in its order, so one reading serves them
 * all, and only the last unit is held.
 */
export class Rereader {
  private reading: Reading | undefined;

  constructor(
    private readonly palace: Palace,
    private readonly options: HowToRead,
  ) {}

  /** The unit of this source in a file, undefined when it is no longer there. */
  async unit(job: Job, source: string): Promise<SourceUnit | undefined> {
    const { reading } = this;
    if (reading?.job === job) {
      const found = await reading.find(source);
      if (found !== undefined || reading.isKnownAbsent(source)) return found;
    }
    await reading?.close();
    this.reading = new Reading(job, readJob(this.palace, job, this.options));
    return this.reading.find(source);
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
        const unit = await this.unit(job, source);
        const part = unit && cutParts(unit.body, unit.format)[index]?.content;
        // A source that changed since it was planned waits for the next mine.
        return part && bodyHash(part) === hash ? part : undefined;
      },
    };
  }
}

class Reading {
  private last: SourceUnit | undefined;
  private readonly seen = new Set<string>();
  private isWhole = false;

  constructor(
    readonly job: Job,
    private readonly stream: ReturnType<typeof readJob>,
  ) {}

  /** Reads on to this source. */
  async find(source: string): Promise<SourceUnit | undefined> {
    if (this.last?.source === source) return this.last;
    while (!this.isWhole) {
      const next = await this.stream.next();
      if (next.done) this.isWhole = true;
      else if ('unit' in next.value) {
        const { unit } = next.value;
        if (this.seen.has(unit.source)) continue;
        this.seen.add(unit.source);
        this.last = unit;
        if (unit.source === source) return unit;
      }
    }
    return undefined;
  }

  /** The file was read to its end, and this source was not in it. */
  isKnownAbsent(source: string): boolean {
    return this.isWhole && !this.seen.has(source);
  }

  async close(): Promise<void> {
    await this.stream.return(undefined);
  }
}
