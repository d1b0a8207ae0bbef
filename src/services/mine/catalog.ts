import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import type { ObjectId, UnsavedEntry } from '../../git/types.js';
import { parseDrawer } from '../../palace/codec.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import type { DrawerId, FrontMatter, Palace, RoomName, WingName } from '../../palace/types.js';
import type { UnitKind } from './identity.js';
import { isDrawerFile, KnownCatalog, type KnownFront } from './known/known-catalog.js';

/**
 * A drawer as HEAD has it, and how the work tree stands to that: `clean`; `edited` (other bytes); `removed`; `moved` (the
 * same id stands, unsaved, at another path). Plans are made from what HEAD has, so that a mine that was killed plans the
 * same again whatever it left in the work tree.
 */
export interface Entry {
  path: string;
  wing: WingName;
  room: RoomName;
  blob: ObjectId;
  readonly front: FrontMatter;
  /** `source` of the front-matter. */
  source: string | undefined;
  state: 'clean' | 'edited' | 'removed' | 'moved';
  /** What its id proves that it was filed as in the wing where it stands, if somebody asked before. */
  kind?: UnitKind | undefined;
}

/** A drawer file of the work tree that HEAD does not have. */
export interface LooseFile {
  path: string;
  id: DrawerId | undefined;
}

/** What the palace holds, and what the plan adds to it as it is made. */
export interface Catalog {
  commit: ObjectId | undefined;
  /** What was known before, and can be brought up to date. */
  known: KnownCatalog;
  entries: readonly Entry[];
  byId: ReadonlyMap<DrawerId, Entry>;
  /** By the exact `source` of the front-matter. */
  bySource: ReadonlyMap<string, readonly Entry[]>;
  /** Files that HEAD does not have, by path and by the id in them. */
  loose: ReadonlyMap<string, LooseFile>;
  looseById: ReadonlyMap<DrawerId, LooseFile>;
  /** Files whose front-matter cannot be read (or has lost its id), by the 8 digits that their name ends with. */
  unreadable: ReadonlyMap<string, string>;
  wings: Set<WingName>;
  /** Ids and paths in use or planned. */
  ids: Set<string>;
  paths: Set<string>;
  /** Drawers per folder (`wings/<wing>/<room>` and deeper). */
  counts: Map<string, number>;
  /** Paths of HEAD whose index entry alone is stale: what a write that was killed after moving the branch leaves. */
  stale: string[];
}

/** Enough for any front-matter that we write; a longer one is read again, whole. */
const HEAD_BYTES = 8 * 1024;

/** Never through a symbolic link out of the palace, never waiting for a FIFO. Both flags are 0 where they do not exist. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads every drawer's front-matter: work-tree files where they are what HEAD has, else HEAD's blob. Writes nothing. */
export async function readCatalog(palace: Palace): Promise<Catalog> {
  const { git } = palace;
  const asked = git.status(PATHS.wings);
  // While git looks at the work tree.
  const known = new KnownCatalog(palace);
  const status = await asked;
  const commit = status.head.commit;
  const files = commit === undefined ? [] : await filesOf(palace, known, (await git.readCommit(commit)).tree);
  const unsaved = new Map(status.entries.map((entry) => [entry.path, entry]));
  const catalog = new CatalogBuilder(commit, known);

  const fromBlob: { path: string; blob: ObjectId; state: Entry['state'] }[] = [];
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  for (const { path, id, known } of files) {
    const state = stateOf(unsaved.get(path));
    if (known !== undefined) {
      catalog.addKnown(path, id, known, state);
      continue;
    }
    if (state !== 'clean') {
      fromBlob.push({ path, blob: id, state });
      continue;
    }
    const front = readFront(join(palace.root, path), head);
    if (front === undefined) fromBlob.push({ path, blob: id, state: 'removed' });
    else catalog.addEntry(path, id, front, state);
  }
  const ids = [...new Set(fromBlob.map((file) => file.blob))];
  const fronts = new Map<ObjectId, FrontMatter | 'broken'>();
  for await (const { id, content } of git.readBlobs(ids)) fronts.set(id, frontOf(content));
  for (const { path, blob, state } of fromBlob) catalog.addEntry(path, blob, fronts.get(blob) ?? 'broken', state);

  for (const entry of status.entries)
    if (entry.work === 'added') catalog.addLoose(entry.path, readFront(join(palace.root, entry.path), head));
    else if (entry.work === 'same' && entry.staged && !entry.conflicted) catalog.stale.push(entry.path);
  return catalog.finish();
}

async function filesOf(
  { git }: Palace,
  known: KnownCatalog,
  tree: ObjectId,
): Promise<{ path: string; id: ObjectId; known: KnownFront | undefined }[]> {
  const remembered = known.filesOf(tree);
  if (remembered !== undefined) return remembered;
  const files = (await git.listFiles(tree, PATHS.wings)).filter(isDrawerFile);
  return files.map(({ path, id }) => ({ path, id, known: known.find(path, id) }));
}

