import type { MapPlan } from './plan.js';

/** Where things stand on the ring of an SVG map. Angles in radians, 0 at the top, clockwise; lengths in pixels. */
export interface Ring {
  /** Radius of the circle on which the rooms stand. */
  radius: number;
  /** Radius of the outer edge of the areas of wings. */
  outer: number;
  wings: RingWing[];
  /** By key. */
  rooms: ReadonlyMap<string, RingRoom>;
}

export interface RingWing {
  wing: string;
  drawers: number;
  more: number;
  from: number;
  to: number;
  /** Hue of its colour, 0-360. */
  hue: number;
}

export interface RingRoom {
  key: string;
  room: string;
  drawers: number;
  angle: number;
  /** Of its dot. */
  size: number;
  hue: number;
}

/** Arc for each room: a line of its label, with air. */
const ROOM_ARC = 15;
/** Arc between wings, counted in rooms. */
const GAP = 1.6;
const LEAST_RADIUS = 170;
const LEAST_DOT = 2;
const MOST_DOT = 7;
/** Width of a letter of a label, about; the widest label decides how far out the areas reach. */
const LETTER = 6.2;
const LONGEST_LABEL = 26;
/** Between a dot and its label, and behind the label. */
const AIR = 13;

/** Wings one after another around a circle, their rooms in order of drawers, with an arc of the same length for each room. */
export function layRing({ wings }: MapPlan): Ring {
  const places = wings.reduce((sum, { rooms, more }) => sum + Math.max(1, rooms.length + (more > 0 ? 1 : 0)) + GAP, 0);
  const radius = Math.max(LEAST_RADIUS, (places * ROOM_ARC) / (2 * Math.PI));
  const most = Math.max(1, ...wings.flatMap(({ rooms }) => rooms.map(({ drawers }) => drawers)));
  const longest = Math.max(4, ...wings.flatMap(({ rooms }) => rooms.map(({ room }) => shortened(room).length)));
  const unit = (2 * Math.PI) / Math.max(1, places);
  const rooms = new Map<string, RingRoom>();
  const areas: RingWing[] = [];
  let next = 0;
  for (const [at, { wing, drawers, rooms: own, more }] of wings.entries()) {
    const taken = Math.max(1, own.length + (more > 0 ? 1 : 0));
    // Neighbours differ most when hues go round by the golden angle.
    const hue = Math.round((at * 137.5 + 205) % 360);
    areas.push({ wing, drawers, more, from: next * unit, to: (next + taken) * unit, hue });
    for (const [place, room] of own.entries()) {
      const size = LEAST_DOT + (MOST_DOT - LEAST_DOT) * Math.sqrt(room.drawers / most);
      rooms.set(room.key, { ...room, angle: (next + place + 0.5) * unit, size, hue });
    }
    next += taken + GAP;
  }
  return { radius, outer: radius + AIR * 2 + longest * LETTER, wings: areas, rooms };
}

/** A label that is not too long for the ring. */
export function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length <= LONGEST_LABEL ? name : `${letters.slice(0, LONGEST_LABEL - 1).join('')}…`;
}

/** A point of the ring, its centre at 0, 0. */
export function pointAt(angle: number, radius: number): [x: number, y: number] {
  return [Math.sin(angle) * radius, -Math.cos(angle) * radius];
}
