import { join } from 'node:path';
import { type AgentFile, agentName, agentPath, parseAgentFile } from '../../agents/agent-file.js';
import { PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import type { DrawerRow } from '../../index/types.js';
import { roomName } from '../../palace/names.js';
import type { Palace, RoomName, WingName } from '../../palace/types.js';

export const DIARY: RoomName = roomName('diary');

/** An agent and where its diary is; it need not be registered. */
export interface AgentPlace {
  name: string;
  wing: WingName;
  file: AgentFile | undefined;
}

/** Names compare without case: `Reviewer` is `reviewer`. A broken file costs what it says, and one line. @throws PalaceError `bad-name` (exit 2). */
export async function agentPlace(palace: Palace, given: string): Promise<AgentPlace> {
  const name = agentName(given);
  const bytes = await readIfExists(join(palace.root, agentPath(name)));
  if (bytes === undefined) return { name, wing: name as WingName, file: undefined };
  try {
    const file = parseAgentFile(bytes.toString('utf8'), name);
    return { name, wing: file.wing, file };
  } catch (error) {
    if (!(error instanceof PalaceError)) throw error;
    palace.runtime.logger.warn(`${error.message}; the diary of ${name} is taken to be in the wing ${name}`);
    return { name, wing: name as WingName, file: undefined };
  }
}

/** Whether a drawer is an entry of a diary: by its room, or because it says so. */
export function isDiary(row: DrawerRow): boolean {
  return row.room === DIARY || row.front.hall === 'diary';
}

/** The agent whose entry a drawer is: who filed it, else the wing. `by` is a slug for agents and a name for people. */
export function agentOf(row: DrawerRow): string {
  const { by } = row.front;
  return typeof by === 'string' && /^[^\s\p{Lu}]+$/u.test(by) ? by : row.wing;
}
