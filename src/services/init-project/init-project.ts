import { basename, join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { wingFilePath } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { roomName, wingName } from '../../palace/names.js';
import type { FileWrite, Palace, RoomName, WingName } from '../../palace/types.js';
import { parseWingFile } from '../../palace/wing-file.js';
import { detectRooms } from '../../sources/rooms.js';
import { describeRoot } from '../../sources/root.js';
import { walkSources } from '../../sources/walk.js';
import { type Accepted, acceptWrite, certainOf } from '../entities/accept.js';
import { foundInProject, type Proposal, proposalOf } from '../entities/detect.js';
import { readConfirmed } from '../entities/file.js';
import { wingWrite } from '../init/wing.js';

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
  entities: Proposal;
  /** Names that were written to entities.yaml. */
  confirmed_entities: string[];
  /** False when nobody said yes, or when wing.yaml has all of it. */
  written: boolean;
  confirmed: boolean;
  commit: string | null;
}

export type ProjectProposal = Omit<ProjectInit, 'written' | 'confirmed' | 'commit' | 'confirmed_entities'>;

/** What somebody said to a proposal. */
export interface ProjectAnswer {
  rooms: boolean;
  entities: readonly Accepted[];
}

export interface ProjectInitRequest {
  /** Folder of the project, absolute or relative to `runtime.cwd`. */
  path: string;
  /** Default: the folder's name. */
  wing?: string;
  /** Asked with the proposal before anything is written; undefined leaves all as it is. */
  confirm(proposal: ProjectProposal): Promise<ProjectAnswer | undefined>;
}

/**
 * Looks at a project's files, git authors and manifests, proposes rooms for its wing and names, and writes `wing.yaml` and
 * `entities.yaml` in one commit as `confirm` answers. What stands in them already keeps what a person wrote about it.
 * @throws PalaceError as `describeRoot`, `bad-name` and `broken-yaml` do.
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
    const { found } = await foundInProject(root.path, project, paths);
    const entities = proposalOf(found, await readConfirmed(palace));
    const proposal = { wing, source: root.key, files: paths.length, rooms, entities };
    const added = rooms.filter((room) => !room.known);
    const nothing = { ...proposal, confirmed_entities: [], written: false, commit: null };
    if (added.length === 0 && certainOf(entities).length === 0) return { ...nothing, confirmed: true };
    const answer = await request.confirm(proposal);
    if (answer === undefined) return { ...nothing, confirmed: false };
    return { ...proposal, ...(await write(palace, wing, answer.rooms ? added : [], answer.entities)), confirmed: true };
  } finally {
    await project?.close();
  }
}

async function write(
  palace: Palace,
  wing: WingName,
  rooms: readonly ProposedRoom[],
  accepted: readonly Accepted[],
): Promise<{ written: boolean; confirmed_entities: string[]; commit: ObjectId | null }> {
  return withLock(palace, 'init', async () => {
    const writes: FileWrite[] = [];
    if (rooms.length > 0) {
      const described = rooms.map(({ name, description, keywords, aliases }) => ({
        name,
        description,
        keywords,
        aliases: aliases.map((alias) => roomName(alias, 'alias')),
      }));
      writes.push(await wingWrite(palace, { wing, kind: 'project', rooms: described }));
    }
    const names = await acceptWrite(palace, accepted);
    if (names !== undefined) writes.push(names.write);
    if (writes.length === 0) return { written: false, confirmed_entities: [], commit: null };
    const counts = [counted(rooms.length, 'room'), counted(names?.added.length ?? 0, 'name')].filter(
      (part) => !part.startsWith('0 '),
    );
    const receipt = await changeLocked(palace, {
      op: 'init',
      subject: `init wing ${wing}: ${counts.join(', ')}`,
      writes,
    });
    const commit = receipt?.commit ?? null;
    return {
      written: rooms.length > 0 && commit !== null,
      confirmed_entities: (names?.added ?? []).map(({ name }) => name),
      commit,
    };
  });
}

function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** Rooms that a person (or an earlier init) has described. */
async function knownRooms(palace: Palace, wing: WingName): Promise<ReadonlySet<RoomName>> {
  const file = join(palace.root, wingFilePath(wing));
  const text = await readIfExists(file);
  if (text === undefined) return new Set();
  return new Set(parseWingFile(text.toString('utf8'), file).rooms.map(({ name }) => name));
}