function stateOf(unsaved: UnsavedEntry | undefined): 'clean' | 'edited' | 'removed' {
  if (unsaved === undefined || unsaved.work === 'same') return unsaved?.conflicted ? 'edited' : 'clean';
  return unsaved.work === 'removed' ? 'removed' : 'edited';
}

/** The 8 digits of the id that end a drawer's file name (with `~source` for one that stands beside an edited drawer). */
export function nameDigits(path: string): string | undefined {
  return /-([0-9a-f]{8}(?:~source)?)\.md$/.exec(path)?.[1];
}

/** `wings/<wing>/<room>` or deeper: the folder that a drawer stands in. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

class KnownEntry implements Entry {
  private unpacked: FrontMatter | undefined;

  constructor(
    readonly path: string,
    readonly wing: WingName,
    readonly room: RoomName,
    readonly blob: ObjectId,
    public state: Entry['state'],
    private readonly known: KnownFront,
  ) {}

  get source(): string | undefined {
    return this.known.source;
  }

  get kind(): UnitKind | undefined {
    return this.known.kind;
  }

  get front(): FrontMatter {
    this.unpacked ??= JSON.parse(this.known.front) as FrontMatter;
    return this.unpacked;
  }
}

class CatalogBuilder {
  readonly stale: string[] = [];
  private readonly entries: Entry[] = [];
  private readonly byId = new Map<DrawerId, Entry>();
  private readonly bySource = new Map<string, Entry[]>();
  private readonly loose = new Map<string, LooseFile>();
  private readonly looseById = new Map<DrawerId, LooseFile>();
  private readonly unreadable = new Map<string, string>();
  private readonly wings = new Set<WingName>();
  private readonly paths = new Set<string>();
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly commit: ObjectId | undefined,
    private readonly known: KnownCatalog,
  ) {}

  addEntry(path: string, blob: ObjectId, front: FrontMatter | 'broken', state: Entry['state']): void {
    const place = this.addPlace(path);
    if (!place) return;
    if (front === 'broken') this.addUnreadable(path);
    else this.add({ path, ...place, blob, front, source: front.source, state }, front.id);
  }

  /** The front-matter is unpacked only when somebody asks for it. */
  addKnown(path: string, blob: ObjectId, known: KnownFront, state: Entry['state']): void {
    const place = this.addPlace(path);
    if (place) this.add(new KnownEntry(path, place.wing, place.room, blob, state, known), known.id);
  }

  private addPlace(path: string): ReturnType<typeof parseDrawerPath> {
    this.paths.add(path);
    const place = parseDrawerPath(path);
    if (!place) return undefined;
    this.wings.add(place.wing);
    const folder = folderOf(path);
    this.counts.set(folder, (this.counts.get(folder) ?? 0) + 1);
    return place;
  }

  private addUnreadable(path: string): void {
    const digits = nameDigits(path);
    if (digits !== undefined) this.unreadable.set(digits, path);
  }

  private add(entry: Entry, id: DrawerId | undefined): void {
    if (id === undefined) {
      this.addUnreadable(entry.path);
      return;
    }
    this.entries.push(entry);
    // Two files with one id: the first path wins here; `doctor` names them.
    if (!this.byId.has(id)) this.byId.set(id, entry);
    const { source } = entry;
    if (source === undefined) return;
    const same = this.bySource.get(source);
    if (same) same.push(entry);
    else this.bySource.set(source, [entry]);
  }

  addLoose(path: string, front: FrontMatter | 'broken' | undefined): void {
    this.paths.add(path);
    if (front === undefined || !parseDrawerPath(path)) return;
    const id = front === 'broken' ? undefined : front.id;
    const file: LooseFile = { path, id };
    this.loose.set(path, file);
    if (id === undefined) return;
    const entry = this.byId.get(id);
    if (entry?.state === 'removed') entry.state = 'moved';
    if (!entry && !this.looseById.has(id)) this.looseById.set(id, file);
  }

  finish(): Catalog {
    const { commit, known, entries, byId, bySource, loose, looseById, unreadable, wings, paths, counts, stale } = this;
    const ids = new Set<string>(byId.keys());
    return { commit, known, entries, byId, bySource, loose, looseById, unreadable, wings, ids, paths, counts, stale };
  }
}

/** Front-matter of a work-tree file, undefined when it cannot be read. `buffer` is scratch space. */
function readFront(path: string, buffer: Buffer): FrontMatter | 'broken' | undefined {
  try {
    const file = openSync(path, READ_FLAGS);
    let length: number;
    try {
      length = readSync(file, buffer, 0, buffer.length, 0);
    } finally {
      closeSync(file);
    }
    const front = frontOf(buffer.subarray(0, length));
    // Cut off inside a long front-matter: nobody can tell it from a broken one without the rest.
    return front === 'broken' && length === buffer.length ? frontOf(readFileSync(path)) : front;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function frontOf(content: Buffer): FrontMatter | 'broken' {
  const { front, problem } = parseDrawer(content);
  return problem ? 'broken' : front;
}
