import { roomPath } from '../../palace/layout.js';
import type { DrawerId, RoomName, WingName } from '../../palace/types.js';

/**
 * Folder for a new drawer: the room, or `<room>/<YYYY-MM>` once the room's own folder holds `fanout` drawers (git writes the
 * whole folder's tree at each commit). A drawer without a date goes by the first two digits of its id, and so does one whose
 * month is full.
 */
export function folderFor(
  counts: ReadonlyMap<string, number>,
  fanout: number,
  { wing, room, id, date }: { wing: WingName; room: RoomName; id: DrawerId; date: string | undefined },
): string {
  const isFull = (folder: string): boolean => (counts.get(folder) ?? 0) >= fanout;
  const folder = roomPath(wing, room);
  if (!isFull(folder)) return folder;
  const digits = id.slice(2, 4);
  const month = date === undefined ? undefined : /^\d{4}-\d{2}(?=-|$)/.exec(date)?.[0];
  if (month === undefined) return `${folder}/${digits}`;
  return isFull(`${folder}/${month}`) ? `${folder}/${month}/${digits}` : `${folder}/${month}`;
}
