import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { readRegularFile } from '../base/files.js';
import { sha1 } from '../base/hash.js';
import { type DamagedLine, foldOrder, type PalaceEvent, parseEvents, revokedIds } from '../palace/events.js';
import { PATHS } from '../palace/layout.js';
import type { RoomAliases } from '../palace/room-aliases.js';
import type { Palace } from '../palace/types.js';

/** One end of a tunnel that somebody made. */
export interface TunnelEnd {
  wing: string;
  room: string;
  /** Id of a drawer that shows what the tunnel is about. */
  drawer?: string;
}

/** A tunnel that somebody made between two rooms. It has no direction: A-B and B-A are one. */
export interface Tunnel {
  id: string;
  kind: 'explicit';
  /** The ends in the order in which they were first named. */
  source: TunnelEnd;
  target: TunnelEnd;
  label: string;
  created_at: string;
  updated_at: string | null;
  /** Who said it last; null for a person. */
  by: string | null;
}

/** Id of the tunnel between two rooms, in whatever order they are named. */
export function tunnelId(a: TunnelEnd, b: TunnelEnd): string {
  const ends = [`${a.wing}/${a.room}`, `${b.wing}/${b.room}`].sort();
  return `t-${sha1(ends.join('\0')).slice(0, 16)}`;
}

/**
 * The tunnels that stand after all events, in order of id. A repeated `add` renews label and drawers and keeps the time of the first;
 * `remove` takes the tunnel away, and an `add` after it makes a new one; what is revoked never was.
 */
export function foldTunnels(events: Iterable<PalaceEvent>): Tunnel[] {
  const ordered = foldOrder(events);
  const revoked = revokedIds(ordered);
  const tunnels = new Map<string, Tunnel>();
  for (const event of ordered) {
    if (revoked.has(event.event) || typeof event.tunnel !== 'string') continue;
    if (event.op === 'remove') tunnels.delete(event.tunnel);
    if (event.op !== 'add') continue;
    const [a, b] = [endOf(event.a), endOf(event.b)];
    if (a === undefined || b === undefined) continue;
    const known = tunnels.get(event.tunnel);
    tunnels.set(event.tunnel, known === undefined ? made(event, event.tunnel, a, b) : renewed(known, event, a, b));
  }
  return [...tunnels.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function made({ at, label, by }: PalaceEvent, id: string, source: TunnelEnd, target: TunnelEnd): Tunnel {
  const words = typeof label === 'string' ? label : '';
  return { id, kind: 'explicit', source, target, label: words, created_at: at, updated_at: null, by: by ?? null };
}

function renewed(known: Tunnel, { at, label, by }: PalaceEvent, a: TunnelEnd, b: TunnelEnd): Tunnel {
  const turned = a.wing === known.target.wing && a.room === known.target.room;
  const [source, target] = turned ? [b, a] : [a, b];
  return {
    ...known,
    source: { ...known.source, ...(source.drawer !== undefined && { drawer: source.drawer }) },
    target: { ...known.target, ...(target.drawer !== undefined && { drawer: target.drawer }) },
    label: typeof label === 'string' ? label : known.label,
    updated_at: at,
    by: by ?? null,
  };
}

function endOf(value: unknown): TunnelEnd | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { wing, room, drawer } = value as Record<string, unknown>;
  if (typeof wing !== 'string' || typeof room !== 'string') return undefined;
  return typeof drawer === 'string' ? { wing, room, drawer } : { wing, room };
}

/** Tunnels of the work tree, as the logs say, and the lines of the logs that are no events. */
export async function readTunnels(
  palace: Pick<Palace, 'root'>,
): Promise<{ tunnels: Tunnel[]; damaged: DamagedLine[] }> {
  const folder = join(palace.root, PATHS.tunnels);
  const events: PalaceEvent[] = [];
  const damaged: DamagedLine[] = [];
  for (const name of await logNames(folder)) {
    const text = (await readRegularFile(join(folder, name))).toString('utf8');
    const reading = parseEvents(text, `${PATHS.tunnels}/${name}`);
    for (const event of reading.events) events.push(event);
    damaged.push(...reading.damaged);
  }
  return { tunnels: foldTunnels(events), damaged };
}

/** The same tunnels with their ends by the names that the rooms go by now. */
export function byPresentNames(tunnels: readonly Tunnel[], aliases: RoomAliases): Tunnel[] {
  const present = (end: TunnelEnd): TunnelEnd => ({ ...end, room: aliases.canonical(end.wing, end.room) });
  return tunnels.map((tunnel) => ({ ...tunnel, source: present(tunnel.source), target: present(tunnel.target) }));
}

async function logNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
