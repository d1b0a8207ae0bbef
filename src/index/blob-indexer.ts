import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { hashBlob } from '../git/hash.js';
import type { ObjectId } from '../git/types.js';
import type { Palace } from '../palace/types.js';
import { createDocumentReader, type DrawerDocument, LARGEST_INDEXED } from './document.js';
import { SegmentBuilder } from './segment-builder.js';
import { readQuietly } from './unsaved.js';
import type { ViewRow } from './view.js';

/** A segment is closed at this many passages, so that building 100,000 needs the memory of a fifth of them. */
const SEGMENT_PASSAGES = 20_000;
/** Files between two looks at the abort signal. */
const STEP = 100;

/** An unsaved file was written again while it was being indexed: look again. */
export class ChangedMeanwhileError extends Error {
  constructor(path: string) {
    super(`${path} changed while it was read`);
    this.name = 'ChangedMeanwhileError';
  }
}

/** Rows that git cannot give. */
export interface WorkTreeOnly {
  /** Sizes of files too large to read, by stand-in id. */
  tooLarge?: ReadonlyMap<ObjectId, number>;
  /** Drawers as they stand unsaved. */
  uncommitted: readonly ViewRow[];
}

/**
 * Tokenises the blobs of `missing` and gives them as segment files. Content is taken from the work tree where the file
 * there is that blob (an order of magnitude faster than git), else from git.
 * Reports `passages` progress per file; stops with the signal's reason when aborted.
 * @throws ChangedMeanwhileError when an unsaved file is no longer what it was.
 */
export async function indexBlobs(
  palace: Palace,
  missing: readonly ViewRow[],
  { tooLarge, uncommitted }: WorkTreeOnly,
): Promise<Buffer[]> {
  const { runtime } = palace;
  const wanted = new Map(missing.map((row) => [row.blob, row.path]));
  if (wanted.size === 0) return [];
  const reader = await createDocumentReader();
  const finished: Buffer[] = [];
  let builder = new SegmentBuilder();
  let done = 0;
  const close = (): void => {
    const bytes = builder.finish();
    if (bytes !== undefined) finished.push(bytes);
    builder = new SegmentBuilder();
  };
  const add = async (blob: ObjectId, document: DrawerDocument): Promise<void> => {
    builder.add(blob, document);
    done += 1;
    if (builder.passages >= SEGMENT_PASSAGES) close();
    if (done % STEP !== 0 && done !== wanted.size) return;
    runtime.onProgress?.({ phase: 'passages', done, total: wanted.size });
    runtime.signal?.throwIfAborted();
    await setImmediate();
  };
  runtime.onProgress?.({ phase: 'passages', done, total: wanted.size });
  const elsewhere: ObjectId[] = [];
  const unsaved = new Set(uncommitted.map((row) => row.blob));
  for (const [blob, path] of wanted) {
    const size = tooLarge?.get(blob) ?? sizeWhenTooLarge(join(palace.root, path));
    if (size !== undefined) {
      await add(blob, reader.tooLarge(size));
      continue;
    }
    const content = readQuietly(join(palace.root, path));
    if (content !== undefined && hashBlob(content) === blob) await add(blob, reader.document(content));
    else if (unsaved.has(blob)) throw new ChangedMeanwhileError(path);
    else elsewhere.push(blob);
  }
  if (elsewhere.length > 0)
    for await (const { id, content } of palace.git.readBlobs(elsewhere)) await add(id, reader.document(content));
  close();
  return finished;
}

function sizeWhenTooLarge(file: string): number | undefined {
  const status = lstatSync(file, { throwIfNoEntry: false });
  return status?.isFile() && status.size > LARGEST_INDEXED ? status.size : undefined;
}
