import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashBlob } from '../../../git/hash.js';
import { asObjectId, type FileEntry, type ObjectId } from '../../../git/types.js';
import { parseDrawer } from '../../../palace/codec.js';
import { PATHS, parseDrawerPath } from '../../../palace/layout.js';
import type { DrawerId, Palace } from '../../../palace/types.js';
import { provedKind, type UnitKind } from '../identity.js';
import { CacheFiles } from './cache-file.js';

/** What is known of a drawer file from the bytes of its blob. */
export interface KnownFront {
  /** Absent where the front-matter is broken or has no id. */
  id?: DrawerId | undefined;
  source?: string | undefined;
  /** What its id proves that it was filed as in the wing where it stands. */
  kind?: UnitKind | undefined;
  /** The whole front-matter as JSON. */
  front: string;
}

/** A drawer file of a commit, in the order of its tree. */
type Row = readonly [
  path: string,
  blob: string,
  id: string | null,
  source: string | null,
  kind: UnitKind | null,
  front: string,
];

interface Saved {
  tree: string;
  rows: readonly Row[];
}

const NAME = 'drawers.json';
const HEAD = 'drawers 2';

/** Writing all rows again for a few new ones costs more than reading these few. */
const FEW = 64;
const SHARE = 50;

/** Front-matter of the drawers of a commit, from the mine before: a blob never changes. */
export class KnownCatalog {
  private readonly files: CacheFiles;
  private readonly saved: Saved;
  private byFile: Map<string, Row> | undefined;
  /** Files that this mine writes, so that none of them is read again. */
  private readonly written = new Map<string, KnownFront>();

  constructor(private readonly palace: Palace) {
    this.files = new CacheFiles(palace);
    this.saved = (this.files.read(NAME, HEAD) as Saved | undefined) ?? { tree: '', rows: [] };
  }

  /** The drawer files below `wings/` of this tree of a commit; undefined when it is another than the one remembered. */
  filesOf(tree: ObjectId): { path: string; id: ObjectId; known: KnownFront }[] | undefined {
    if (this.saved.tree !== tree) return undefined;
    return this.saved.rows.map((row) => ({ path: row[0], id: row[1] as ObjectId, known: knownOf(row) }));
  }

  /** What is known of a blob that stands at `path`. */
  find(path: string, blob: ObjectId): KnownFront | undefined {
    this.byFile ??= new Map(this.saved.rows.map((row) => [keyOf(row[0], row[1]), row]));
    const row = this.byFile.get(keyOf(path, blob));
    return row && knownOf(row);
  }

  /** Takes down a drawer file that is about to be committed. One that is committed otherwise is read when it is needed. */
  learn(path: string, blob: string, content: Buffer): void {
    this.written.set(keyOf(path, blob), frontOf(path, content));
  }

  /** Brings what is remembered up to a commit, when so much changed that it is worth it. */
  async refresh(commit: string | undefined): Promise<void> {
    const { git } = this.palace;
    if (commit === undefined) return;
    const { tree } = await git.readCommit(asObjectId(commit));
    if (tree === this.saved.tree) return;
    const files = (await git.listFiles(tree, PATHS.wings)).filter(isDrawerFile);
    const known = files.map(({ path, id }) => this.find(path, id));
    const fresh = known.filter((one) => one === undefined).length;
    const gone = Math.max(0, this.saved.rows.length + fresh - files.length);
    if (this.saved.rows.length > 0 && fresh + gone <= Math.max(FEW, files.length / SHARE)) return;
    const rows: Row[] = [];
    for (const [index, { path, id }] of files.entries()) {
      const {
        id: drawer = null,
        source = null,
        kind = null,
        front,
      } = known[index] ?? this.written.get(keyOf(path, id)) ?? (await this.read(path, id));
      rows.push([path, id, drawer, source, kind, front]);
    }
    this.files.write(NAME, HEAD, { tree, rows } satisfies Saved);
  }

  private async read(path: string, id: ObjectId): Promise<KnownFront> {
    return frontOf(path, workFile(join(this.palace.root, path), id) ?? (await this.palace.git.readBlob(id)));
  }
}

function frontOf(path: string, bytes: Buffer): KnownFront {
  const { front, problem } = parseDrawer(bytes);
  const place = parseDrawerPath(path);
  if (problem) return { front: '{}' };
  const kind = place && provedKind(place.wing, front);
  return { id: front.id, source: front.source, kind, front: JSON.stringify(front) };
}

/** The file of the work tree where it holds exactly this blob. */
function workFile(path: string, id: ObjectId): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return hashBlob(bytes) === id ? bytes : undefined;
  } catch {
    // Gone or unreadable: git has it.
    return undefined;
  }
}

/** No link and no submodule. */
export function isDrawerFile({ mode }: FileEntry): boolean {
  return mode === '100644' || mode === '100755';
}

function knownOf(row: Row): KnownFront {
  const [, , id, source, kind, front] = row;
  return { id: (id ?? undefined) as DrawerId | undefined, source: source ?? undefined, kind: kind ?? undefined, front };
}

function keyOf(path: string, blob: string): string {
  return `${blob}${path}`;
}
