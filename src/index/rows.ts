import type { ObjectId } from '../git/types.js';
import { provisionalId } from '../palace/ids.js';
import { parseDrawerPath, titleOfFileName } from '../palace/layout.js';
import type { BodyHash, FrontMatter, RoomName, WingName } from '../palace/types.js';
import type { DrawerMeta } from './document.js';
import type { SegmentSet } from './segment-set.js';
import type { DrawerRow } from './types.js';

/** Where a row's blob stands. */
export interface RowPlace {
  path: string;
  blob: ObjectId;
  segment: number;
  number: number;
}

/** Wing and room of paths. A room is looked at once, however many drawers it has. */
export class PlaceNames {
  private readonly known = new Map<string, { wing: WingName; room: RoomName }>();

  of(path: string): { wing: WingName; room: RoomName } {
    const folder = path.slice(0, path.indexOf('/', path.indexOf('/', path.indexOf('/') + 1) + 1));
    let names = this.known.get(folder);
    if (names === undefined) {
      // Views hold only paths that are drawers.
      names = parseDrawerPath(path) ?? { wing: '' as WingName, room: '' as RoomName };
      this.known.set(folder, names);
    }
    return names;
  }
}

/**
 * A row whose parts are read when they are asked for: a filter that looks at the wing of 20,000 drawers does not parse the
 * front-matter of one.
 */
export class LazyRow implements DrawerRow {
  private read: DrawerMeta | undefined;

  constructor(
    private readonly place: RowPlace,
    private readonly set: SegmentSet,
    private readonly names: PlaceNames,
  ) {}

  get path(): string {
    return this.place.path;
  }

  get blob(): ObjectId {
    return this.place.blob;
  }

  get wing(): WingName {
    return this.names.of(this.path).wing;
  }

  get room(): RoomName {
    return this.names.of(this.path).room;
  }

  get front(): FrontMatter {
    return this.meta.front;
  }

  get id(): DrawerRow['id'] {
    return this.meta.front.id ?? provisionalId(this.path);
  }

  /** As the file says, else the words of its name. */
  get title(): string {
    return this.meta.title !== '' ? this.meta.title : titleOfFileName(this.path, this.meta.front.id);
  }

  get bodyLine(): number {
    return this.meta.bodyLine;
  }

  get sha256(): BodyHash | undefined {
    return this.meta.front.sha256;
  }

  get passages(): number {
    return this.set.segments[this.place.segment]?.passagesOf(this.place.number) ?? 0;
  }

  get problem(): DrawerMeta['problem'] {
    return this.meta.problem;
  }

  /** The same as a plain object. */
  whole(): DrawerRow {
    const { path, wing, room, blob, id, title, front, bodyLine, sha256, passages } = this;
    return {
      path,
      wing,
      room,
      blob,
      id,
      title,
      front,
      bodyLine,
      ...(sha256 === undefined ? {} : { sha256 }),
      passages,
    };
  }

  private get meta(): DrawerMeta {
    this.read ??= this.set.segments[this.place.segment]?.meta(this.place.number) ?? {
      front: {},
      title: '',
      bodyLine: 1,
    };
    return this.read;
  }
}
