import type { Commit, Git, ObjectId } from '../git/types.js';
import { parseDrawer } from '../palace/codec.js';
import { originOf, walkDrawer } from './follow.js';
import { byteLines, mapLines } from './line-map.js';
import { type FileVersion, storedVersion } from './versions.js';

/** Lines whose author is looked for: line of the asked version -> line of the version at hand. */
type Open = Map<number, number>;

/** Where a version stands: a file of a commit. */
interface Place {
  commit: ObjectId;
  path: string;
  version: FileVersion;
}

/**
 * The commit that brought each line of the body of the drawer that `place` names, by line. A line that moved with its
 * drawer, or came back with a removed one, keeps its author.
 *
 * One line of edits is followed from version to version; where lines of history ran beside each other (a merge), every
 * parent is asked, as `git blame` does.
 */
export async function blameLines(git: Git, place: Place, open: Open): Promise<Map<number, Commit>> {
  const blamed = new Map<number, Commit>();
  let lines = await bodyLines(place.version);
  let expected: ObjectId | undefined = place.version.blob;
  let beneath: Place = place;
  for await (const touch of walkDrawer(git, place.path, place.commit, 'contents')) {
    const [parent] = touch.commit.parents;
    const isInLine = touch.commit.parents.length < 2 && touch.after?.blob === expected;
    if (!isInLine) return blameGraph(git, beneath, open, blamed);
    expected = touch.before?.blob;
    // What was removed came back as an addition later: its lines pass through.
    if (touch.kind === 'removed') continue;
    if (!touch.before) {
      const back = await removalBefore(git, touch.commit, touch.path);
      if (!back) {
        for (const line of open.keys()) blamed.set(line, touch.commit);
        return blamed;
      }
      const older = await bodyLines(back.version);
      await passOn(lines, older, open, (line) => blamed.set(line, touch.commit));
      lines = older;
      beneath = back;
      continue;
    }
    const older = await bodyLines(touch.before);
    await passOn(lines, older, open, (line) => blamed.set(line, touch.commit));
    lines = older;
    if (open.size === 0) return blamed;
    if (parent !== undefined) beneath = { commit: parent, path: touch.from ?? touch.path, version: touch.before };
  }
  return open.size === 0 ? blamed : blameGraph(git, beneath, open, blamed);
}

/** The last version that stood at `path` before the commit that added it anew. */
async function removalBefore(git: Git, added: Commit, path: string): Promise<Place | undefined> {
  const [parent] = added.parents;
  if (parent === undefined) return undefined;
  for await (const { commit, changes } of git.walkChanges(parent, path)) {
    const change = changes.find((each) => each.path === path);
    if (!change?.before || change.after) return undefined;
    const [before] = (await git.readCommit(commit)).parents;
    return before === undefined ? undefined : { commit: before, path, version: storedVersion(git, change.before.id) };
  }
  return undefined;
}

/** Lines that stand in `older` too stay open, there; of the others `found` is told. */
async function passOn(
  lines: readonly string[],
  older: readonly string[],
  open: Open,
  found: (line: number) => void,
): Promise<void> {
  const map = await mapLines(older, lines);
  for (const [line, at] of open) {
    const before = map[at];
    if (before !== undefined) open.set(line, before);
    else {
      found(line);
      open.delete(line);
    }
  }
}

interface Suspect extends Place {
  open: Open;
  at: Date;
}

/** Asks every parent of every commit, newest first. */
async function blameGraph(
  git: Git,
  place: Place,
  open: Open,
  blamed: Map<number, Commit>,
): Promise<Map<number, Commit>> {
  const suspects = new Map<string, Suspect>();
  const suspect = async (at: Place, lines: Open): Promise<void> => {
    if (lines.size === 0) return;
    const key = `${at.commit} ${at.path}`;
    const known = suspects.get(key);
    if (known) for (const [line, there] of lines) known.open.set(line, there);
    else suspects.set(key, { ...at, open: lines, at: (await git.readCommit(at.commit)).committer.at });
  };
  await suspect(place, open);
  for (let next = newest(suspects); next; next = newest(suspects)) {
    const [key, { path, version, open: lines, commit: id }] = next;
    suspects.delete(key);
    const commit = await git.readCommit(id);
    for (const parent of commit.parents) {
      const there = await placeInParent(git, commit, parent, path, version);
      if (!there) continue;
      if (there.version.blob === version.blob) {
        await suspect(there, new Map(lines));
        lines.clear();
        break;
      }
      const passed: Open = new Map();
      const map = await mapLines(await bodyLines(there.version), await bodyLines(version));
      for (const [line, at] of lines) {
        const before = map[at];
        if (before === undefined) continue;
        passed.set(line, before);
        lines.delete(line);
      }
      await suspect(there, passed);
    }
    for (const line of lines.keys()) blamed.set(line, commit);
  }
  return blamed;
}

function newest(suspects: ReadonlyMap<string, Suspect>): [string, Suspect] | undefined {
  let best: [string, Suspect] | undefined;
  for (const each of suspects) if (!best || each[1].at > best[1].at) best = each;
  return best;
}

async function placeInParent(
  git: Git,
  commit: Commit,
  parent: ObjectId,
  path: string,
  version: FileVersion,
): Promise<Place | undefined> {
  const found = await git.blobAt((await git.readCommit(parent)).tree, path);
  if (found) return { commit: parent, path, version: storedVersion(git, found.id) };
  const origin = await originOf(git, parent, commit, path, version);
  return origin && { commit: parent, path: origin.path, version: origin.version };
}

async function bodyLines(version: FileVersion): Promise<string[]> {
  return byteLines(parseDrawer(await version.content()).body);
}
