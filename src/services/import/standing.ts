import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectId } from '../../git/types.js';
import { PATHS } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { liveRows } from '../select/live-rows.js';

/** A drawer that stands, reduced to what tells it from others. */
export interface Stood {
  id: string;
  path: string;
  wing: string;
  room: string;
  blob: ObjectId;
}

/** What stands in the palace, saved or not, and what is planned to. */
export class Standing {
  private readonly byId = new Map<string, Stood[]>();
  private readonly byPath = new Map<string, Stood>();
  private readonly contents = new Map<string, Stood>();
  private readonly wings = new Set<string>();

  private constructor(
    private readonly root: string,
    private readonly taken: Set<string>,
  ) {}

  static async read(palace: Palace): Promise<Standing> {
    const head = await palace.git.head();
    // A file that somebody removed and has not saved keeps its place: a write there would bring it back.
    const files =
      head.commit === undefined
        ? []
        : await palace.git.listFiles((await palace.git.readCommit(head.commit)).tree, PATHS.wings);
    const standing = new Standing(palace.root, new Set(files.map(({ path }) => path)));
    for (const row of await liveRows(palace)) {
      standing.add(row);
      standing.contents.set(contentKey(row), row);
      standing.wings.add(row.wing);
    }
    return standing;
  }

  add(stood: Stood): void {
    const { id, path } = stood;
    const same = this.byId.get(id);
    if (same) same.push(stood);
    else this.byId.set(id, [stood]);
    this.byPath.set(path, stood);
    this.taken.add(path);
  }

  /** Whether a wing of this name had drawers before the import. */
  hadWing(name: string): boolean {
    return this.wings.has(name);
  }

  withId(id: string): readonly Stood[] {
    return this.byId.get(id) ?? [];
  }

  at(path: string): Stood | undefined {
    return this.byPath.get(path);
  }

  /** A drawer of the room that had these very bytes before the import: two copies in an export are two. */
  sameIn(place: Pick<Stood, 'wing' | 'room' | 'blob'>): Stood | undefined {
    return this.contents.get(contentKey(place));
  }

  isTaken(path: string): boolean {
    return this.taken.has(path) || lstatSync(join(this.root, path), { throwIfNoEntry: false }) !== undefined;
  }

  /** `path`, or the same with `-2`, `-3`, … before `.md`: the first that is free. */
  free(path: string): string {
    const stem = path.replace(/\.md$/, '');
    for (let n = 1; ; n++) {
      const tried = n === 1 ? path : `${stem}-${n}.md`;
      if (!this.isTaken(tried)) return tried;
    }
  }
}

function contentKey({ wing, room, blob }: Pick<Stood, 'wing' | 'room' | 'blob'>): string {
  return `${wing}\0${room}\0${blob}`;
}
