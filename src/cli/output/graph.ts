import type { FollowResult } from '../../services/graph/follow.js';
import type { HallwaysResult } from '../../services/graph/hallways.js';
import type { MapResult } from '../../services/graph/map.js';
import type { MergeResult } from '../../services/graph/merge-rooms.js';
import type { RoomsResult } from '../../services/graph/rooms.js';
import type { AddTunnelResult, RemoveTunnelResult } from '../../services/graph/tunnel-links.js';
import type { FindTunnelsResult } from '../../services/graph/tunnels.js';
import type { WalkResult } from '../../services/graph/walk.js';
import type { Output } from './output.js';
import { table } from './table.js';
import { oneLine } from './width.js';
import { counted, grouped, listed, shortCommit } from './words.js';

type Tunnel = AddTunnelResult['tunnel'];

/** Suggestions that a list of rooms shows. */
const SHOWN_SUGGESTIONS = 5;

export function renderRooms({ rooms, total, skipped, suggestions }: RoomsResult, out: Output): void {
  const { paint } = out;
  const rows = rooms.map(({ room, wings, count, common, aliases }) => {
    const names = [...new Set(Object.values(aliases).flat())];
    const marks = [names.length === 0 ? '' : `also ${names.join(', ')}`, common ? 'in nearly every wing' : ''];
    const where = Object.keys(wings).join(', ');
    return [room, grouped(count), [where, ...marks.filter((mark) => mark !== '')].join('; ')];
  });
  for (const line of table([{}, { align: 'right' }, { flexible: out.terminal }], rows, out.width)) out.line(line);
  const unsorted = Object.entries(skipped).map(([room, count]) => `${room} ${grouped(count)}`);
  if (total === 0 && unsorted.length === 0) out.note('no rooms yet: palace add TEXT, or palace mine PATH');
  else out.line(paint.dim(total === 0 ? 'no rooms of an idea of their own' : counted(total, 'room')));
  if (unsorted.length > 0)
    out.line(paint.dim(`not counted, since these hold what went to no room of its own: ${unsorted.join(', ')}`));
  for (const { rooms: pair, why } of suggestions.slice(0, SHOWN_SUGGESTIONS))
    out.note(`${pair[0]} and ${pair[1]} may be one idea (${why}): palace rooms merge ${pair[1]} ${pair[0]}`);
}

export function renderMerge({ room, into, wings, commit }: MergeResult, out: Output): void {
  if (commit === null) out.note(`${room} is a name of ${into} already`);
  else out.line(`${room} is a name of ${into} now, in ${listed(wings)}  ${out.paint.dim(shortCommit(commit))}`);
}

export function renderFoundTunnels(result: FindTunnelsResult, out: Output): void {
  const { tunnels, total, truncated, explicit, common } = result;
  const rows = tunnels.map(({ room, wings, count, weight, recent }) => [
    room,
    grouped(count),
    weight.toFixed(2),
    recent,
    wings.join(', '),
  ]);
  const columns = [
    { title: 'room' },
    { title: 'drawers', align: 'right' },
    { title: 'weight', align: 'right' },
    { title: 'newest' },
    { title: 'wings', flexible: out.terminal },
  ] as const;
  if (rows.length > 0) for (const line of table(columns, rows, out.width)) out.line(line);
  for (const tunnel of explicit) out.line(tunnelLine(tunnel, out));
  if (total === 0 && explicit.length === 0)
    out.note('no room is shared, and nobody made a tunnel yet: palace tunnel add WING/ROOM WING/ROOM --label TEXT');
  if (truncated) out.note(`${grouped(total - tunnels.length)} more; --limit ${total} shows all`);
  if (common.length > 0)
    out.note(`left out, in nearly every wing: ${common.map(({ room }) => room).join(', ')}; --all shows them`);
}

export function renderWalk({ rooms, total, truncated }: WalkResult, out: Output): void {
  const rows = rooms.map(({ room, count, hop, wings, connected_via, tunnels }) => {
    const via = hop === 0 ? wings : (connected_via ?? []);
    const made = tunnels === undefined ? [] : [counted(tunnels.length, 'tunnel')];
    return [
      String(hop),
      `${'  '.repeat(hop)}${room}`,
      grouped(count),
      `${hop === 0 ? 'in' : 'via'} ${[...via, ...made].join(', ')}`,
    ];
  });
  const columns = [{ align: 'right' }, {}, { align: 'right' }, { flexible: out.terminal }] as const;
  for (const line of table(columns, rows, out.width)) out.line(line);
  if (truncated) out.note(`${grouped(total - rooms.length)} more within reach; --limit ${total} shows all`);
}

