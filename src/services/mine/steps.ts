import { hashBlob } from '../../git/hash.js';
import type { ObjectId } from '../../git/types.js';
import type { FreshPart } from './fresh.js';
import type { DrawerCounts, MineConflict } from './types.js';

/** A piece of a file's bytes that is held, or read again when it is written (a mine never holds all sources at once). */
export type BodyBytes = Buffer | { size: number; read(): Promise<Buffer | undefined> };

/** One file that a mine will write. */
export type Step =
  | {
      kind: 'put';
      path: string;
      /** The file is these joined. */
      head: Buffer;
      body: BodyBytes;
      expect: ObjectId | null;
      stage: Stage;
      /** The work tree holds something else that a killed mine left: it is overwritten. */
      overLeftOver: boolean;
      /** Index of the part of the source that `body` is, when it is exactly that. */
      part?: number;
    }
  | { kind: 'remove'; path: string; expect: ObjectId; stage: Stage; overLeftOver: boolean }
  | {
      kind: 'move';
      from: string;
      path: string;
      head: Buffer;
      body: BodyBytes;
      expect: ObjectId;
      stage: Stage;
      overLeftOver: false;
    }
  /** An unsaved file that a killed mine left where nothing belongs any more: deleted if it still holds `work`. */
  | { kind: 'tidy'; path: string; work: Buffer; stage: Stage };

/**
 * `keep`: written and committed before everything else, so that the version of the source that is about to be merged is in
 * history by itself and can be the base of the next merge. `main`: the rest.
 */
export type Stage = 'keep' | 'main';

/** What is to be done about one source. Its steps are committed together. */
export interface SourcePlan {
  /** Ids of the drawers that hold the source afterwards, parts in order. */
  ids: string[];
  steps: Step[];
  counts: Partial<DrawerCounts>;
  conflicts: MineConflict[];
  /** Drawers that were brought up to date because their adapter learned to read more. */
  reread?: number;
  /** A newer program read the source: its drawers stay as they are. */
  isLeftToNewer?: true;
  /** Bodies that are new to search, and parts of the source. */
  searchable: (Buffer | FreshPart)[];
}

/** Takes a drawer away that stands in HEAD, or will once a step of stage `keep` is done. */
export function removalOf(file: { path: string; blob: ObjectId } | (Step & { kind: 'put' })): Step {
  const expect = 'blob' in file ? file.blob : hashBlob(Buffer.concat([file.head, bufferOf(file.body)]));
  return { kind: 'remove', path: file.path, expect, stage: 'main', overLeftOver: false };
}

function bufferOf(body: BodyBytes): Buffer {
  if (!Buffer.isBuffer(body)) throw new TypeError('the bytes of a source that is kept for a merge are held');
  return body;
}
