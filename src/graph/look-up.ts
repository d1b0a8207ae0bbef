import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean, nearest } from '../base/near.js';
import { roomName, wingName } from '../palace/names.js';
import type { PalaceGraph, Room } from './graph.js';

const MOST_SUGGESTED = 5;

/**
 * The idea that a typed name means: a room of this name, or the one that the name is an alias of.
 * @throws PalaceError `bad-name` (exit 2), `not-found` (exit 4) with suggestions in `details`.
 */
export function findRoom(graph: PalaceGraph, typed: string): Room {
  const name = roomName(typed);
  const [meaning] = graph.rules.aliases.meaningsOf(name);
  const room = graph.rooms.get(name) ?? (meaning === undefined ? undefined : graph.rooms.get(meaning));
  if (room !== undefined) return room;
  if (graph.rules.skipRooms.includes(name))
    throw new PalaceError('no-idea', `"${name}" stands for no idea: every wing may have such a room`, {
      exit: EXIT.notFound,
      next: ['palace rooms', `palace list --room ${name}`],
      details: { field: 'room', suggestions: [] },
    });
  const suggestions = roomSuggestions(typed, graph.rooms.keys());
  const near = suggestions.length === 0 ? '' : `; did you mean ${suggestions.map((one) => `"${one}"`).join(' or ')}?`;
  throw new PalaceError('not-found', `there is no room "${typed}"${near}`, {
    exit: EXIT.notFound,
    next: suggestions.length === 0 ? ['palace rooms'] : suggestions.slice(0, 3).map((one) => `palace walk ${one}`),
    details: { field: 'room', suggestions },
  });
}

/**
 * Rooms that a name may have meant, at most 5: those that hold it whole, then those that hold one of its words (behaviour reference
 * 2.2), then those that are nearly spelt so.
 */
export function roomSuggestions(typed: string, rooms: Iterable<string>): string[] {
  const wanted = typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const words = wanted.split('-').filter((word) => word !== '');
  const names = [...rooms];
  const whole = wanted === '' ? [] : names.filter((name) => name.includes(wanted));
  const some = names.filter((name) => words.some((word) => name.includes(word)));
  return [...new Set([...whole.sort(), ...some.sort(), ...nearest(wanted, names)])].slice(0, MOST_SUGGESTED);
}

/** @throws PalaceError `bad-name` (exit 2), `not-found` (exit 4) with the near wings. */
export function findWing(graph: PalaceGraph, typed: string): string {
  const name = wingName(typed);
  if (graph.wings.includes(name)) return name;
  const near = didYouMean(name, graph.wings);
  throw new PalaceError('not-found', `there is no wing "${name}"${near === '' ? '' : `; ${near}`}`, {
    exit: EXIT.notFound,
    next: ['palace tree'],
    details: { field: 'wing' },
  });
}
