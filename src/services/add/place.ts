import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { roomPath } from '../../palace/layout.js';
import type { Palace, RoomName, WingName } from '../../palace/types.js';

/**
 * The folder in which a new drawer of a room is filed: the room itself, or its month once the room holds
 * `settings.roomFanout` files (a folder of many files costs a large tree object for every change).
 * `date`: ISO; its month names the sub-folder.
 */
export async function filingFolder(palace: Palace, wing: WingName, room: RoomName, date: string): Promise<string> {
  const folder = roomPath(wing, room);
  let names: string[] = [];
  try {
    names = await readdir(join(palace.root, folder));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const drawers = names.filter((name) => name.endsWith('.md')).length;
  return drawers >= palace.settings.roomFanout ? `${folder}/${date.slice(0, 7)}` : folder;
}
