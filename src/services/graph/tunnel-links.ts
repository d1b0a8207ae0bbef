import { EXIT, PalaceError } from '../../base/errors.js';
import type { PalaceGraph } from '../../graph/graph.js';
import { findWing } from '../../graph/look-up.js';
import { openGraph } from '../../graph/open.js';
import { byPresentNames, readTunnels, type Tunnel, type TunnelEnd, tunnelId } from '../../graph/tunnel-log.js';
import { changeLocked } from '../../palace/change.js';
import { findDrawer } from '../../palace/find-drawer.js';
import { withLock } from '../../palace/lock.js';
import type { Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { eventWrite } from '../source-log/events.js';
import { readPlace, standingEnd } from './tunnel-ends.js';

export interface AddTunnelRequest {
  /** `WING/ROOM`. */
  from: string;
  to: string;
  label?: string;
  /** Id of a drawer of that room that shows what the tunnel is about. */
  fromDrawer?: string;
  toDrawer?: string;
  by?: string;
}

export interface AddTunnelResult {
  /** `exists`: it said all this already. */
  status: 'created' | 'updated' | 'exists';
  tunnel: Tunnel;
  /** Null when nothing had to be written. */
  commit: string | null;
}

/** Longest label. */
const MOST_LABEL = 300;

/**
 * Makes a tunnel between two rooms, as one commit. Both must stand. Between the same two rooms, in whatever order, it is the same tunnel:
 * label and drawers are renewed, the time at which it was made stays.
 * @throws PalaceError `not-found` (exit 4), `same-room`, `bad-place`, `bad-name`, `bad-label`, `wrong-room` (exit 2).
 */
export async function addTunnel(palace: Palace, request: AddTunnelRequest): Promise<AddTunnelResult> {
  const actor = actorOf(request.by);
  const label = labelOf(request.label);
  const graph = await openGraph(palace);
  const a = await withDrawer(palace, graph, standingEnd(graph, readPlace(request.from, 'from')), request.fromDrawer);
  const b = await withDrawer(palace, graph, standingEnd(graph, readPlace(request.to, 'to')), request.toDrawer);
  const id = tunnelId(a, b);
  if (a.wing === b.wing && a.room === b.room)
    throw new PalaceError('same-room', `${a.wing}/${a.room} is one room: a tunnel joins two`, {
      exit: EXIT.usage,
      details: { field: 'to' },
    });
  return withLock(palace, 'tunnel', async () => {
    const before = await standing(palace, graph, id);
    if (before !== undefined && saysAll(before, a, b, label)) return { status: 'exists', tunnel: before, commit: null };
    // An alias that was made since may have given the tunnel another id than its ends have now.
    const statement = { op: 'add', tunnel: before?.id ?? id, a, b, ...(label !== undefined && { label }) };
    const write = await eventWrite(palace, 'tunnels', [statement], actor);
    const receipt = await changeLocked(palace, {
      op: 'tunnel',
      subject: `${before === undefined ? 'join' : 'renew tunnel'} ${a.wing}/${a.room} and ${b.wing}/${b.room}`,
      writes: write === undefined ? [] : [write],
      by: actor,
    });
    const tunnel = await standing(palace, graph, id);
    if (tunnel === undefined) throw new Error('a tunnel that was just made');
    return { status: before === undefined ? 'created' : 'updated', tunnel, commit: receipt?.commit ?? null };
  });
}

export interface RemoveTunnelResult {
  tunnel: Tunnel;
  commit: string | null;
}

/**
 * Takes a tunnel away, as one commit; `palace undo` brings it back. Named by its id (4 or more digits of it) or by its two rooms.
 * @throws PalaceError `not-found` (exit 4), `ambiguous-id`, `bad-place` (exit 2).
 */
export async function removeTunnel(
  palace: Palace,
  request: { tunnel: string; to?: string; by?: string },
): Promise<RemoveTunnelResult> {
  const actor = actorOf(request.by);
  const graph = await openGraph(palace);
  const wanted =
    request.to === undefined
      ? request.tunnel
      : idOfRooms(graph, readPlace(request.tunnel, 'tunnel'), readPlace(request.to, 'to'));
  return withLock(palace, 'tunnel', async () => {
    const tunnel = chosen(byPresentNames((await readTunnels(palace)).tunnels, graph.rules.aliases), wanted);
    const write = await eventWrite(palace, 'tunnels', [{ op: 'remove', tunnel: tunnel.id }], actor);
    const receipt = await changeLocked(palace, {
      op: 'tunnel',
      subject: `close the tunnel between ${nameOf(tunnel.source)} and ${nameOf(tunnel.target)}`,
      writes: write === undefined ? [] : [write],
      by: actor,
    });
    return { tunnel, commit: receipt?.commit ?? null };
  });
}

/** Tunnels that somebody made, of one wing or of all, by wing and room. @throws PalaceError `not-found` (exit 4). */
export async function listTunnels(
  palace: Palace,
  { wing: typed }: { wing?: string } = {},
): Promise<{ tunnels: Tunnel[]; total: number }> {
  const graph = await openGraph(palace);
  const wing = typed === undefined ? undefined : findWing(graph, typed);
  const tunnels = graph.tunnels
    .filter(({ source, target }) => wing === undefined || source.wing === wing || target.wing === wing)
    .sort((a, b) => (nameOf(a.source) + a.id < nameOf(b.source) + b.id ? -1 : 1));
  return { tunnels, total: tunnels.length };
}

function idOfRooms(
  graph: PalaceGraph,
  from: { wing: string; room: string },
  to: { wing: string; room: string },
): string {
  // A room whose drawers are all gone may still have a tunnel.
  const end = ({ wing, room }: { wing: string; room: string }): TunnelEnd => ({
    wing,
    room: graph.rules.aliases.canonical(wing, room),
  });
  const [a, b] = [end(from), end(to)];
  return sameEnds(graph.tunnels, a, b)?.id ?? tunnelId(a, b);
}

function chosen(tunnels: readonly Tunnel[], wanted: string): Tunnel {
  const id = wanted
    .trim()
    .toLowerCase()
    .replace(/^(?!t-)/, 't-');
  const found = id.length >= 6 ? tunnels.filter((tunnel) => tunnel.id.startsWith(id)) : [];
  const [only, ...others] = found;
  if (only === undefined)
    throw new PalaceError('not-found', `there is no tunnel ${wanted}`, {
      exit: EXIT.notFound,
      next: ['palace tunnel list'],
      details: { field: 'tunnel' },
    });
  if (others.length > 0)
    throw new PalaceError('ambiguous-id', `${found.length} tunnels begin with ${id}`, {
      exit: EXIT.usage,
      next: found.slice(0, 5).map((tunnel) => `palace tunnel remove ${tunnel.id}`),
      details: { field: 'tunnel' },
    });
  return only;
}

/** The tunnel between these two rooms, from the logs as they stand on the disk. */
async function standing(palace: Palace, graph: PalaceGraph, id: string): Promise<Tunnel | undefined> {
  const tunnels = byPresentNames((await readTunnels(palace)).tunnels, graph.rules.aliases);
  return tunnels.find((tunnel) => tunnel.id === id || tunnelId(tunnel.source, tunnel.target) === id);
}

function sameEnds(tunnels: readonly Tunnel[], a: TunnelEnd, b: TunnelEnd): Tunnel | undefined {
  const id = tunnelId(a, b);
  return tunnels.find((tunnel) => tunnelId(tunnel.source, tunnel.target) === id);
}

function saysAll(tunnel: Tunnel, a: TunnelEnd, b: TunnelEnd, label: string | undefined): boolean {
  if (label !== undefined && label !== tunnel.label) return false;
  return [a, b].every(({ wing, room, drawer }) => {
    const same = [tunnel.source, tunnel.target].find((end) => end.wing === wing && end.room === room);
    return drawer === undefined || drawer === same?.drawer;
  });
}

async function withDrawer(
  palace: Palace,
  graph: PalaceGraph,
  end: TunnelEnd,
  typed: string | undefined,
): Promise<TunnelEnd> {
  if (typed === undefined) return end;
  const { front, wing, room, path } = await findDrawer(palace, typed);
  if (wing !== end.wing || graph.rules.aliases.canonical(wing, room) !== end.room)
    throw new PalaceError('wrong-room', `${path} does not stand in ${nameOf(end)}`, {
      exit: EXIT.usage,
      next: [`palace list --wing ${end.wing} --room ${end.room}`],
      details: { field: 'drawer' },
    });
  if (front.id === undefined)
    throw new PalaceError('no-id', `${path} has no id yet`, { exit: EXIT.usage, next: ['palace save'] });
  return { ...end, drawer: front.id };
}

function labelOf(typed: string | undefined): string | undefined {
  const label = typed?.replace(/\s+/g, ' ').trim();
  if (label !== undefined && label.length > MOST_LABEL)
    throw new PalaceError('bad-label', `the label has ${label.length} characters; the limit is ${MOST_LABEL}`, {
      exit: EXIT.usage,
      details: { field: 'label' },
    });
  return label;
}

function nameOf({ wing, room }: TunnelEnd): string {
  return `${wing}/${room}`;
}
