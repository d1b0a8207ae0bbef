import { bodyHash } from '../../palace/ids.js';
import { PartCutter } from '../../palace/part-cutter.js';
import type { SourceUnit } from '../../sources/types.js';
import { BEGINNING, type FreshPart, type FreshUnit } from './fresh.js';
import type { Holding } from './holding.js';
import type { Gains } from './searchable.js';
import type { BodyBytes } from './steps.js';

/** Reads bytes again that were let go. */
export interface Again {
  /** A part of a body that came in pieces. */
  part(index: number, hash: string, size: number): BodyBytes;
  whole(source: string): Promise<Buffer>;
}

/** Takes a body in pieces and keeps of it what planning needs: the parts without their bytes. */
export class BodyDigest {
  private readonly cutter: PartCutter;
  private readonly parts: FreshPart[] = [];
  private beginning: Buffer = Buffer.alloc(0);
  private size = 0;
  private held = 0;

  /**
   * @param gains Ready ({@link Gains.ready}).
   * @param holding Parts are held while there is room.
   */
  constructor(
    private readonly gains: Gains,
    private readonly again: Again,
    private readonly holding: Holding,
  ) {
    // Only conversations come in pieces.
    this.cutter = new PartCutter('transcript/1', ({ content, anchor, isFirst, index, messages }) => {
      const hash = bodyHash(content);
      const gain = this.gains.of(content, { format: 'transcript/1', source: '' }, messages);
      const isHeld = this.holding.claim(content.length);
      if (isHeld) this.held += content.length;
      const bytes = isHeld ? Buffer.from(content) : this.again.part(index, hash, content.length);
      this.parts.push({ index, hash, anchor, isFirst, gain, bytes });
    });
  }

  push(piece: Buffer): void {
    this.size += piece.length;
    const missing = BEGINNING - this.beginning.length;
    if (missing > 0) this.beginning = Buffer.concat([this.beginning, piece.subarray(0, missing)]);
    this.cutter.push(piece);
  }

  /** The unit that came after its pieces. */
  unit(unit: SourceUnit): FreshUnit {
    this.push(unit.body);
    this.cutter.end();
    const { body: _rest, ...about } = unit;
    const { beginning, size, parts, held } = this;
    return { ...about, beginning, size, parts, held, whole: () => this.again.whole(unit.source) };
  }

  /** Its parts are not wanted. */
  drop(): void {
    this.holding.giveBack(this.held);
  }
}
