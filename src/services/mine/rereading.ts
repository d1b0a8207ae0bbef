import { bodyHash } from '../../palace/ids.js';
import { PartCutter } from '../../palace/part-cutter.js';
import type { Palace } from '../../palace/types.js';
import type { Again } from './body-digest.js';
import { type FreshUnit, SourceChanged } from './fresh.js';
import { Holding } from './holding.js';
import type { Job } from './jobs.js';
import { type HowToRead, readPieces, readUnits } from './reading.js';
import type { Gains } from './searchable.js';
import type { BodyBytes } from './steps.js';

/**
 * Reads sources again when their bytes are wanted. Units of one file are asked for in its order, so one reading serves them
 * all, and only the last unit is held; of a body in pieces only the last part.
 */
export class Rereader {
  private units: UnitReading | undefined;
  private parts: PartReading | undefined;

  constructor(
    private readonly palace: Palace,
    private readonly options: HowToRead,
    private readonly gains: Gains,
  ) {}

  /** Ways back to the bytes of a file. */
  again(job: Job): Again {
    return {
      part: (index, hash, size) => ({ size, read: () => this.partInPieces(job, index, hash) }),
      whole: (source) => this.whole(job, source),
    };
  }

  /** The unit of this source in a file, undefined when it is no longer there. */
  async unit(job: Job, source: string): Promise<FreshUnit | undefined> {
    const { units } = this;
    if (units?.job === job) {
      const found = await units.find(source);
      if (found !== undefined || units.isKnownAbsent(source)) return found;
    }
    await units?.close();
    this.units = new UnitReading(job, readUnits(this.pieces(job), this.gains, this.again(job), new Holding(0)));
    return this.units.find(source);
  }

  /** Lets go of the bytes of a unit: they are read again where they are wanted. Counts before what search gains by them. */
  release(unit: FreshUnit, job: Job): void {
    const { format, source } = unit;
    for (const part of unit.parts) {
      const { bytes, index, hash } = part;
      if (!Buffer.isBuffer(bytes)) continue;
      part.gain ??= this.gains.of(bytes, { format, source }, part.messages);
      delete part.messages;
      part.bytes = this.later(job, source, index, hash, bytes.length);
    }
    // A copy: a slice would hold all of it.
    unit.beginning = Buffer.from(unit.beginning.subarray(0, KEPT));
    unit.whole = () => this.whole(job, source);
  }

  private later(job: Job, source: string, index: number, hash: string, size: number): BodyBytes {
    return {
      size,
      read: async () => {
        const part = (await this.unit(job, source))?.parts[index];
        // A source that changed since it was planned waits for the next mine.
        if (part?.hash !== hash) return undefined;
        return Buffer.isBuffer(part.bytes) ? part.bytes : part.bytes.read();
      },
    };
  }

  private async partInPieces(job: Job, index: number, hash: string): Promise<Buffer | undefined> {
    const { parts } = this;
    if (parts?.job === job) {
      const found = await parts.find(index, hash);
      if (found !== undefined || parts.isFresh) return found;
    }
    await parts?.close();
    this.parts = new PartReading(job, this.pieces(job));
    return this.parts.find(index, hash);
  }

  private async whole(job: Job, source: string): Promise<Buffer> {
    let pieces: Buffer[] = [];
    for await (const found of this.pieces(job)) {
      if ('piece' in found) pieces.push(Buffer.from(found.piece));
      else if ('startOver' in found) pieces = [];
      else if ('unit' in found) {
        if (found.unit.source === source) return Buffer.concat([...pieces, found.unit.body]);
        pieces = [];
      }
    }
    throw new SourceChanged();
  }

  private pieces(job: Job): ReturnType<typeof readPieces> {
    return readPieces(this.palace, job, this.options);
  }
}

/** Bytes of a beginning that are kept of a unit whose body is let go: for its room and its first message. */
const KEPT = 16 * 1024;

class UnitReading {
  private last: FreshUnit | undefined;
  private readonly seen = new Set<string>();
  private isWhole = false;

  constructor(
    readonly job: Job,
    private readonly stream: ReturnType<typeof readUnits>,
  ) {}

  /** Reads on to this source. */
  async find(source: string): Promise<FreshUnit | undefined> {
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

/** The parts of the bodies of a file that come in pieces, one after the other. */
class PartReading {
  private ready: { index: number; hash: string; content: Buffer }[] = [];
  private cutter = this.newCutter();
  private isWhole = false;
  /** Nothing was asked of it but the present part. */
  isFresh = true;

  constructor(
    readonly job: Job,
    private readonly stream: ReturnType<typeof readPieces>,
  ) {}

  /**
   * Reads on to this part. What comes before it is not asked for again; nor is a part with other bytes under its number, which is
   * of a pass that is started over, or of another body.
   */
  async find(index: number, hash: string): Promise<Buffer | undefined> {
    for (;;) {
      const at = this.ready.findIndex((part) => part.index === index && part.hash === hash);
      this.ready.splice(0, at === -1 ? this.ready.length : at);
      if (at !== -1) {
        this.isFresh = false;
        return this.ready[0]?.content;
      }
      if (this.isWhole) return undefined;
      await this.readOn();
    }
  }

  async close(): Promise<void> {
    await this.stream.return(undefined);
  }

  private async readOn(): Promise<void> {
    while (this.ready.length === 0 && !this.isWhole) {
      const next = await this.stream.next();
      if (next.done) this.isWhole = true;
      else if ('piece' in next.value) this.cutter.push(next.value.piece);
      else if ('unit' in next.value) {
        this.cutter.push(next.value.unit.body);
        this.cutter.end();
        this.cutter = this.newCutter();
      } else if ('startOver' in next.value) this.cutter = this.newCutter();
    }
  }

  private newCutter(): PartCutter {
    return new PartCutter('transcript/1', ({ content, index }) => {
      this.ready.push({ index, hash: bodyHash(content), content: Buffer.from(content) });
    });
  }
}
