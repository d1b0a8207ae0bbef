import { basename, join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import { readRegularFile } from '../../base/files.js';
import { wingFilePath } from '../../palace/layout.js';
import { nameOfFolder, roomName, wingName } from '../../palace/names.js';
import type { Palace, RoomName, WingName } from '../../palace/types.js';
import { parseWingFile } from '../../palace/wing-file.js';
import { detectRooms, fileRouter, type RoomRule, routeConversation } from '../../sources/rooms.js';
import type { SourceUnit } from '../../sources/types.js';
import type { Catalog } from './catalog.js';
import type { FreshUnit } from './fresh.js';
import { filingOf } from './identity.js';
import type { MinedRoot } from './jobs.js';
import { type ProjectOfFolder, ProjectWings } from './project-wings.js';
import type { MineRequest } from './types.js';

/** Bytes of a text that routing may look at. */
const ROUTED_BYTES = 16 * 1024;

/** Decides the wing and the room of what is read. */
export class Destinations {
  private readonly fixedWing: WingName | undefined;
  private readonly fixedRoom: RoomName | undefined;
  private readonly rootWings = new Map<MinedRoot, WingName>();
  private readonly routers = new Map<string, () => (relative: string, text: string) => RoomName>();
  private readonly ownRooms = new Map<WingName, readonly RoomRule[]>();
  private readonly projects: ProjectWings;
  /** Of each folder that a session ran in. */
  private readonly projectWings = new Map<string, WingName | undefined>();
  /** Of each project, by its sources: thousands of sessions ran in it. */
  private readonly holding = new Map<string, WingName | undefined>();
  /** Sentences for the report. */
  readonly notes: string[] = [];

  /** @throws PalaceError `bad-name` for `--wing` or `--room`. */
  constructor(
    private readonly palace: Palace,
    private readonly catalog: Catalog,
    request: MineRequest,
  ) {
    this.projects = new ProjectWings(palace.runtime);
    this.fixedWing = request.wing === undefined ? undefined : wingName(request.wing);
    this.fixedRoom = request.room === undefined ? undefined : roomName(request.room);
  }

  /**
   * `--wing`, else the one wing that a conversation is filed in already, else that of the project in which a session ran (the wing
   * that holds its files, else the name of its repository), else the wing that the source suggests, else that of its root.
   */
  wing(from: MinedRoot, unit: Pick<SourceUnit, 'kind' | 'source' | 'wingHint' | 'facts'>): WingName {
    if (this.fixedWing !== undefined) return this.fixedWing;
    if (unit.kind === 'conversation' || unit.wingHint !== undefined) {
      const filed = this.filedIn((source) => source === unit.source, this.catalog.bySource.get(unit.source) ?? []);
      const [only] = filed.keys();
      if (filed.size === 1 && only !== undefined) return only;
      const cwd = unit.facts?.cwd;
      const project = typeof cwd === 'string' ? this.projectWings.get(cwd) : undefined;
      if (project !== undefined) return project;
      const hint = unit.wingHint === undefined ? undefined : nameOfFolder(unit.wingHint);
      if (hint !== undefined) return hint as WingName;
    }
    return this.rootWing(from);
  }

  /** Looks at the project in which a session ran, for {@link wing}. */
  async lookAtProject({ facts }: Pick<SourceUnit, 'facts'>): Promise<void> {
    const cwd = facts?.cwd;
    if (typeof cwd !== 'string' || this.fixedWing !== undefined || this.projectWings.has(cwd)) return;
    this.projectWings.set(cwd, this.wingOfProject(await this.projects.of(cwd)));
  }

  private wingOfProject(project: ProjectOfFolder | undefined): WingName | undefined {
    if (project === undefined) return undefined;
    const { name, sources } = project;
    if (sources !== undefined && !this.holding.has(sources))
      this.holding.set(
        sources,
        this.mostFiled((source) => source.startsWith(sources)),
      );
    return this.holding.get(sources ?? '') ?? (nameOfFolder(name) as WingName | undefined);
  }

  /** `--wing`, else the wing that most drawers of this root were filed in, else the name of the project's folder. */
  rootWing(from: MinedRoot): WingName {
    if (this.fixedWing !== undefined) return this.fixedWing;
    const known = this.rootWings.get(from);
    if (known !== undefined) return known;
    const wing = this.holdingWing(from) ?? folderWing(from);
    this.rootWings.set(from, wing);
    return wing;
  }

  private holdingWing({ root }: MinedRoot): WingName | undefined {
    const start = `${root.key}#`;
    return this.mostFiled((source) => source.startsWith(start));
  }

  private mostFiled(isOurs: (source: string) => boolean): WingName | undefined {
    const filed = this.filedIn(isOurs, this.catalog.entries);
    const sorted = [...filed].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
    return sorted[0]?.[0];
  }

  private filedIn(isOurs: (source: string) => boolean, entries: Catalog['entries']): Map<WingName, number> {
    const filed = new Map<WingName, number>();
    for (const entry of entries) {
      if (entry.source === undefined || !isOurs(entry.source)) continue;
      if (entry.kind === undefined && entry.front.filed !== undefined) continue;
      const wing = filingOf(entry, this.catalog.wings)?.wing ?? entry.wing;
      filed.set(wing, (filed.get(wing) ?? 0) + 1);
    }
    return filed;
  }

  /** Makes ready what {@link room} needs for this root and wing. */
  async prepare(from: MinedRoot, wing: WingName): Promise<void> {
    const key = `${from.typed}\0${wing}`;
    if (this.fixedRoom !== undefined || this.routers.has(key)) return;
    const described = await this.describedRooms(wing);
    this.ownRooms.set(wing, described);
    let router: ReturnType<typeof fileRouter> | undefined;
    // Only what is new needs a room.
    this.routers.set(key, () => {
      router ??= fileRouter(described.length > 0 ? described : detectRooms(from.files));
      return router;
    });
  }

  /** Whether {@link prepare} was called for this root and wing, or need not be. */
  isPrepared(from: MinedRoot, wing: string): boolean {
    return this.fixedRoom !== undefined || this.routers.has(`${from.typed}\0${wing}`);
  }

  private async describedRooms(wing: WingName): Promise<RoomRule[]> {
    const path = wingFilePath(wing);
    try {
      return parseWingFile((await readRegularFile(join(this.palace.root, path))).toString('utf8'), path).rooms;
    } catch (error) {
      // Routing is an aid: without it memories go where the file list says, and the person hears about it.
      if (error instanceof PalaceError) this.notes.push(`${error.message}; rooms were taken from the folders instead`);
      else if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
      return [];
    }
  }

  /** The room for a new drawer: `--room`, else by folders, names and words. Call {@link prepare} before. */
  room(from: MinedRoot, wing: WingName, unit: FreshUnit): RoomName {
    if (this.fixedRoom !== undefined) return this.fixedRoom;
    const text = unit.beginning.toString('utf8', 0, ROUTED_BYTES);
    const route = this.routers.get(`${from.typed}\0${wing}`);
    return unit.kind === 'conversation' || !route
      ? routeConversation(text, this.ownRooms.get(wing))
      : route()(unit.routePath, text);
  }
}

/** @throws PalaceError `bad-name`, saying how to name the wing. */
function folderWing({ root, project }: MinedRoot): WingName {
  return wingName(basename(project?.topLevel ?? root.path), 'wing (from the folder; give another with --wing)');
}
