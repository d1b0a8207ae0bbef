import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Palace } from '../../palace/types.js';
import { makeUnpackFolder } from '../../palace/unpack-folder.js';
import { unpackArchive } from '../../sources/archive.js';
import { SkipSource } from '../../sources/skip.js';
import type { Candidate, SkippedSource, SourceRoot } from '../../sources/types.js';
import { STREAMED } from './limits.js';

/** An archive in an archive in an archive is as deep as exports go. */
export const MAX_DEPTH = 3;

/** An archive whose files can be walked as if somebody had unpacked it where it lies. */
export interface UnpackedArchive {
  root: SourceRoot;
  /** Paths relative to `root`. */
  skipped: SkippedSource[];
  /** What the paths below `root` begin with, and the archive instead of it: for the report. */
  inside: string;
  archive: string;
}

/** The archives of one mine, unpacked below `.palace/tmp` until {@link Archives.close}. */
export class Archives {
  readonly #folders: string[] = [];

  constructor(
    private readonly palace: Palace,
    private readonly mode: 'auto' | 'files' | 'chats',
  ) {}

  /**
   * Unpacks what may be read of an archive. Its files have the sources that they would have in a folder of the archive's
   * name beside it; an archive that was named by itself is the root that this folder would be.
   * @throws SkipSource for a damaged or unsafe archive. PalaceError `disk-full`, `read-only`.
   */
  async open(candidate: Candidate, root: SourceRoot, topLevel: string | undefined): Promise<UnpackedArchive> {
    const { maxSourceBytes } = this.palace.settings;
    const stem = candidate.relative.replace(/\.zip$/i, '');
    const alone = root.file !== undefined;
    const name = basename(stem);
    // Wings are named after the folder: outside git that of an archive named by itself is its own.
    const top = alone && topLevel === undefined ? name : basename(topLevel ?? root.path);
    const folder = makeUnpackFolder(this.palace.root, this.palace.runtime);
    this.#folders.push(folder);
    const path = join(folder, top || 'root');
    const inside = alone ? '' : `${stem}/`;
    const into = join(path, inside);
    mkdirSync(into, { recursive: true, mode: 0o700 });
    const skipped = await unpackArchive(candidate, {
      into,
      mode: this.mode,
      maxBytes: maxSourceBytes * STREAMED,
      maxFile: maxSourceBytes * STREAMED,
      maxTotal: maxSourceBytes * STREAMED * 2,
      signal: this.palace.runtime.signal,
    });
    const { file: _, ...place } = root;
    const own = alone && topLevel === undefined ? { key: `file:${name || 'root'}`, prefix: '' } : {};
    const below =
      alone && topLevel !== undefined ? { prefix: root.prefix === '' ? name : `${root.prefix}/${name}` } : {};
    return {
      root: { ...place, ...own, ...below, path, place: 'notes' },
      skipped: skipped.map((one) => ({ ...one, path: `${inside}${one.path}` })),
      inside,
      archive: `${candidate.relative}/`,
    };
  }

  close(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A reason that an archive as a whole gives no file. */
export function archiveRefusal(candidate: Candidate, error: unknown): SkippedSource {
  if (!(error instanceof SkipSource)) throw error;
  return { path: candidate.relative, reason: error.reason, detail: error.detail };
}
