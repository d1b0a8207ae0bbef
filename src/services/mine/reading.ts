import type { Palace } from '../../palace/types.js';
import { type Found, streamPieces } from '../../sources/registry.js';
import type { BodyPiece, ReadOptions, SkippedSource, StartOver } from '../../sources/types.js';
import { type Again, BodyDigest } from './body-digest.js';
import { type FreshUnit, freshUnit } from './fresh.js';
import type { Holding } from './holding.js';
import { assertGoingOn, type Job, withHead } from './jobs.js';
import { maxBytesFor } from './limits.js';
import type { Gains } from './searchable.js';
import type { MineRequest } from './types.js';

export type HowToRead = Pick<ReadOptions, 'tools' | 'dates' | 'subagents'>;

/** What of a request concerns the reading of files. */
export function howToRead({ tools = 'full', subagents }: MineRequest): HowToRead {
  return { tools, ...(subagents !== undefined && { subagents }) };
}

/** Reads a file unit by unit, long bodies in pieces, or says why it gives none. */
export async function* readPieces(
  palace: Palace,
  job: Job,
  options: HowToRead,
): AsyncGenerator<Found | BodyPiece | StartOver> {
  const maxBytes = maxBytesFor(palace, job.adapter);
  const candidate = withHead(job, maxBytes);
  if ('reason' in candidate) yield { skipped: candidate };
  else
    for await (const found of streamPieces(
      job.adapter,
      candidate,
      job.from.root,
      { ...options, maxBytes },
      palace.runtime,
    )) {
      // A file may take minutes.
      assertGoingOn(palace);
      yield found;
    }
}

/** Reads a file unit by unit: of a long body its parts are known and their bytes are not held. */
export async function* readUnits(
  pieces: AsyncIterable<Found | BodyPiece | StartOver>,
  gains: Gains,
  again: Again,
  holding: Holding,
): AsyncGenerator<{ unit: FreshUnit } | { skipped: SkippedSource }> {
  await gains.ready();
  let digest: BodyDigest | undefined;
  for await (const found of pieces) {
    if ('piece' in found) {
      digest ??= new BodyDigest(gains, again, holding);
      digest.push(found.piece);
    } else if ('startOver' in found) {
      digest?.drop();
      digest = undefined;
    } else if ('unit' in found) {
      yield { unit: digest?.unit(found.unit) ?? freshUnit(found.unit) };
      digest = undefined;
    } else yield found;
  }
}
