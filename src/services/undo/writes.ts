import { hashBlob } from '../../git/hash.js';
import { nameMemory } from '../../history/memory.js';
import { parseDrawer } from '../../palace/codec.js';
import { parseDrawerPath } from '../../palace/layout.js';
import type { FileWrite } from '../../palace/types.js';

/** What a write of `undo` or `restore` does to one file. */
export interface WrittenChange {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  /** Null for a file that is no drawer. */
  id: string | null;
  path: string;
  from?: string;
  title: string | null;
}

interface Difference {
  path: string;
  content: Buffer | null;
  before: Buffer | undefined;
}

/** Differences as writes of one change, and as a report in which a drawer that changes its place is one that moved. */
export function writesOf(differences: readonly Difference[]): { writes: FileWrite[]; changes: WrittenChange[] } {
  const writes: FileWrite[] = differences.map(({ path, content, before }) => {
    const expect = before ? hashBlob(before) : null;
    return content === null ? { kind: 'remove', path, expect } : { kind: 'put', path, content, expect };
  });
  const gone = new Map<string, string>();
  for (const { path, content, before } of differences) {
    const id = content === null && before && idOf(path, before);
    if (id) gone.set(id, path);
  }
  const changes: WrittenChange[] = [];
  const moved = new Set<string>();
  for (const { path, content, before } of differences) {
    if (content === null) continue;
    const { id, title } = describe(path, content);
    const from = before === undefined && id !== null ? gone.get(id) : undefined;
    if (from !== undefined) moved.add(from);
    const kind = from !== undefined ? 'moved' : before === undefined ? 'added' : 'changed';
    changes.push({ kind, id, path, ...(from !== undefined && { from }), title });
  }
  for (const { path, content, before } of differences)
    if (content === null && before && !moved.has(path))
      changes.push({ kind: 'removed', ...describe(path, before), path });
  changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { writes, changes };
}

function idOf(path: string, bytes: Buffer): string | undefined {
  return parseDrawerPath(path) ? parseDrawer(bytes).front.id : undefined;
}

function describe(path: string, bytes: Buffer): { id: string | null; title: string | null } {
  if (!parseDrawerPath(path)) return { id: null, title: null };
  const { id, title } = nameMemory(path, bytes);
  return { id, title };
}
