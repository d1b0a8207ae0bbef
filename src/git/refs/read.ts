import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import type { Repository } from '../repository.js';
import { asObjectId, type Head, type ObjectId, type Signature } from '../types.js';

/** How refs are read and moved: files by git's protocol, or git commands where files do not hold them. */
export interface RefStore {
  head(): Promise<Head>;
  /** Object that a full ref name (or HEAD) points to; undefined when there is no such ref. */
  read(name: string): Promise<ObjectId | undefined>;
  /**
   * Moves branch `ref`, which HEAD must name, from `before` (undefined: it must not exist) to `after`, and writes the
   * reflogs. False when the branch or HEAD is no longer what was expected.
   * @throws PalaceError `ref-locked` when a lock stays.
   */
  move(move: BranchMove): Promise<boolean>;
}

export interface BranchMove {
  ref: string;
  before: ObjectId | undefined;
  after: ObjectId;
  /** Who and when, for the reflog. */
  who: Signature;
  /** Reflog text; made one line. */
  message: string;
  /** `core.logAllRefUpdates`: begin logs that do not exist yet. */
  beginLogs: boolean;
}

/** Symbolic refs may name each other this often, as in git. */
const MAX_DEPTH = 5;

/** Where HEAD stands, from the files. */
export async function readHead(repository: Repository): Promise<Head> {
  let target = await rawHead(repository);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (target.kind === 'id') return { kind: 'detached', commit: target.id };
    const next = await readLooseOrPacked(repository, target.ref);
    if (next === undefined) return { kind: 'branch', ref: target.ref };
    if (next.kind === 'id') return { kind: 'branch', ref: target.ref, commit: next.id };
    target = next;
  }
  throw new Error(`HEAD of ${repository.gitDir} names refs in a circle`);
}

type RefValue = { kind: 'id'; id: ObjectId } | { kind: 'symbolic'; ref: string };

async function rawHead(repository: Repository): Promise<RefValue> {
  const text = await readFile(join(repository.gitDir, 'HEAD'), 'utf8');
  const value = parseRef(text);
  if (value === undefined)
    throw new Error(`HEAD of ${repository.gitDir} is damaged: ${JSON.stringify(text.slice(0, 60))}`);
  return value;
}

function parseRef(text: string): RefValue | undefined {
  const ref = /^ref:\s*(.+?)\s*$/.exec(text)?.[1];
  if (ref !== undefined) return { kind: 'symbolic', ref };
  const id = /^([0-9a-f]{40})(?:\s|$)/.exec(text)?.[1];
  return id === undefined ? undefined : { kind: 'id', id: asObjectId(id) };
}

/** The object a ref leads to; undefined when it (or what it names) does not exist. */
export async function readRef(repository: Repository, name: string): Promise<ObjectId | undefined> {
  let next = name;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const value = await readLooseOrPacked(repository, next);
    if (value === undefined) return undefined;
    if (value.kind === 'id') return value.id;
    next = value.ref;
  }
  return undefined;
}

/** A loose file wins over packed-refs; it is read first, because `git pack-refs` writes the pack before it removes files. */
async function readLooseOrPacked(repository: Repository, name: string): Promise<RefValue | undefined> {
  const loose = await readIfFile(join(refFolder(repository, name), name));
  const value = loose === undefined ? undefined : parseRef(loose.toString('utf8'));
  return value ?? packedRef(await readIfExists(join(repository.commonDir, 'packed-refs')), name);
}

/** HEAD and its like belong to the work tree, all under `refs/` to the repository. */
export function refFolder(repository: Repository, name: string): string {
  const ownOfWorkTree = !name.startsWith('refs/') || /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
  return ownOfWorkTree ? repository.gitDir : repository.commonDir;
}

async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readIfExists(path);
  } catch (error) {
    if (systemCode(error) === 'EISDIR') return undefined; // `refs/heads/a` asked, `refs/heads/a/b` there
    throw error;
  }
}

function packedRef(packed: Buffer | undefined, name: string): RefValue | undefined {
  if (packed === undefined) return undefined;
  const needle = Buffer.from(` ${name}\n`);
  for (let at = packed.indexOf(needle); at >= 0; at = packed.indexOf(needle, at + 1)) {
    const value = parseRef(packed.toString('latin1', Math.max(0, at - 40), at));
    if (value !== undefined && (at === 40 || packed[at - 41] === 0x0a)) return value;
  }
  return undefined;
}
