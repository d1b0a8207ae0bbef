import type { Palace } from '../../palace/types.js';
import type { FollowedTunnel } from '../../services/graph/follow.js';
import type { ListedDrawer } from '../../services/list/list.js';
import { WrappedText } from '../draw/wrap.js';
import type { DrawerText, RoomContents } from './slots.js';

/** Drawers of a room that are listed; a search in the room finds the others. */
const MOST_DRAWERS = 500;
const PAGE = 100;

/** A drawer with what is said of it on a line or two. @throws as `showDrawer`. */
export async function readDrawerText(palace: Palace, drawer: string, at?: string): Promise<DrawerText> {
  const { showDrawer } = await import('../../services/show/show.js');
  const { result } = await showDrawer(palace, { drawer, ...(at !== undefined && { at }) });
  const text = (key: string): string | undefined => {
    const value = result[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const line = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' · ');
  const { id, path, wing, room, title, body, body_line: bodyLine, edited, problem } = result;
  const entities = Array.isArray(result.entities) ? result.entities.map(String).join(', ') : undefined;
  const facts = [
    line(
      `${wing}/${room}`,
      text('hall'),
      text('date')?.slice(0, 10),
      text('by'),
      edited === true ? 'edited' : undefined,
    ),
    line(text('source'), text('filed') === undefined ? undefined : `filed ${text('filed')?.slice(0, 10)}`),
    entities === undefined || entities === '' ? '' : `with ${entities}`,
  ];
  return {
    id,
    path,
    wing,
    room,
    title,
    bodyLine,
    facts: facts.filter((fact) => fact !== ''),
    text: new WrappedText(body),
    problem: problem && `front-matter, line ${problem.line}: ${problem.message}`,
  };
}

/** What a room holds, and where its tunnels lead. @throws as the services. */
export async function readRoom(palace: Palace, wing: string, room: string, signal: AbortSignal): Promise<RoomContents> {
  const [{ listDrawers }, { followTunnels }, { listRooms }] = await Promise.all([
    import('../../services/list/list.js'),
    import('../../services/graph/follow.js'),
    import('../../services/graph/rooms.js'),
  ]);
  const drawers: ListedDrawer[] = [];
  let total = 0;
  do {
    signal.throwIfAborted();
    const page = await listDrawers(palace, { wing, room, limit: PAGE, offset: drawers.length });
    drawers.push(...page.drawers);
    total = page.total;
    if (page.drawers.length === 0) break;
  } while (drawers.length < Math.min(total, MOST_DRAWERS));
  const { connections } = await followTunnels(palace, { wing, room });
  const same = (await listRooms(palace, { wing })).rooms.find((one) => one.room === room);
  const shared =
    same === undefined || same.common
      ? []
      : Object.keys(same.wings).filter((other) => other !== wing && !leadsTo(connections, other, room));
  return { wing, room, drawers, total, tunnels: connections, shared };
}

/** A tunnel that somebody made says more than that two rooms have one name. */
function leadsTo(tunnels: readonly FollowedTunnel[], wing: string, room: string): boolean {
  return tunnels.some(({ connected_wing, connected_room }) => connected_wing === wing && connected_room === room);
}
