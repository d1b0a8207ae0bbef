import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PalaceError, systemCode } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { momentIfDate, momentInWords } from '../../history/moments.js';
import { snapshotAt } from '../../history/snapshots.js';
import { parseDrawer } from '../../palace/codec.js';
import { readDrawerBytes, surveyDrawers } from '../../palace/drawers.js';
import { PATHS, parseDrawerPath } from '../../palace/layout.js';
import { nameOfFolder, roomName, wingName } from '../../palace/names.js';
import { namedRoom } from '../../palace/room-aliases.js';
import type { Palace } from '../../palace/types.js';
import { mustStand, roomMustStand } from '../select/filters.js';
import { isWingFile } from './record.js';

/** Which drawers are wanted. */
export interface Choice {
  wing?: string;
  room?: string;
  /** On the drawer's own `date`, else when it was filed; half-open. Drawers without either are left out. */
  since?: string;
  before?: string;
  /** A revision or a date; default the work tree as it stands. */
  asOf?: string;
}

/** A drawer, or the `wing.yaml` of a wing. */
export interface ChosenFile {
  path: string;
  bytes: Buffer;
}

/** Something below `wings/` that cannot be taken along, and why. */
export interface LeftOut {
  path: string;
  reason: string;
}

export interface Chosen {
  /** Sorted by path; read one after the other. */
  files: AsyncIterable<ChosenFile>;
  /** The commit that was looked at; null for the work tree. */
  commit: ObjectId | null;
}

/**
 * The files of the chosen drawers and wings. What cannot be read is added to `left` on the way.
 * @throws PalaceError `not-found` (exit 4) for a wing or room that is not there, `bad-name`, `bad-date`, `unknown-revision`.
 */
export async function chooseFiles(palace: Palace, choice: Choice, left: LeftOut[]): Promise<Chosen> {
  const wing = choice.wing === undefined ? undefined : wingName(choice.wing);
  const room = choice.room === undefined ? undefined : await namedRoom(palace, roomName(choice.room));
  const isWanted = await withinDates(choice, palace.runtime.now());
  const { paths, commit, read } =
    choice.asOf === undefined ? await ofWorkTree(palace, left) : await ofMoment(palace, choice.asOf);
  const places = paths.flatMap((path) => parseDrawerPath(path) ?? []);
  if (wing !== undefined)
    mustStand(
      'wing',
      wing,
      places.map((place) => place.wing),
    );
  const inWing = places.filter((place) => wing === undefined || place.wing === wing);
  if (room !== undefined) roomMustStand(room, inWing);
  const wanted = paths.filter((path) => {
    if (isWingFile(path)) return wing === undefined || nameOfFolder(path.split('/')[1] ?? '') === wing;
    const place = parseDrawerPath(path);
    return (
      place !== undefined &&
      (wing === undefined || place.wing === wing) &&
      (room === undefined || room.holds(place.wing, place.room))
    );
  });
  return { files: pick(read(wanted.sort()), isWanted), commit };
}

async function* pick(
  files: AsyncIterable<ChosenFile>,
  isWanted: ((bytes: Buffer) => boolean) | undefined,
): AsyncGenerator<ChosenFile> {
  for await (const file of files)
    if (isWanted === undefined || isWingFile(file.path) || isWanted(file.bytes)) yield file;
}

/** Undefined when every drawer is wanted, so that nothing need be taken apart. */
async function withinDates(choice: Choice, now: Date): Promise<((bytes: Buffer) => boolean) | undefined> {
  const since = choice.since === undefined ? undefined : await momentInWords(choice.since, 'since', now);
  const before = choice.before === undefined ? undefined : await momentInWords(choice.before, 'before', now);
  if (!since && !before) return undefined;
  return (bytes) => {
    const { front } = parseDrawer(bytes);
    const text = front.date ?? front.filed;
    const moment = text === undefined ? undefined : momentIfDate(text);
    return moment !== undefined && (!since || moment >= since) && (!before || moment < before);
  };
}

interface Place {
  paths: string[];
  commit: ObjectId | null;
  read(paths: readonly string[]): AsyncIterable<ChosenFile>;
}

async function ofWorkTree(palace: Palace, left: LeftOut[]): Promise<Place> {
  const survey = await surveyDrawers(palace);
  for (const { path, message } of survey.problems) left.push({ path, reason: message });
  const paths = [...survey.paths, ...(await wingFiles(palace.root))];
  const read = async function* (wanted: readonly string[]): AsyncGenerator<ChosenFile> {
    for (const path of wanted)
      try {
        const bytes = isWingFile(path) ? await readFile(join(palace.root, path)) : await readDrawerBytes(palace, path);
        yield { path, bytes };
      } catch (error) {
        // Gone since it was listed, too large, not to be read: named, and the rest is exported.
        if (error instanceof PalaceError) left.push({ path, reason: error.message });
        else if (systemCode(error) !== undefined) left.push({ path, reason: `cannot be read (${systemCode(error)})` });
        else throw error;
      }
  };
  return { paths, commit: null, read };
}

/** The `wing.yaml` files below `root`; links are not followed. */
export async function wingFiles(root: string): Promise<string[]> {
  const paths: string[] = [];
  try {
    for (const entry of await readdir(join(root, PATHS.wings), { withFileTypes: true })) {
      if (!entry.isDirectory() || nameOfFolder(entry.name) === undefined) continue;
      const path = `${PATHS.wings}/${entry.name}/wing.yaml`;
      const stats = await lstat(join(root, path)).catch(() => undefined);
      if (stats?.isFile() && isWingFile(path)) paths.push(path);
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return paths;
}

async function ofMoment(palace: Palace, asOf: string): Promise<Place> {
  const { git } = palace;
  const snapshot = await snapshotAt(palace, asOf);
  const blobs = new Map<string, ObjectId>();
  const files = snapshot.tree === undefined ? [] : await git.listFiles(snapshot.tree, PATHS.wings);
  for (const { path, id, mode } of files) if (mode === '100644' || mode === '100755') blobs.set(path, id);
  for (const [path, version] of snapshot.overlay) if (version) blobs.set(path, version.blob);
  const read = async function* (wanted: readonly string[]): AsyncGenerator<ChosenFile> {
    const named = wanted.flatMap((path) => {
      const blob = blobs.get(path);
      return blob === undefined ? [] : [{ path, blob }];
    });
    let at = 0;
    for await (const { content } of git.readBlobs(named.map(({ blob }) => blob))) {
      const file = named[at++];
      if (file !== undefined) yield { path: file.path, bytes: content };
    }
  };
  const paths = [...blobs.keys()].filter((path) => isWingFile(path) || parseDrawerPath(path) !== undefined);
  return { paths, commit: snapshot.commits[0] ?? null, read };
}
