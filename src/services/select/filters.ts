import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import type { NamedRoom } from '../../palace/room-aliases.js';

/**
 * Whether a drawer's `source` is the one that a person named: the same, a file of the repository named
 * (`git:host/owner/repo`), or what begins so when the name ends in `/`, `#` or `:`.
 */
export function isFromSource(source: unknown, wanted: string): boolean {
  if (typeof source !== 'string') return false;
  return source === wanted || source.startsWith(`${wanted}#`) || (/[/#:]$/.test(wanted) && source.startsWith(wanted));
}

/** @throws PalaceError `not-found` (exit 4) with the near names, when no drawer stands in such a wing or room. */
export function mustStand(kind: 'wing' | 'room', name: string, known: Iterable<string>): void {
  const names = new Set(known);
  if (names.has(name)) return;
  const near = didYouMean(name, names);
  throw new PalaceError('not-found', `there is no ${kind} "${name}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.notFound,
    next: ['palace tree'],
    details: { field: kind },
  });
}

/** The same for a room that may go by another name in some wing. */
export function roomMustStand(room: NamedRoom, known: Iterable<{ wing: string; room: string }>): void {
  const places = [...known];
  if (places.some((place) => room.holds(place.wing, place.room))) return;
  mustStand(
    'room',
    room.name,
    places.map((place) => place.room),
  );
}

/** How often each name occurs, names in order. A plain object would take `constructor` for a name that is there. */
export class Tally {
  private readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
