import { PalaceError } from '../../../base/errors.js';
import { renderDrawer } from '../../../palace/codec.js';
import { bodyHash, mintDrawerId } from '../../../palace/ids.js';
import { drawerFileName } from '../../../palace/layout.js';
import { GENERAL, roomName, slug, stripOriginalPrefix, wingName } from '../../../palace/names.js';
import type { FrontMatter, FrontMatterValue, RoomName, WingName } from '../../../palace/types.js';
import { folderFor } from '../../mine/place.js';
import type { Incoming } from '../types.js';

/** A memory of another program, before it has a place here. */
export interface ForeignMemory {
  /** Names as the other program has them. */
  wing: string;
  room: string;
  /** What the memory is there, the same at every import: `mempalace:<id>`. With `unit` unique in all that is imported. */
  source: string;
  unit?: string;
  /** What else is known of it, in our keys. */
  front: FrontMatter;
  /** Keys of the other program, as they stand there. */
  facts?: Readonly<Record<string, FrontMatterValue>>;
  body: Buffer;
  where: string;
}

/** What the names of wings and rooms depend on. */
export interface Surroundings {
  /** Whether a wing of this slug stood here before the import. */
  hasWing(name: string): boolean;
  /** Drawers of a room's folder before new ones go below it. */
  fanout: number;
}

const NO_NAME = 'imported' as WingName;

/**
 * Gives memories of other programs their place, id and file. The id follows from the source alone, so that importing again finds
 * what stands.
 */
export class Filer {
  private readonly counts = new Map<string, number>();
  private readonly minted = new Map<string, number>();

  /** `original`: names may have the original program's `wing_`, which is taken off. */
  constructor(
    private readonly surroundings: Surroundings,
    private readonly options: { original?: boolean } = {},
  ) {}

  file(memory: ForeignMemory): Incoming {
    const { source, unit, front, body } = memory;
    const { wing, room, facts } = this.place(memory);
    const identity = [source, unit ?? ''].join('\0');
    const n = this.minted.get(identity) ?? 0;
    this.minted.set(identity, n + 1);
    // Of the name as it stands there: whether its `wing_` is taken off depends on this palace.
    const id = mintDrawerId({ kind: 'note', wing: slug(memory.wing) as WingName, source, unit: unit ?? '', n });
    const { title, date } = front;
    const folder = folderFor(this.counts, this.surroundings.fanout, { wing, room, id, date });
    this.counts.set(folder, (this.counts.get(folder) ?? 0) + 1);
    const known: FrontMatter = { ...front, id, source, unit, sha256: bodyHash(body) };
    return {
      path: `${folder}/${drawerFileName({ date, title, id })}`,
      bytes: renderDrawer({ ...facts, ...known }, body),
      where: memory.where,
    };
  }

  /** No name costs a memory: one that cannot be a folder is changed until it can, and kept beside as it was. */
  private place(memory: ForeignMemory): { wing: WingName; room: RoomName; facts: Record<string, FrontMatterValue> } {
    const facts: Record<string, FrontMatterValue> = { ...memory.facts };
    const stripped = this.options.original
      ? stripOriginalPrefix('wing', memory.wing, (name) => this.surroundings.hasWing(name))
      : memory.wing;
    const wing = permitted(stripped, wingName);
    const room = permitted(memory.room, roomName);
    if (wing === undefined) facts.wing_before = memory.wing;
    if (room === undefined && memory.room !== '') facts.room_before = memory.room;
    return {
      wing: wing ?? mended(stripped, wingName) ?? NO_NAME,
      room: room ?? mended(memory.room, roomName) ?? GENERAL,
      facts,
    };
  }
}

function permitted<T>(name: string, check: (name: string) => T): T | undefined {
  try {
    return check(name);
  } catch (error) {
    if (error instanceof PalaceError) return undefined;
    throw error;
  }
}

/** The nearest permitted name: without separators, shortened, and with a letter before a name that Windows keeps. */
function mended<T>(name: string, check: (name: string) => T): T | undefined {
  const plain = slug([...name.replace(/[/\\\0]+/g, '-').replace(/[.‥…]{2,}/g, '.')].slice(0, 48).join(''));
  return permitted(plain, check) ?? (plain === '' ? undefined : permitted(`x-${plain}`, check));
}

/** The first words of a text as a title: one line, at most 80 characters; undefined when there are none. */
export function firstWords(text: string): string | undefined {
  const line = /\S[^\r\n]*/.exec(text.slice(0, 4096))?.[0]?.trim();
  if (line === undefined || line === '') return undefined;
  const characters = [...line.replace(/\s+/g, ' ')];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
