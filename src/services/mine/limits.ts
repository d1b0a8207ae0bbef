import type { Palace } from '../../palace/types.js';
import type { SourceAdapter } from '../../sources/types.js';

/** How many times `mine.max_source` a file may have that is read piece by piece: an export of a gigabyte is nothing unusual. */
export const STREAMED = 8;

/** Bytes that a file may have for this adapter. */
export function maxBytesFor({ settings }: Palace, { streams }: SourceAdapter): number {
  return streams ? settings.maxSourceBytes * STREAMED : settings.maxSourceBytes;
}
