import { join } from 'node:path';
import { readIfExists } from '../../base/files.js';
import { wingFilePath } from '../../palace/layout.js';
import type { FileWrite, Palace, WingName } from '../../palace/types.js';
import { editWingFile, type WingFileChanges } from '../../palace/wing-file.js';

export interface InitWingRequest {
  wing: WingName;
  /** `project`, `person`, `agent`, `topic`, or a word of one's own. */
  kind?: string;
  /** Rooms to add or complete; rooms and comments that are there stay. */
  rooms: NonNullable<WingFileChanges['rooms']>;
}

/** The write of `wings/<wing>/wing.yaml`, keeping what a person wrote in it. @throws PalaceError of a wing.yaml that cannot be read (file and line). */
export async function wingWrite(
  palace: Pick<Palace, 'root'>,
  request: InitWingRequest,
): Promise<Extract<FileWrite, { kind: 'put' }>> {
  const path = wingFilePath(request.wing);
  const before = (await readIfExists(join(palace.root, path)))?.toString('utf8');
  const text = editWingFile(before, { kind: request.kind, rooms: request.rooms }, path);
  return { kind: 'put', path, content: Buffer.from(text) };
}
