import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { sha256 } from '../base/hash.js';
import type { Runtime } from '../base/runtime.js';
import { tryCacheLock } from './cache-lock.js';
import { Container, DamagedCacheError, fileSource, memorySource, writeContainer } from './container.js';
import { Segment } from './segment.js';
import { SegmentSet } from './segment-set.js';
import { SEGMENT_VERSION } from './segment-tables.js';
import { View } from './view.js';

const MANIFEST_MAGIC = 'PLMF';
/** Raised with the segments too: tokens and passages decide what a manifest means. */
const MANIFEST_VERSION = 1_000 + SEGMENT_VERSION;
/** Trees of the past that are kept ready, newest use last. */
export const MOST_TREE_VIEWS = 8;

/** The list of what the cache holds. Everything else in its folder is left over and swept by the next writer. */
export interface Manifest {
  /** Changes whenever what is named below does. */
  generation: string;
  /** Oldest first. */
  segments: string[];
  /** HEAD (null on an unborn branch) when the live view was last brought up to date, and the key of that view. */
  live?: { commit: string | null; view: string };
  /** Keys of views of other trees, oldest first. */
  views: string[];
}

/** What the cache holds, opened. */
export interface LoadedCache {
  manifest: Manifest;
  set: SegmentSet;
}

export const EMPTY_MANIFEST: Manifest = { generation: '', segments: [], views: [] };

/** Segments are named by their content: the same name is the same file, whoever writes it. */
export function segmentName(bytes: Buffer): string {
  return `segment-${sha256(bytes).slice(0, 24)}`;
}

/** A manifest with the generation that its content gives it. */
export function manifestOf(content: Omit<Manifest, 'generation'>): Manifest {
  return { generation: sha256(JSON.stringify(content)).slice(0, 24), ...content };
}

/** Files to write and the manifest that will name them. */
export interface CacheUpdate {
  manifest: Manifest;
  segments: ReadonlyMap<string, Buffer>;
  views: ReadonlyMap<string, Buffer>;
}

/** The cache folder `.palace/cache/index`. Reading never changes it. */
export class CacheStore {
  private readonly folder: string;

  constructor(
    cacheDir: string,
    private readonly runtime: Runtime,
  ) {
    this.folder = join(cacheDir, 'index');
  }

  /** The cache as it stands; empty when there is none. @throws DamagedCacheError */
  load(): LoadedCache {
    const manifest = this.readManifest();
    const segments: Segment[] = [];
    try {
      for (const name of manifest.segments) segments.push(Segment.open(name, fileSource(this.path(name))));
    } catch (error) {
      for (const segment of segments) segment.close();
      throw error;
    }
    return { manifest, set: new SegmentSet(segments) };
  }

  /** A saved view. @throws DamagedCacheError when it is missing too. */
  view(key: string): View {
    return View.open(fileSource(this.path(viewName(key))));
  }

  /**
   * Writes new files, then the manifest, then sweeps. Only when the manifest is still of `generation`: another process that
   * wrote meanwhile did the same work.
   * @returns false when another process writes or wrote.
   * @throws system errors when the folder cannot be written.
   */
  save(generation: string, update: CacheUpdate): boolean {
    mkdirSync(this.folder, { recursive: true });
    const unlock = tryCacheLock(this.path('lock'), this.runtime);
    if (unlock === undefined) return false;
    try {
      if (this.generation() !== generation) return false;
      for (const [name, bytes] of update.segments) this.write(name, bytes);
      for (const [key, bytes] of update.views) this.write(viewName(key), bytes);
      const text = Buffer.from(JSON.stringify(update.manifest), 'utf8');
      this.write('manifest.bin', writeContainer(MANIFEST_MAGIC, MANIFEST_VERSION, [text]));
      this.sweep(update.manifest);
      return true;
    } finally {
      unlock();
    }
  }

  /** Size of all files, in bytes. */
  bytes(): number {
    return this.files().reduce(
      (sum, name) => sum + (statSync(this.path(name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  private readManifest(): Manifest {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.path('manifest.bin'));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return EMPTY_MANIFEST;
      throw new DamagedCacheError('manifest cannot be read');
    }
    const container = Container.open(memorySource(bytes), MANIFEST_MAGIC, MANIFEST_VERSION);
    return JSON.parse(container.section(0).toString('utf8')) as Manifest;
  }

  /** Of the manifest on the disk; a damaged one counts as none, so that it can be replaced. */
  generation(): string {
    try {
      return this.readManifest().generation;
    } catch {
      return '';
    }
  }

  private write(name: string, bytes: Buffer): void {
    // One writer at a time holds the lock, so a file of this name is a dead one's.
    const temporary = this.path(`tmp-${name}`);
    try {
      writeFileSync(temporary, bytes);
      renameSync(temporary, this.path(name));
    } catch (error) {
      this.remove(temporary);
      throw error;
    }
  }

  /** Whoever still reads an old file keeps it open; names go at once. */
  private sweep(manifest: Manifest): void {
    const keep = new Set(['lock', 'manifest.bin', ...manifest.segments]);
    for (const key of [...manifest.views, ...(manifest.live ? [manifest.live.view] : [])]) keep.add(viewName(key));
    for (const name of this.files()) if (!keep.has(name)) this.remove(this.path(name));
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  private remove(path: string): void {
    try {
      unlinkSync(path);
    } catch {
      // Swept by the next writer (Windows keeps open files).
    }
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

function viewName(key: string): string {
  return `view-${key}`;
}
