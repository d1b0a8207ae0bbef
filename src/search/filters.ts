import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import type { LiveIndex } from '../index/live.js';
import type { DrawerRow, KeywordQuery } from '../index/types.js';
import { PATHS } from '../palace/layout.js';
import { roomName, wingName } from '../palace/names.js';
import { type NamedRoom, namedRoom } from '../palace/room-aliases.js';
import { HALLS, type Palace, type WingName } from '../palace/types.js';
import { hallBits, isPassageHall } from '../text/hall-names.js';
import { LABELS, labelBits, labelNamed } from '../text/label-names.js';
import { instantOf, requireInstant } from './instants.js';
import type { SearchRequest } from './types.js';

/** The caller's filters, checked. */
export interface Filters {
  wing?: WingName;
  room?: NamedRoom;
  hall?: string;
  /** Bits of `labelBits`, one of which a passage must have. */
  labels?: number;
  since?: number;
  before?: number;
  source?: string;
  by?: string;
}

/** @throws PalaceError `bad-name`, `bad-hall`, `bad-label`, `bad-date` (exit 2). */
export async function readFilters(palace: Palace, request: SearchRequest): Promise<Filters> {
  const now = palace.runtime.now();
  const filters: Filters = {};
  if (request.wing !== undefined) filters.wing = wingName(request.wing);
  if (request.room !== undefined) filters.room = await namedRoom(palace, roomName(request.room));
  if (request.hall !== undefined) filters.hall = requireHall(request.hall);
  if (request.labels !== undefined && request.labels.length > 0) filters.labels = requireLabels(request.labels);
  if (request.since !== undefined) filters.since = await requireInstant(request.since, 'since', now);
  if (request.before !== undefined) filters.before = await requireInstant(request.before, 'before', now);
  if (request.source !== undefined) filters.source = request.source;
  if (request.by !== undefined) filters.by = request.by;
  return filters;
}

function requireHall(hall: string): string {
  if (HALLS.some((known) => known === hall)) return hall;
  const near = didYouMean(hall, HALLS);
  throw new PalaceError('bad-hall', `there is no hall "${hall}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.usage,
    next: [`--hall ${HALLS.join('|')}`],
    details: { field: 'hall' },
  });
}

function requireLabels(words: readonly string[]): number {
  return labelBits(
    words.map((word) => {
      const label = labelNamed(word);
      if (label !== undefined) return label;
      const near = didYouMean(word, LABELS);
      throw new PalaceError('bad-label', `there is no label "${word}"${near === '' ? '' : `; ${near}`}`, {
        exit: EXIT.usage,
        next: [`--label ${LABELS.join('|')}`],
        details: { field: 'label' },
      });
    }),
  );
}

/**
 * A wing or room that does not exist is a mistake, not an empty answer. A folder that holds no drawers yet exists.
 * @throws PalaceError `not-found` (exit 4) with the near names.
 */
export function requirePlaces(palace: Palace, index: LiveIndex, { wing, room }: Filters): void {
  if (wing === undefined && room === undefined) return;
  const places = index.places();
  const wings = new Set(places.keys());
  if (wing !== undefined && !wings.has(wing) && !existsSync(join(palace.root, PATHS.wings, wing)))
    throw missing('wing', wing, wings, '');
  if (room === undefined) return;
  const asked = [...places].filter(([name]) => wing === undefined || name === wing);
  if (asked.some(([name, rooms]) => [...rooms].some((each) => room.holds(name, each)))) return;
  const folder = wing === undefined ? undefined : join(palace.root, PATHS.wings, wing, room.name);
  if (folder !== undefined && existsSync(folder)) return;
  const rooms = new Set(asked.flatMap(([, names]) => [...names]));
  throw missing('room', room.name, rooms, wing === undefined ? '' : ` in wing "${wing}"`);
}

function missing(kind: 'wing' | 'room', name: string, known: ReadonlySet<string>, where: string): PalaceError {
  const near = didYouMean(name, known);
  const some = [...known].sort().slice(0, 20);
  const there = some.length === 0 ? `there are no ${kind}s with drawers` : `there are: ${some.join(', ')}`;
  return new PalaceError('not-found', `there is no ${kind} "${name}"${where}; ${near === '' ? there : near}`, {
    exit: EXIT.notFound,
    next: ['palace tree'],
    details: { field: kind, known: some },
  });
}

/** Filters as the index applies them, before any cut. `dateless` collects the drawers a date filter leaves out for having no date. */
export function acceptance(filters: Filters, dateless: Set<string>): KeywordQuery['accepts'] {
  const { wing, room, hall, labels, since, before, source, by } = filters;
  const dated = since !== undefined || before !== undefined;
  if (Object.keys(filters).length === 0) return undefined;
  const hallMark = hall !== undefined && isPassageHall(hall) ? hallBits([hall]) : 0;
  const ofDrawer = (row: DrawerRow): boolean =>
    (wing === undefined || row.wing === wing) &&
    (room === undefined || room.holds(row.wing, row.room)) &&
    (hall === undefined || row.front.hall === hall || (row.front.hall === undefined && hallMark !== 0)) &&
    (by === undefined || row.front.by === by) &&
    (source === undefined || isFrom(row.front.source, source));
  const verdicts = new Map<string, boolean>();
  return (row, passage) => {
    let verdict = verdicts.get(row.path);
    if (verdict === undefined) {
      verdict = ofDrawer(row);
      verdicts.set(row.path, verdict);
    }
    if (verdict && labels !== undefined && (passage.labels & labels) === 0) return false;
    // What somebody stated of a drawer goes for all of it; of the others, the passages that are so classified.
    if (verdict && hallMark !== 0 && row.front.hall === undefined && (passage.labels & hallMark) === 0) return false;
    if (!verdict || !dated) return verdict;
    const at = instantOf(passage.time ?? row.front.date ?? '');
    if (at === undefined) dateless.add(row.path);
    return at !== undefined && (since === undefined || at >= since) && (before === undefined || at < before);
  };
}

function isFrom(source: string | undefined, wanted: string): boolean {
  return source !== undefined && (source === wanted || source.startsWith(`${wanted}#`));
}
