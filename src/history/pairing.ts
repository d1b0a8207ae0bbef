import { parseDrawer } from '../palace/codec.js';
import { parseDrawerPath } from '../palace/layout.js';
import type { DrawerId } from '../palace/types.js';
import { type FileChange, type FileVersion, withContents } from './versions.js';

/** What happened to a memory. A memory that moved may have changed as well: then `before.blob` and `after.blob` differ. */
export type MemoryChange =
  | { kind: 'added'; path: string; after: FileVersion; id?: DrawerId }
  | { kind: 'removed'; path: string; before: FileVersion; id?: DrawerId }
  | { kind: 'changed'; path: string; before: FileVersion; after: FileVersion; id?: DrawerId }
  | { kind: 'moved'; path: string; from: string; before: FileVersion; after: FileVersion; id?: DrawerId };

export interface PairedChanges {
  /** Sorted by path. */
  drawers: MemoryChange[];
  /** Changes of files that are no drawers (event logs, wing.yaml, palace.yaml, …). */
  files: FileChange[];
}

/**
 * File changes as changes of memories: a drawer that vanished at one path and appeared at another is one that moved.
 *
 * `exact`: drawers are matched by the id in their front-matter and every change carries its id, which reads the files.
 * Otherwise by equal content, then by the id in the file name, which reads none and is right for files named by palace.
 */
export async function pairChanges(changes: readonly FileChange[], exact: boolean): Promise<PairedChanges> {
  const files: FileChange[] = [];
  const drawers: MemoryChange[] = [];
  const gone: Loose[] = [];
  const come: Loose[] = [];
  const wanted = ({ path, before, after }: FileChange) => (exact && parseDrawerPath(path) ? [after ?? before] : []);
  for await (const change of withContents(changes, wanted)) {
    const { path, before, after } = change;
    if (!parseDrawerPath(path)) files.push(change);
    else if (before && after) {
      const id = exact ? ((await idOf(after)) ?? (await idOf(before))) : undefined;
      drawers.push(withId({ kind: 'changed', path, before, after }, id));
    } else if (before) gone.push({ path, version: before, id: exact ? await idOf(before) : undefined });
    else if (after) come.push({ path, version: after, id: exact ? await idOf(after) : undefined });
  }

  const matches = matchLoose(gone, come, exact);
  for (const fresh of come) {
    const old = matches.get(fresh);
    if (old)
      drawers.push(
        withId(
          { kind: 'moved', path: fresh.path, from: old.path, before: old.version, after: fresh.version },
          fresh.id ?? old.id,
        ),
      );
    else drawers.push(withId({ kind: 'added', path: fresh.path, after: fresh.version }, fresh.id));
  }
  const moved = new Set(matches.values());
  for (const old of gone)
    if (!moved.has(old)) drawers.push(withId({ kind: 'removed', path: old.path, before: old.version }, old.id));
  drawers.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { drawers, files };
}

interface Loose {
  path: string;
  version: FileVersion;
  id: DrawerId | undefined;
}

/** Which of the vanished drawers each new one was. The first rule that finds a partner decides. */
function matchLoose(gone: readonly Loose[], come: readonly Loose[], exact: boolean): Map<Loose, Loose> {
  const matches = new Map<Loose, Loose>();
  if (gone.length === 0 || come.length === 0) return matches;
  const free = new Set(gone);
  const rules: ((side: Loose) => string | undefined)[] = exact
    ? // A dropped-in file has no id yet: only its content can tell that it moved.
      [(side) => side.id, (side) => (side.id === undefined ? side.version.blob : undefined)]
    : [(side) => side.version.blob, (side) => nameId(side.path)];
  for (const keyOf of rules) {
    const byKey = new Map<string, Loose[]>();
    for (const old of free) {
      const key = keyOf(old);
      if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), old]);
    }
    for (const fresh of come) {
      const key = keyOf(fresh);
      if (key === undefined || matches.has(fresh)) continue;
      const old = byKey.get(key)?.shift();
      if (!old) continue;
      matches.set(fresh, old);
      free.delete(old);
    }
  }
  return matches;
}

/** The 8 digits of the id that palace puts at the end of a drawer's file name. */
export function nameId(path: string): string | undefined {
  return /-([0-9a-f]{8})(?:-\d+)?\.md$/.exec(path)?.[1];
}

async function idOf(version: FileVersion): Promise<DrawerId | undefined> {
  return parseDrawer(await version.content()).front.id;
}

function withId<T extends MemoryChange>(change: T, id: DrawerId | undefined): T {
  return id === undefined ? change : { ...change, id };
}
