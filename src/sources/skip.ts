import type { NotKept, SkipReason } from './types.js';

/** Thrown by an adapter's `read` when a file gives no memory at all; `readSource` turns it into a line of the report. */
export class SkipSource extends Error {
  constructor(
    readonly reason: SkipReason,
    readonly detail: string,
    readonly notKept: readonly NotKept[] = [],
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'SkipSource';
  }
}
