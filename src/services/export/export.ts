import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { parseDrawerPath } from '../../palace/layout.js';
import { storageError } from '../../palace/storage-error.js';
import type { Palace } from '../../palace/types.js';
import { type Choice, type ChosenFile, chooseFiles, type LeftOut } from './choose.js';
import { isWingFile, toRecord } from './record.js';
import { EXPORTED, openStage } from './stage.js';

export const EXPORT_FORMATS = ['markdown', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest extends Choice {
  /** Relative to `runtime.cwd`, or absolute. Missing or empty, unless `force`. */
  folder: string;
  /** `markdown` (default): the files as they are; `jsonl`: one line a drawer. */
  format?: ExportFormat;
  /** Replace an earlier export in the folder. */
  force?: boolean;
}

export interface ExportResult {
  /** Absolute folder. */
  folder: string;
  format: ExportFormat;
  drawers: number;
  /** Names, in order. */
  wings: string[];
  /** Of the drawers' files. */
  bytes: number;
  /** `--as-of`: the commit that was looked at; else null, and the work tree was. */
  at: ObjectId | null;
  /** What is below `wings/` and was not exported, and why. */
  left: LeftOut[];
}

/**
 * Writes the chosen drawers, and what is known of their wings, into a folder that `import` reads. One after the other, with
 * bounded memory; the folder gets all of it or, on any error, nothing.
 * @throws PalaceError of `openStage` and `chooseFiles`; `interrupted` (exit 130).
 */
export async function exportPalace(palace: Palace, request: ExportRequest): Promise<ExportResult> {
  const format = request.format ?? 'markdown';
  const folder = resolve(palace.runtime.cwd, request.folder);
  const left: LeftOut[] = [];
  const { files, commit } = await chooseFiles(palace, request, left);
  const stage = await openStage(palace, folder, request.force ?? false);
  try {
    const tally = { drawers: 0, bytes: 0, wings: new Set<string>() };
    const counted = count(palace, files, tally);
    if (format === 'markdown') await writeTree(stage.folder, counted);
    else await writeLines(join(stage.folder, EXPORTED.lines), counted);
    const wings = [...tally.wings].sort();
    const about = { palace_export: 1, format, drawers: tally.drawers, wings, at: commit };
    await writeAll(join(stage.folder, EXPORTED.marker), [Buffer.from(`${JSON.stringify(about, null, 2)}\n`)]);
    await stage.settle();
    return { folder, format, drawers: tally.drawers, wings, bytes: tally.bytes, at: commit, left };
  } catch (error) {
    throw storageError(error, folder);
  } finally {
    await stage.discard();
  }
}

/** Counts what passes by; stops after Ctrl-C. */
async function* count(
  { runtime }: Palace,
  files: AsyncIterable<ChosenFile>,
  tally: { drawers: number; bytes: number; wings: Set<string> },
): AsyncGenerator<ChosenFile> {
  for await (const file of files) {
    if (runtime.signal?.aborted)
      throw new PalaceError('interrupted', 'stopped; nothing was exported', { exit: EXIT.interrupted });
    if (!isWingFile(file.path)) {
      tally.drawers++;
      tally.bytes += file.bytes.length;
      tally.wings.add(parseDrawerPath(file.path)?.wing ?? '');
      if (tally.drawers % 500 === 0) runtime.onProgress?.({ phase: 'write', done: tally.drawers, label: 'exported' });
    }
    yield file;
  }
}

async function writeTree(folder: string, files: AsyncIterable<ChosenFile>): Promise<void> {
  const made = new Set<string>();
  mkdirSync(join(folder, EXPORTED.wings));
  for await (const { path, bytes } of files) {
    const file = join(folder, ...path.split('/'));
    const above = dirname(file);
    if (!made.has(above)) mkdirSync(above, { recursive: true });
    made.add(above);
    await writeAll(file, [bytes]);
  }
}

/** Bytes that are gathered before they are written. */
const PIECE = 1 << 20;

async function writeLines(file: string, files: AsyncIterable<ChosenFile>): Promise<void> {
  const lines = async function* (): AsyncGenerator<Buffer> {
    let pending: Buffer[] = [];
    let size = 0;
    for await (const { path, bytes } of files) {
      const line = Buffer.from(`${JSON.stringify(toRecord(path, bytes))}\n`, 'utf8');
      pending.push(line);
      size += line.length;
      if (size < PIECE) continue;
      yield Buffer.concat(pending);
      pending = [];
      size = 0;
    }
    yield Buffer.concat(pending);
  };
  await writeAll(file, lines());
}

/** A new file; never one that is there. */
async function writeAll(file: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    for await (const piece of pieces) await writeWhole(handle, piece);
  } finally {
    await handle.close();
  }
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) offset += (await handle.write(bytes, offset)).bytesWritten;
}
