import { type JsonStreamOptions, jsonElements } from './json-stream.js';
import { SkipSource } from './skip.js';
import { Tally } from './tally.js';
import type { Candidate, SourceUnit } from './types.js';

/** What every file of many conversations may leave out; part of its adapter's `drops`. */
export const EXPORT_DROPS = [
  'damaged conversations',
  'unfinished last conversation',
  'conversations that are too large',
  'conversations without messages',
  'records that are no conversation',
  'invalid bytes (shown as U+FFFD)',
] as const;

/** Damaged places that are named one by one; more are only counted. */
const NAMED = 10;

const NAMES = {
  damaged: 'damaged conversations',
  unfinished: 'unfinished last conversation',
  'too-large': 'conversations that are too large',
} as const;

export interface ConversationExport
  extends Pick<JsonStreamOptions, 'maxBytes' | 'property' | 'beginnings' | 'start' | 'mayBeObject'> {
  /** Units of one element; undefined for what is no conversation. May throw SkipSource `empty`. */
  unitsOf(element: unknown): SourceUnit[] | undefined;
  /** Sentences for the report about the file as a whole. */
  notes?: readonly string[];
  /** Filled with what the file as a whole leaves out. */
  tally?: Tally;
}

/**
 * The conversations of a file that holds a list of them, one at a time. What the file as a whole leaves out is told with the
 * last. @throws SkipSource `damaged` or `empty` when there is none.
 */
export async function* conversationsIn(candidate: Candidate, how: ConversationExport): AsyncGenerator<SourceUnit> {
  const tally = how.tally ?? new Tally();
  const notes = [...(how.notes ?? [])];
  let named = 0;
  let backwards = 0;
  const elements = jsonElements(candidate, {
    ...how,
    onDamage: ({ why, index, offset, bytes }) => {
      tally.add(NAMES[why], bytes);
      if (++named <= NAMED) notes.push(`${candidate.relative}: ${placeOf(index, offset)} is ${sayingWhy(why)}`);
    },
  });
  let waiting: SourceUnit | undefined;
  for await (const { value, bytes, replaced } of elements) {
    if (replaced > 0) tally.add('invalid bytes', replaced, replaced);
    for (const unit of unitsOrNone(how, value, bytes, tally)) {
      if (waiting !== undefined) yield waiting;
      // In a file of thousands of conversations the one is not told by its notes: they are summed up.
      const own = (unit.notes ?? []).filter((note) => !note.startsWith(CLOCK));
      backwards += own.length === (unit.notes ?? []).length ? 0 : 1;
      waiting = { ...unit, notes: own };
    }
  }
  if (backwards > 0) notes.push(`${candidate.relative}: ${clocks(backwards)}`);
  if (waiting !== undefined)
    yield {
      ...waiting,
      notKept: [...waiting.notKept, ...tally.list()],
      notes: [...(waiting.notes ?? []), ...notes],
    };
  else if (named > 0) throw new SkipSource('damaged', notes.join('; '), tally.list());
  else throw new SkipSource('empty', ['it holds no conversation', ...notes].join('; '), tally.list());
}

const CLOCK = 'times go backwards';

function clocks(count: number): string {
  return `${count === 1 ? 'one conversation has' : `${count} conversations have`} times that go backwards; the order was kept`;
}

function unitsOrNone(how: ConversationExport, value: unknown, bytes: number, tally: Tally): SourceUnit[] {
  try {
    const units = how.unitsOf(value);
    if (units !== undefined) return units;
    tally.add('records that are no conversation', bytes);
    return [];
  } catch (error) {
    if (!(error instanceof SkipSource) || error.reason !== 'empty') throw error;
    tally.add('conversations without messages', bytes);
    for (const { what, bytes: size, count } of error.notKept) tally.add(what, size, count);
    return [];
  }
}

function placeOf(index: number, offset: number): string {
  return `conversation ${index + 1} (at byte ${offset})`;
}

function sayingWhy(why: keyof typeof NAMES): string {
  if (why === 'unfinished') return 'cut off: the file ends in the middle of it';
  return why === 'damaged' ? 'damaged and was passed over' : 'too large and was passed over';
}
