import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { change } from '../../palace/change.js';
import { wingFilePath } from '../../palace/layout.js';
import type { Palace, WingName } from '../../palace/types.js';
import { editWingFile, type WingFileChanges } from '../../palace/wing-file.js';

export interface InitWingRequest {
  wing: WingName;
  /** `project`, `person`, `agent`, `topic`, or a word of one's own. */
  kind?: string;
  /** Rooms to add or complete; rooms and comments that are there stay. */
  rooms: NonNullable<WingFileChanges['rooms']>;
}

/**
 * Writes `wings/<wing>/wing.yaml`, keeping what a person wrote in it, as one commit.
 * @returns `commit` null when the file says all this already.
 * @throws PalaceError of a wing.yaml that cannot be read (file and line), and those of `change`.
 */
export async function initWing(
  palace: Palace,
  request: InitWingRequest,
): Promise<{ path: string; commit: string | null }> {
  const path = wingFilePath(request.wing);
  const before = (await readIfExists(join(palace.root, path)))?.toString('utf8');
  const text = editWingFile(before, { kind: request.kind, rooms: request.rooms }, path);
  const receipt = await change(palace, {
    op: 'init',
    subject: `init wing ${request.wing}: ${request.rooms.length} ${request.rooms.length === 1 ? 'room' : 'rooms'}`,
    writes: [{ kind: 'put', path, content: Buffer.from(text) }],
  });
  return { path, commit: receipt?.commit ?? null };
}
