import { basename, join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { wingFilePath } from '../../palace/layout.js';
import { roomName, wingName } from '../../palace/names.js';
import type { Palace, RoomName, WingName } from '../../palace/types.js';
import { parseWingFile } from '../../palace/wing-file.js';
import { detectRooms } from '../../sources/rooms.js';
import { describeRoot } from '../../sources/root.js';
import { walkSources } from '../../sources/walk.js';
import { initWing } from '../init/wing.js';

export interface ProposedRoom {
  name: RoomName;
  description: string;
  keywords: string[];
  aliases: string[];
  /** wing.yaml has it already; it is left as it stands there. */
  known: boolean;
}

/** What `init PROJECT` found and, once confirmed, wrote. */
export interface ProjectInit {
  wing: WingName;
  /** Where the project's sources are from: `git:host/owner/repo` or `file:<folder>`. */
  source: string;
  /** Files that `mine` would read. */
  files: number;
  rooms: ProposedRoom[];
  entities: { people: string[]; projects: string[]; uncertain: string[] };
  /** False when nobody said yes, or when wing.yaml has all of it. */
  written: boolean;
  confirmed: boolean;
  commit: string | null;
}

export interface ProjectInitRequest {
  /** Folder of the project, absolute or relative to `runtime.cwd`. */
  path: string;
  /** Default: the folder's name. */
  wing?: string;
  /** Asked with the proposal before anything is written; false leaves all as it is. */
  confirm(proposal: Omit<ProjectInit, 'written' | 'confirmed' | 'commit'>): Promise<boolean>;
}

/**
 * Looks at a project's files, proposes rooms for its wing, and writes `wing.yaml` when `confirm` agrees. Rooms that
 * wing.yaml has already keep what a person wrote about them. People and projects are left for a person to enter.
 * @throws PalaceError as `describeRoot` and `bad-name` do.
 */
export async function initProject(palace: Palace, request: ProjectInitRequest): Promise<ProjectInit> {
  const { root, project } = await describeRoot(request.path, palace.runtime, palace.git.engine);
  try {
    const paths: string[] = [];
    const options = { maxBytes: palace.settings.maxSourceBytes, mode: 'files', heads: false } as const;
    for await (const found of walkSources(root, project, options))
      if ('candidate' in found) paths.push(found.candidate.relative);
    const wing = wingName(request.wing ?? basename(root.path), 'wing');
    const known = await knownRooms(palace, wing);
    const rooms = detectRooms(paths).map((room) => ({
      name: roomName(room.name, 'room'),
      description: room.description ?? '',
      keywords: [...(room.keywords ?? [])],
      aliases: [...(room.aliases ?? [])],
      known: known.has(roomName(room.name, 'room')),
    }));
    const entities = { people: [], projects: [], uncertain: [] };
    const proposal = { wing, source: root.key, files: paths.length, rooms, entities };
    const added = rooms.filter((room) => !room.known);
    if (added.length === 0) return { ...proposal, written: false, confirmed: true, commit: null };
    if (!(await request.confirm(proposal))) return { ...proposal, written: false, confirmed: false, commit: null };
    const { commit } = await initWing(palace, {
      wing,
      kind: 'project',
      rooms: added.map(({ name, description, keywords, aliases }) => ({
        name,
        description,
        keywords,
        aliases: aliases.map((alias) => roomName(alias, 'alias')),
      })),
    });
    return { ...proposal, written: commit !== null, confirmed: true, commit };
  } finally {
    await project?.close();
  }
}

/** Rooms that a person (or an earlier init) has described. */
async function knownRooms(palace: Palace, wing: WingName): Promise<ReadonlySet<RoomName>> {
  const file = join(palace.root, wingFilePath(wing));
  const text = await readIfExists(file);
  if (text === undefined) return new Set();
  return new Set(parseWingFile(text.toString('utf8'), file).rooms.map(({ name }) => name));
}