export function renderAddedTunnel({ status, tunnel, commit }: AddTunnelResult, out: Output): void {
  out.line(tunnelLine(tunnel, out));
  if (commit === null) out.note('it was there already, and says the same');
  else out.line(out.paint.dim(`${status}, commit ${shortCommit(commit)}`));
}

export function renderRemovedTunnel({ tunnel, commit }: RemoveTunnelResult, out: Output): void {
  out.line(`closed ${tunnelLine(tunnel, out)}`);
  if (commit !== null) out.line(out.paint.dim(`commit ${shortCommit(commit)}; take it back with: palace undo`));
}

export function renderTunnels({ tunnels }: { tunnels: Tunnel[] }, out: Output): void {
  for (const tunnel of tunnels) out.line(tunnelLine(tunnel, out));
  if (tunnels.length === 0) out.note('nobody made a tunnel yet: palace tunnel add WING/ROOM WING/ROOM --label TEXT');
}

export function renderFollow({ connections }: FollowResult, out: Output): void {
  for (const { connected_wing, connected_room, label, tunnel_id, drawer_preview, preview_id } of connections) {
    const words = label === '' ? '' : `  ${oneLine(label)}`;
    out.line(`${out.paint.bold(`${connected_wing}/${connected_room}`)}${words}  ${out.paint.dim(tunnel_id)}`);
    if (drawer_preview !== null) out.line(`  ${oneLine(drawer_preview)}  ${out.paint.dim(preview_id ?? '')}`);
  }
  if (connections.length === 0) out.note('no tunnel leads from here');
}

export function renderHallways({ hallways, total, truncated, across_wings }: HallwaysResult, out: Output): void {
  const rows = hallways.map(({ wing, entity_a, entity_b, co_occurrence_count, rooms }) => [
    wing,
    oneLine(`${entity_a} + ${entity_b}`),
    grouped(co_occurrence_count),
    rooms.join(', '),
  ]);
  for (const line of table([{}, {}, { align: 'right' }, { flexible: out.terminal }], rows, out.width)) out.line(line);
  for (const { entity, wings } of across_wings) out.line(`${oneLine(entity)} is met in ${listed(wings)}`);
  if (total === 0) out.note('no two entities stand together in two drawers: palace add --entity NAME states them');
  if (truncated) out.note(`${grouped(total - hallways.length)} more; --limit ${total} shows all`);
}

export function renderMap({ drawing, wings, tunnels, hidden }: MapResult, out: Output): void {
  if (drawing !== null) {
    out.raw(drawing);
    return;
  }
  const most = Math.max(1, ...wings.flatMap(({ rooms }) => rooms.map(({ drawers }) => drawers)));
  const ends = new Map<string, string[]>();
  for (const { from, to, explicit } of tunnels)
    for (const [end, other] of [
      [from, to],
      [to, from],
    ] as const)
      ends.set(end, [...(ends.get(end) ?? []), `${explicit ? '=' : '~'} ${explicit ? other : other.split('/')[0]}`]);
  for (const { wing, drawers, rooms, more } of wings) {
    out.line(`${out.paint.bold(wing)}  ${grouped(drawers)}`);
    const rows = rooms.map(({ key, room, drawers: own }) => [
      `  ${room}`,
      grouped(own),
      '▇'.repeat(Math.max(1, Math.round((own / most) * 12))),
      [...new Set(ends.get(key) ?? [])].join('  '),
    ]);
    const columns = [{}, { align: 'right' }, {}, { flexible: out.terminal }] as const;
    for (const line of table(columns, rows, out.width)) out.line(line);
    if (more > 0) out.line(out.paint.dim(`  and ${counted(more, 'room')} more`));
  }
  if (wings.length === 0) out.note('the palace is empty: palace add TEXT, or palace mine PATH');
  else out.line(out.paint.dim('~ shares the room with that wing   = a tunnel that somebody made'));
  if (hidden.wings > 0)
    out.note(`${counted(hidden.wings, 'wing')} more: palace map --wing NAME shows one and its neighbours`);
}

function tunnelLine({ id, source, target, label }: Tunnel, { paint }: Output): string {
  const ends = `${source.wing}/${source.room} = ${target.wing}/${target.room}`;
  return `${paint.bold(ends)}${label === '' ? '' : `  ${oneLine(label)}`}  ${paint.dim(id)}`;
}
