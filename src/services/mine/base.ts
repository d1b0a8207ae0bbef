import type { ObjectId } from '../../git/types.js';
import { parseDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import type { Entry } from './catalog.js';
import type { DrawerHistory, Version } from './history.js';
import { BESIDE } from './identity.js';

/** `<same name>~source.md`: where a source is filed that cannot be merged into the drawer at `path`. */
export function besidePath(path: string): string {
  return `${path.slice(0, -'.md'.length)}${BESIDE}.md`;
}

/**
 * The version of the source that a drawer, edited by hand since, was last brought up to: the base of a three-way merge.
 * The newest of the body that has the drawer's receipt, and of the body of a `~source` drawer beside it that is gone (whoever
 * removes it has settled the matter, and so has a mine that merged it). Undefined when history does not reach back so far.
 */
export async function mergeBase(
  history: DrawerHistory,
  readBlob: (id: ObjectId) => Promise<Buffer>,
  drawer: Entry,
): Promise<Buffer | undefined> {
  const receipt = drawer.front.sha256;
  const settled = await lastRemoved(history, readBlob, besidePath(drawer.path));
  for await (const version of history.versions(drawer.path)) {
    if (settled && (await isAtLeastAsNew(history, settled, version))) break;
    for (const blob of [version.after, version.before]) {
      if (blob === undefined || receipt === undefined) continue;
      const { body } = parseDrawer(await readBlob(blob));
      if (bodyHash(body) === receipt) return body;
      // `before` of this commit may be older than the removal that settled it.
      if (settled) break;
    }
  }
  return settled?.body;
}

interface Settled {
  version: Version;
  body: Buffer;
}

/** The newest removal of the file, when it does not stand again since, with what a mine last wrote there. */
async function lastRemoved(
  history: DrawerHistory,
  readBlob: (id: ObjectId) => Promise<Buffer>,
  path: string,
): Promise<Settled | undefined> {
  let removal: Version | undefined;
  for await (const version of history.versions(path)) {
    if (removal === undefined && version.after !== undefined) return undefined;
    removal ??= version;
    if (version.before === undefined) continue;
    const { front, body } = parseDrawer(await readBlob(version.before));
    if (front.sha256 === bodyHash(body)) return { version: removal, body };
  }
  return undefined;
}

async function isAtLeastAsNew(history: DrawerHistory, settled: Settled, version: Version): Promise<boolean> {
  return (await history.order(settled.version.commit)) <= (await history.order(version.commit));
}
