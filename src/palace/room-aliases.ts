import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../base/errors.js';
import { readIfExists } from '../base/files.js';
import { PATHS } from './layout.js';
import { nameOfFolder } from './names.js';
import type { Palace, RoomName } from './types.js';
import { parseWingFile, type WingRoom } from './wing-file.js';

/**
 * Other names of rooms, as each wing's `wing.yaml` gives them: `clerk-migration` may be one more name of `auth-migration`, and the
 * drawers stay in the folders they are in. An alias counts in its own wing. Chains are followed to their end; of names that name
 * each other in a circle the first by code unit is meant.
 */
export class RoomAliases {
  private readonly byWing = new Map<string, ReadonlyMap<string, string>>();

  constructor(wings: Iterable<readonly [wing: string, rooms: readonly Pick<WingRoom, 'name' | 'aliases'>[]]> = []) {
    for (const [wing, rooms] of wings) {
      const targets = new Map(this.byWing.get(wing));
      for (const { name, aliases } of rooms)
        for (const alias of aliases) if (alias !== name && !targets.has(alias)) targets.set(alias, name);
      this.byWing.set(wing, targets);
    }
  }

  /** The room that a name stands for in a wing: itself where it is no alias. Idempotent. */
  canonical(wing: string, room: string): RoomName {
    const targets = this.byWing.get(wing);
    const trail = [room];
    for (let next = targets?.get(room); next !== undefined; next = targets?.get(next)) {
      const circle = trail.indexOf(next);
      if (circle !== -1) return trail.slice(circle).sort()[0] as RoomName;
      trail.push(next);
    }
    return trail.at(-1) as RoomName;
  }

  /** Every name that stands for a room in a wing, itself first, the others sorted. */
  namesOf(wing: string, room: string): RoomName[] {
    const others = [...(this.byWing.get(wing)?.keys() ?? [])].filter((alias) => this.canonical(wing, alias) === room);
    return [room as RoomName, ...(others.filter((alias) => alias !== room).sort() as RoomName[])];
  }

  /** Rooms that a name is an alias of, in any wing; sorted. */
  meaningsOf(alias: string): RoomName[] {
    const rooms = [...this.byWing]
      .filter(([, targets]) => targets.has(alias))
      .map(([wing]) => this.canonical(wing, alias));
    return [...new Set(rooms)].sort();
  }
}

/** A room that somebody names, by its own name or another that it has. */
export class NamedRoom {
  constructor(
    readonly name: RoomName,
    private readonly aliases: RoomAliases,
  ) {}

  /** Whether a folder of a wing is this room, or is one with it by an alias of that wing. */
  holds(wing: string, folder: string): boolean {
    return folder === this.name || this.aliases.canonical(wing, folder) === this.aliases.canonical(wing, this.name);
  }
}

/** The room of a filter. */
export async function namedRoom(palace: Pick<Palace, 'root' | 'runtime'>, name: RoomName): Promise<NamedRoom> {
  return new NamedRoom(name, await readRoomAliases(palace));
}

/** Aliases of the work tree. A `wing.yaml` that cannot be read costs its aliases and one line. */
export async function readRoomAliases(palace: Pick<Palace, 'root' | 'runtime'>): Promise<RoomAliases> {
  const wings: [string, WingRoom[]][] = [];
  for (const folder of await wingFolders(palace.root)) {
    const wing = nameOfFolder(folder);
    const path = `${PATHS.wings}/${folder}/wing.yaml`;
    const text = (await readIfExists(join(palace.root, path)))?.toString('utf8');
    // Most wings have no aliases, and the parser of YAML takes longer to load than all else here.
    if (wing === undefined || text?.includes('aliases') !== true) continue;
    try {
      wings.push([wing, parseWingFile(text, path).rooms]);
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      palace.runtime.logger.warn(`${error.message}; its room aliases are not used`);
    }
  }
  return new RoomAliases(wings);
}

async function wingFolders(root: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, PATHS.wings), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
