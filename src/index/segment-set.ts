import type { ObjectId } from '../git/types.js';
import type { Segment } from './segment.js';

/** Where a blob stands. */
export interface BlobPlace {
  /** Number of the segment in the set. */
  segment: number;
  blob: number;
}

/** The segments that an index reads together, oldest first. */
export class SegmentSet {
  constructor(readonly segments: readonly Segment[]) {}

  find(blob: ObjectId | Buffer): BlobPlace | undefined {
    for (let at = this.segments.length - 1; at >= 0; at--) {
      const found = this.segments[at]?.find(blob);
      if (found !== undefined) return { segment: at, blob: found };
    }
    return undefined;
  }

  plus(more: readonly Segment[]): SegmentSet {
    return more.length === 0 ? this : new SegmentSet([...this.segments, ...more]);
  }

  get passages(): number {
    return this.segments.reduce((sum, segment) => sum + segment.passages, 0);
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.size, 0);
  }

  close(): void {
    for (const segment of this.segments) segment.close();
  }
}
