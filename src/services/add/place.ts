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
  const drawers = (await namesIn(join(palace.root, folder))).filter((name) => name.endsWith('.md')).length;
  return drawers >= palace.settings.roomFanout ? `${folder}/${date.slice(0, 7)}` : folder;
}

/** Names in an absolute folder; none when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
