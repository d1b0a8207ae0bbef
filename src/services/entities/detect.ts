import { basename } from 'node:path';
import type { Project } from '../../git/project.js';
import type { Palace } from '../../palace/types.js';
import { describeRoot } from '../../sources/root.js';
import { walkSources } from '../../sources/walk.js';
import { detectEntities } from '../../text/entities/detect.js';
import type { EntityKind, FoundEntity } from '../../text/entities/types.js';
import { type Confirmed, entryIfAny, readConfirmed } from './file.js';
import { readPalace } from './read-palace.js';
import { readProject } from './read-project.js';
import { type Look, research } from './research.js';

/** Most names of each kind, and of those that nothing decides. */
const MOST = 20;

/** A name that was found. */
export interface ProposedEntity extends FoundEntity {
  /** entities.yaml has it already, under this or another name. */
  known: boolean;
}

/** Names by what they are. */
export interface Proposal {
  people: ProposedEntity[];
  projects: ProposedEntity[];
  tools: ProposedEntity[];
  organizations: ProposedEntity[];
  places: ProposedEntity[];
  uncertain: ProposedEntity[];
}

export interface DetectRequest {
  /** A project or folder of notes; the palace's own drawers when absent. */
  path?: string;
  /** With the palace's own drawers: only this wing. */
  wing?: string;
  /** With the palace's own drawers: so many of the newest are read, 0 all. Default 500. */
  newest?: number;
  /** Look uncertain names up in Wikipedia. Default false: nothing goes online. */
  online?: boolean;
  /** Default: the network. */
  look?: Look;
}

export interface DetectResult extends Proposal {
  /** What was read: `git:…`, `file:…`, `palace` or a wing. */
  source: string;
  /** Files or drawers that were read. */
  texts: number;
  notes: string[];
}

/**
 * People, projects, tools, organisations and places of a project (git authors and manifests first, then prose) or of the palace's
 * own drawers. Writes nothing.
 * @throws PalaceError as `describeRoot`; `not-found` (exit 4) for a wing; `broken-yaml`.
 */
export async function detectIn(palace: Palace, request: DetectRequest): Promise<DetectResult> {
  const confirmed = await readConfirmed(palace);
  const { found, source, texts, notes } = await (request.path === undefined
    ? foundInPalace(palace, request.wing, request.newest)
    : foundInFolder(palace, request.path));
  const told = request.online === true ? await research(found, palace.runtime, request.look) : { found, notes: [] };
  return { source, texts, ...proposalOf(told.found, confirmed), notes: [...notes, ...told.notes] };
}

interface Found {
  found: FoundEntity[];
  source: string;
  texts: number;
  notes: string[];
}

async function foundInPalace(palace: Palace, wing: string | undefined, newest?: number): Promise<Found> {
  const { texts, left } = await readPalace(palace, wing, newest);
  const read = texts.length === 1 ? 'drawer was' : `${texts.length} drawers were`;
  const older = left === 1 ? '1 older one was' : `${left} older ones were`;
  const notes = left === 0 ? [] : [`only the newest ${read} read, ${older} not: --newest 0 reads all`];
  return { found: detectEntities(texts), source: wing ?? 'palace', texts: texts.length, notes };
}

async function foundInFolder(palace: Palace, path: string): Promise<Found> {
  const { root, project } = await describeRoot(path, palace.runtime, palace.git.engine);
  try {
    const paths: string[] = [];
    const options = { maxBytes: palace.settings.maxSourceBytes, mode: 'files', heads: false } as const;
    for await (const one of walkSources(root, project, options))
      if ('candidate' in one) paths.push(one.candidate.relative);
    const { found, texts } = await foundInProject(root.path, project, paths);
    return { found, source: root.key, texts, notes: [] };
  } finally {
    await project?.close();
  }
}

/** What a project says, given the paths of its files. */
export async function foundInProject(
  root: string,
  project: Project | undefined,
  paths: readonly string[],
): Promise<{ found: FoundEntity[]; texts: number }> {
  const { texts, authorities } = await readProject(root, project, paths);
  const own = authorities.some(({ kind }) => kind === 'project');
  // A project without a manifest is called as its folder is.
  const name = basename(root);
  const named = { name, kind: 'project' as const, signal: 'folder', count: 1, source: name };
  const all = own || !/\p{L}{2}/u.test(name) ? authorities : [...authorities, named];
  return { found: detectEntities(texts, all), texts: texts.length };
}

/** Names by kind, the surest first, at most twenty of each. */
export function proposalOf(found: readonly FoundEntity[], confirmed: Confirmed): Proposal {
  const all = found.map((one): ProposedEntity => ({ ...one, known: entryIfAny(confirmed, one.name) !== undefined }));
  const of = (kind: EntityKind): ProposedEntity[] => all.filter((one) => one.kind === kind).slice(0, MOST);
  return {
    people: of('person'),
    projects: of('project'),
    tools: of('tool'),
    organizations: of('organization'),
    places: of('place'),
    uncertain: all
      .filter(({ kind }) => kind === 'uncertain')
      .sort((a, b) => b.mentions - a.mentions || b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
      .slice(0, MOST),
  };
}
