import type { MapPlan, MapTunnel } from './plan.js';
import { layRing, pointAt, type Ring, type RingRoom, type RingWing, shortened } from './ring.js';

/** Room for the names of wings around the ring. */
const MARGIN = 120;
const FONT = 'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", "Noto Sans CJK SC", sans-serif';

/**
 * The map as a picture that stands alone: wings as areas around a ring, rooms as dots sized by their drawers, tunnels as arcs through the
 * middle, those that somebody made drawn through and bold. Follows the light or dark setting of whoever looks at it.
 */
export function svg(plan: MapPlan, title: string): string {
  const ring = layRing(plan);
  const half = Math.ceil(ring.outer + MARGIN);
  const view = `${-half} ${-half} ${half * 2} ${half * 2}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${half * 2}" height="${half * 2}" viewBox="${view}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" x="${-half}" y="${-half}" width="${half * 2}" height="${half * 2}"/>`,
    ...ring.wings.map((wing) => area(wing, ring)),
    ...[...plan.tunnels].sort((a, b) => Number(a.explicit) - Number(b.explicit)).map((tunnel) => arc(tunnel, ring)),
    ...[...ring.rooms.values()].map((room) => dotOf(room, ring)),
    ...ring.wings.map((wing) => heading(wing, ring)),
    legend(plan, half),
    '</svg>',
    '',
  ].join('\n');
}

const STYLE = [
  `text{font-family:${FONT.replaceAll('"', "'")};fill:#24292f}`,
  '.ground{fill:#fbfbfd}',
  '.room{font-size:11px}',
  '.wing{font-size:16px;font-weight:600}',
  '.count,.legend{font-size:11px;fill:#6b7480}',
  '.tunnel{fill:none;stroke-linecap:round}',
  '@media (prefers-color-scheme:dark){text{fill:#e4e8ee}.ground{fill:#15181d}.count,.legend{fill:#98a2b0}.area{opacity:.35}}',
].join('');

/** A sector of the ring from a little inside the dots to behind the labels. */
function area({ from, to, hue, wing, drawers }: RingWing, { radius, outer }: Ring): string {
  const inner = radius - 12;
  const large = to - from > Math.PI ? 1 : 0;
  // A wing that is alone is the whole ring: an arc of 360 degrees would be none.
  const end = Math.min(to, from + 2 * Math.PI - 0.001);
  const [a, b, c, d] = [pointAt(from, outer), pointAt(end, outer), pointAt(end, inner), pointAt(from, inner)].map(
    point,
  );
  const path = `M${a}A${fixed(outer)} ${fixed(outer)} 0 ${large} 1 ${b}L${c}A${fixed(inner)} ${fixed(inner)} 0 ${large} 0 ${d}Z`;
  const fill = `hsl(${hue},62%,88%)`;
  return `<path class="area" d="${path}" fill="${fill}" fill-opacity="0.65" stroke="${fill}" stroke-width="6" stroke-linejoin="round"><title>${escaped(wing)}: ${drawers}</title></path>`;
}

function dotOf({ room, drawers, angle, size, hue }: RingRoom, { radius }: Ring): string {
  const [x, y] = pointAt(angle, radius);
  const left = angle > Math.PI;
  // Labels run outward and are never upside down.
  const turn = ((angle * 180) / Math.PI + (left ? 90 : 270)) % 360;
  const at = left ? -12 : 12;
  return [
    `<g transform="translate(${point([x, y])})">`,
    `<title>${escaped(room)}: ${drawers}</title>`,
    `<circle r="${fixed(size)}" fill="hsl(${hue},58%,45%)"/>`,
    `<text class="room" transform="rotate(${fixed(turn)})" x="${at}" dy="0.35em" text-anchor="${left ? 'end' : 'start'}">${escaped(shortened(room))}</text>`,
    '</g>',
  ].join('');
}

/** A curve through the middle of the ring; the nearer the ends, the flatter. */
function arc({ from, to, label, explicit, weight }: MapTunnel, { rooms, radius }: Ring): string {
  const [a, b] = [rooms.get(from), rooms.get(to)];
  if (a === undefined || b === undefined) return '';
  const inside = radius - 8;
  const [start, end] = [pointAt(a.angle, inside), pointAt(b.angle, inside)];
  const apart = Math.abs(Math.sin((a.angle - b.angle) / 2));
  const pull = inside * (0.72 - 0.62 * apart);
  const [left, right] = [pointAt(a.angle, pull), pointAt(b.angle, pull)];
  const words = explicit ? `${from} — ${to}${label === '' ? '' : `: ${label}`}` : `${label}: ${from} — ${to}`;
  const look = explicit
    ? 'stroke="#c2410c" stroke-width="2.6" stroke-opacity="0.9"'
    : `stroke="hsl(${a.hue},45%,50%)" stroke-width="${fixed(0.8 + weight)}" stroke-opacity="${fixed(0.25 + 0.45 * weight)}"`;
  return `<path class="tunnel" d="M${point(start)}C${point(left)} ${point(right)} ${point(end)}" ${look}><title>${escaped(words)}</title></path>`;
}

/** The name of a wing, outside its area. */
function heading({ wing, drawers, more, from, to }: RingWing, { outer }: Ring): string {
  const middle = (from + to) / 2;
  const [x, y] = pointAt(middle, outer + 18);
  const side = Math.sin(middle);
  // Two lines, which hang down from the point: above the ring they would lie on the area.
  const base = y - 6 * (1 + Math.cos(middle)) + 8 * Math.max(0, -Math.cos(middle));
  const anchor = Math.abs(side) < 0.25 ? 'middle' : side > 0 ? 'start' : 'end';
  const hidden = more > 0 ? `, ${more} rooms not shown` : '';
  return [
    `<text class="wing" x="${fixed(x)}" y="${fixed(base)}" text-anchor="${anchor}">${escaped(shortened(wing))}`,
    `<tspan class="count" x="${fixed(x)}" dy="1.3em" font-weight="400">${drawers}${hidden}</tspan></text>`,
  ].join('');
}

function legend({ wings, tunnels, hidden }: MapPlan, half: number): string {
  const rooms = wings.reduce((sum, wing) => sum + wing.rooms.length, 0);
  const made = tunnels.filter(({ explicit }) => explicit).length;
  const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
  const parts = [[many(wings.length, 'wing'), many(rooms, 'room'), many(tunnels.length, 'tunnel')].join(', ')];
  if (made > 0) parts.push(`${made} made by hand (orange)`);
  if (hidden.wings > 0) parts.push(`${many(hidden.wings, 'wing')} not shown`);
  const words = wings.length === 0 ? 'the palace is empty' : parts.join(' · ');
  return `<text class="legend" x="${-half + 16}" y="${half - 14}">${escaped(words)}</text>`;
}

function point([x, y]: readonly [number, number]): string {
  return `${fixed(x)} ${fixed(y)}`;
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
