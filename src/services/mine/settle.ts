import { shortId } from '../../palace/ids.js';
import type { DrawerId, FrontMatter } from '../../palace/types.js';
import { type Entry, folderOf } from './catalog.js';
import { type PlanContext, workBytes } from './context.js';
import { contentOf } from './fresh.js';
import { isLeftOver } from './leftovers.js';
import type { BodyBytes, Stage, Step } from './steps.js';
import type { MineConflict } from './types.js';

/** What a drawer is to become. The file is `head` and `body` joined. */
export interface Wanted {
  head: Buffer;
  body: BodyBytes;
  /** Index of the part of the source that `body` is, when it is exactly that. */
  part?: number;
  stage?: Stage;
  /** Folder to move to. */
  folder?: string;
}

/** The step that brings a drawer of HEAD to what is wanted; nothing when it is so already; or why it must wait. */
export type Settled = { step?: Step; conflict?: MineConflict };

/** `head`: the drawer's bytes in HEAD. */
export async function settleEntry(
  context: PlanContext,
  entry: Entry,
  head: Buffer,
  wanted: Wanted,
  identity: Pick<FrontMatter, 'id' | 'source' | 'unit'>,
): Promise<Settled> {
  const bytes = Buffer.concat([wanted.head, await contentOf({ bytes: wanted.body })]);
  const stage = wanted.stage ?? 'main';
  const isSame = bytes.equals(head);
  const moves = wanted.folder !== undefined && wanted.folder !== folderOf(entry.path);
  const put = (overLeftOver: boolean): Settled => ({
    step: {
      kind: 'put',
      path: entry.path,
      head: wanted.head,
      body: wanted.body,
      ...(wanted.part !== undefined && { part: wanted.part }),
      expect: entry.blob,
      stage,
      overLeftOver,
    },
  });
  if (entry.state === 'clean') {
    if (moves && wanted.folder !== undefined) {
      const path = `${wanted.folder}${entry.path.slice(folderOf(entry.path).length)}`;
      if (!context.catalog.paths.has(path)) {
        take(context, path);
        return {
          step: {
            kind: 'move',
            from: entry.path,
            path,
            head: wanted.head,
            body: wanted.body,
            expect: entry.blob,
            stage,
            overLeftOver: false,
          },
        };
      }
    }
    return isSame ? {} : put(false);
  }
  if (entry.state === 'edited') {
    const work = await workBytes(context, entry.path);
    if (work?.equals(bytes)) return isSame ? {} : put(false);
    if (work && isLeftOver(work, identity, entry.front)) return put(true);
  }
  return isSame ? {} : { conflict: unsavedEdit(entry.path, entry.front.id) };
}

/** The step that removes a drawer of HEAD, or why it must wait. */
export async function settleRemoval(context: PlanContext, entry: Entry): Promise<Settled> {
  const step = (overLeftOver: boolean): Settled => ({
    step: { kind: 'remove', path: entry.path, expect: entry.blob, stage: 'main', overLeftOver },
  });
  if (entry.state === 'clean' || entry.state === 'removed') return step(false);
  if (entry.state === 'edited') {
    const work = await workBytes(context, entry.path);
    if (work && isLeftOver(work, entry.front, entry.front)) return step(true);
  }
  return { conflict: unsavedEdit(entry.path, entry.front.id) };
}

/** Steps that put a drawer where HEAD has none; a file that a killed mine left in its place is taken up. */
export async function settleNew(
  context: PlanContext,
  path: string,
  wanted: Wanted,
  front: FrontMatter & { id: DrawerId },
): Promise<{ steps: Step[]; conflict?: MineConflict; path: string }> {
  const { catalog } = context;
  const put = (at: string, overLeftOver: boolean): Step => ({
    kind: 'put',
    path: at,
    head: wanted.head,
    body: wanted.body,
    ...(wanted.part !== undefined && { part: wanted.part }),
    expect: null,
    stage: wanted.stage ?? 'main',
    overLeftOver,
  });
  const broken = catalog.unreadable.get(shortId(front.id));
  if (broken !== undefined) return { steps: [], conflict: brokenFront(broken, front.id), path };
  const loose = catalog.looseById.get(front.id);
  if (!loose) {
    take(context, path);
    return { steps: [put(path, false)], path };
  }
  const work = await workBytes(context, loose.path);
  const bytes = Buffer.concat([wanted.head, await contentOf({ bytes: wanted.body })]);
  if (work?.equals(bytes)) return { steps: [put(loose.path, false)], path: loose.path };
  if (work === undefined || !isLeftOver(work, front, undefined))
    return { steps: [], conflict: unsavedEdit(loose.path, front.id), path: loose.path };
  take(context, path);
  if (loose.path === path) return { steps: [put(path, true)], path };
  return { steps: [put(path, false), { kind: 'tidy', path: loose.path, work, stage: 'main' }], path };
}

/** Marks a path (and its place in its folder) as used by the plan. */
export function take({ catalog }: PlanContext, path: string): void {
  catalog.paths.add(path);
  const folder = folderOf(path);
  catalog.counts.set(folder, (catalog.counts.get(folder) ?? 0) + 1);
}

export function unsavedEdit(path: string, id: DrawerId | undefined): MineConflict {
  return {
    reason: 'unsaved-edit',
    path,
    id: id ?? '',
    beside: null,
    message: `${path} has an edit that is not saved; its source has changed too. Run palace save, then mine again`,
  };
}

function brokenFront(path: string, id: DrawerId): MineConflict {
  return {
    reason: 'broken-front-matter',
    path,
    id,
    beside: null,
    message: `${path} seems to hold this source, but its front-matter cannot be read. Correct it, run palace save, then mine again`,
  };
}
