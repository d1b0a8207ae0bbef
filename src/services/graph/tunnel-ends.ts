import { EXIT, PalaceError } from '../../base/errors.js';
import { didYouMean } from '../../base/near.js';
import type { PalaceGraph } from '../../graph/graph.js';
import { findWing } from '../../graph/look-up.js';
import type { TunnelEnd } from '../../graph/tunnel-log.js';
import { roomName } from '../../palace/names.js';

/** A room of a wing as typed: `driftwood/auth`. @throws PalaceError `bad-place` (exit 2). */
export function readPlace(text: string, field: string): { wing: string; room: string } {
  const parts = text
    .trim()
    .replace(/^wings\//, '')
    .replace(/\/+$/, '')
    .split('/');
  const [wing = '', room = ''] = parts;
  if (parts.length === 2 && wing !== '' && room !== '') return { wing, room };
  throw new PalaceError('bad-place', `"${text}" is not the room of a wing`, {
    exit: EXIT.usage,
    next: ['give WING/ROOM, such as driftwood/auth'],
    details: { field },
  });
}

/**
 * A room of a wing in which drawers stand, by the name that it goes by now.
 * @throws PalaceError `not-found` (exit 4, with the near names), `bad-name` (exit 2).
 */
export function standingEnd(graph: PalaceGraph, typed: { wing: string; room: string }): TunnelEnd {
  const wing = findWing(graph, typed.wing);
  const room = graph.rules.aliases.canonical(wing, roomName(typed.room));
  if (graph.holds(wing, room)) return { wing, room };
  const own = graph.places.filter((place) => place.wing === wing).map((place) => place.room);
  const near = didYouMean(room, own);
  throw new PalaceError('not-found', `there is no room "${room}" in wing "${wing}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.notFound,
    next: [`palace tree --wing ${wing}`],
    details: { field: 'room', known: own.slice(0, 20) },
  });
}
