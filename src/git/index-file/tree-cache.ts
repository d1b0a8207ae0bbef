/** A folder in the TREE extension. `count` is -1 when it is not valid; then it carries no id. */
interface CachedFolder {
  name: string;
  count: number;
  id: Buffer;
  below: CachedFolder[];
}

/**
 * The TREE extension with every folder on the way to one of `keys` (byte keys of changed paths) marked as not valid.
 * Undefined when the extension cannot be read: git then works without it.
 */
export function forgetFolders(payload: Buffer, keys: Iterable<string>): Buffer | undefined {
  const read = readFolder(payload, 0);
  if (read === undefined) return undefined;
  for (const key of keys) forget(read.folder, key);
  const parts: Buffer[] = [];
  writeFolder(read.folder, parts);
  return Buffer.concat(parts);
}

function forget(root: CachedFolder, key: string): void {
  let folder: CachedFolder | undefined = root;
  const names = key.split('/').slice(0, -1);
  for (let at = 0; folder !== undefined; at++) {
    folder.count = -1;
    const name: string | undefined = names[at];
    folder = name === undefined ? undefined : folder.below.find((child) => child.name === name);
  }
  // A name that was a folder and is now a file (or the other way round) must not keep its old folder.
  const parent = walk(root, names);
  const last = key.slice(key.lastIndexOf('/') + 1);
  if (parent !== undefined) parent.below = parent.below.filter((child) => child.name !== last);
}

function walk(root: CachedFolder, names: readonly string[]): CachedFolder | undefined {
  let folder: CachedFolder | undefined = root;
  for (const name of names) folder = folder?.below.find((child) => child.name === name);
  return folder;
}

function readFolder(payload: Buffer, start: number): { folder: CachedFolder; end: number } | undefined {
  const nul = payload.indexOf(0, start);
  const line = payload.indexOf(0x0a, nul + 1);
  if (nul < 0 || line < 0) return undefined;
  const [count, subtrees] = payload
    .toString('latin1', nul + 1, line)
    .split(' ')
    .map(Number);
  if (count === undefined || subtrees === undefined || Number.isNaN(count + subtrees)) return undefined;
  let at = line + 1;
  const folder: CachedFolder = { name: payload.toString('latin1', start, nul), count, id: Buffer.alloc(0), below: [] };
  if (count >= 0) {
    folder.id = payload.subarray(at, at + 20);
    at += 20;
  }
  for (let left = subtrees; left > 0; left--) {
    const child = readFolder(payload, at);
    if (child === undefined) return undefined;
    folder.below.push(child.folder);
    at = child.end;
  }
  return { folder, end: at };
}

function writeFolder(folder: CachedFolder, parts: Buffer[]): void {
  parts.push(Buffer.from(`${folder.name}\0${folder.count} ${folder.below.length}\n`, 'latin1'));
  if (folder.count >= 0) parts.push(folder.id);
  for (const child of folder.below) writeFolder(child, parts);
}
