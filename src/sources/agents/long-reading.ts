import type { JsonObject } from '../json.js';
import { takeRecord } from '../json-lines.js';
import { LineReader } from '../lines.js';
import { LongBody, type LongBodySizes } from '../long-body.js';
import { SkipSource } from '../skip.js';
import type { BodyPiece, Candidate, ReadOptions, SourceUnit, StartOver } from '../types.js';
import { type Left, LongLog } from './long-log.js';
import type { UnitFacts } from './message-log.js';

/** What the end tells of the beginning is known to the second reading; a file that still is not what it was is being written over. */
const MOST_READINGS = 3;

/** Takes the records of one session, in order, into its log. */
export interface LogReading {
  take(record: JsonObject, bytes: number): void;
  /** As far as it is known by now. */
  source(): string;
  /** After the last record. @throws SkipSource when the session is not to be read. */
  end(): Omit<UnitFacts, 'source'>;
}

/**
 * Reads a JSONL file that is one conversation, record by record; a long one is given in pieces. What was left (rolled back, undone) and,
 * where it is not said before the first piece, whose it is, only the end tells: then it is read again with that knowledge, as far as it
 * went at the first time. Memory grows with the number of the records, not with what was said.
 * @throws SkipSource when nobody says anything in it, or the file cannot be read.
 */
export async function* readLong(
  candidate: Candidate,
  { tools, maxBytes, memory }: ReadOptions,
  sizes: LongBodySizes,
  begin: (log: LongLog) => LogReading,
): AsyncGenerator<BodyPiece | StartOver | SourceUnit> {
  let foreknown: { left: readonly Left[]; source?: string } = { left: [] };
  let end = Number.POSITIVE_INFINITY;
  for (let count = 1; count <= MOST_READINGS; count++) {
    const body = new LongBody(sizes, candidate.size, memory);
    const log = new LongLog(tools, body, foreknown.left);
    const reading = begin(log);
    let given: string | undefined;
    const lines = await LineReader.open(candidate, maxBytes, end);
    try {
      while (await lines.next((line) => takeRecord(line, log.tally, (record, bytes) => reading.take(record, bytes))))
        for (const piece of body.pieces()) {
          given ??= foreknown.source ?? reading.source();
          yield { piece, source: given };
        }
      end = lines.position;
    } finally {
      await lines.close();
    }
    const source = reading.source();
    const isKnown = log.isAsForeknown && (given === undefined || given === source);
    const refusal = isKnown ? refusalOf(reading, log) : undefined;
    if (given !== undefined && (!isKnown || refusal !== undefined)) yield { startOver: true };
    if (refusal !== undefined) throw refusal;
    if (isKnown) {
      body.end();
      for (const piece of body.pieces()) yield { piece, source };
      yield log.unit({ ...reading.end(), source });
      return;
    }
    foreknown = { left: [...log.left], source };
  }
  throw new SkipSource('unreadable', 'it is being written over while it is read');
}

/** Why a session that was read to its end gives no conversation. */
function refusalOf(reading: LogReading, log: LongLog): SkipSource | undefined {
  try {
    reading.end();
  } catch (error) {
    if (error instanceof SkipSource) return error;
    throw error;
  }
  return log.isEmpty ? new SkipSource('empty', 'nobody says anything in it', log.tally.list()) : undefined;
}
