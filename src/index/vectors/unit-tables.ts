import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { sha256 } from '../../base/hash.js';
import type { Runtime } from '../../base/runtime.js';
import type { UnitSize } from '../../text/units.js';
import { DamagedCacheError, memorySource } from '../container.js';
import { type Unit, UnitTable, UnitTableBuilder } from './unit-table.js';

/** With more files than this the smaller ones are joined, so that as many as {@link LEAST_TABLES} are left. */
const MOST_TABLES = 8;
const LEAST_TABLES = 4;
/** A temporary file of this age has no writer any more. */
const STALE_MS = 60 * 60_000;
const NAME = /^table-[0-9a-f]{24}\.bin$/;

/** A unit and the version of a drawer (20 bytes) that it is of. */
export interface OwnedUnit extends Unit {
  blob: Buffer;
}

/**
 * The unit tables of a folder. Files are named by their content and only ever added, or joined into one that holds the same: there is
 * no list that could be wrong, and no lock. Damaged files are left out and said; what they held is cut again.
 */
export class UnitTables {
  /** Grows with each change. */
  generation = 0;

  private constructor(
    private readonly folder: string,
    private readonly runtime: Runtime,
    private readonly tables: Map<string, UnitTable>,
  ) {}

  static open(folder: string, runtime: Runtime): UnitTables {
    const tables = new Map<string, UnitTable>();
    for (const name of namesIn(folder)) {
      try {
        tables.set(name, UnitTable.open(memorySource(ownBytes(readFileSync(join(folder, name))))));
      } catch (error) {
        // Joined into another meanwhile, or made by another version of palace.
        if (systemCode(error) === 'ENOENT') continue;
        if (!(error instanceof DamagedCacheError)) throw error;
        runtime.logger.warn(`part of the vector cache was damaged (${error.message}); making it again`);
        removeQuietly(join(folder, name));
      }
    }
    return new UnitTables(folder, runtime, tables);
  }

  has(blob: Uint8Array): boolean {
    for (const table of this.tables.values()) if (table.find(blob) !== -1) return true;
    return false;
  }

  /** Units with this key (16 hex digits), of versions of any time. */
  ownersOf(key: string): OwnedUnit[] {
    const bytes = Buffer.from(key, 'hex');
    const owners: OwnedUnit[] = [];
    for (const table of this.tables.values())
      for (const unit of table.unitsOfKey(bytes))
        owners.push({ ...table.unit(unit), blob: table.idOf(table.blobOf(unit)) });
    return owners;
  }

  /** Whether a unit of this key and size belongs to a version that `lives`: cheaper than {@link UnitTables.ownersOf}. */
  hasOwner(key: string, size: UnitSize, lives: (blob: Buffer) => boolean): boolean {
    const bytes = Buffer.from(key, 'hex');
    for (const table of this.tables.values())
      for (const unit of table.unitsOfKey(bytes))
        if (table.sizeOf(unit) === size && lives(table.idOf(table.blobOf(unit)))) return true;
    return false;
  }

  /** Versions in all tables. */
  get blobs(): number {
    let blobs = 0;
    for (const table of this.tables.values()) blobs += table.blobs;
    return blobs;
  }

  /** True when any unit is of this size. */
  holds(size: UnitSize): boolean {
    for (const table of this.tables.values()) if (table.holds(size)) return true;
    return false;
  }

  /** Keeps what was gathered: on the disk where that can be written, else for as long as this object lives. */
  add(builder: UnitTableBuilder): void {
    const bytes = builder.finish();
    if (bytes === undefined) return;
    this.put(bytes);
    if (this.tables.size <= MOST_TABLES) return;
    const bySize = [...this.tables].sort(([, a], [, b]) => a.units - b.units).map(([name]) => name);
    this.join(bySize.slice(0, bySize.length - LEAST_TABLES + 1), () => true);
  }

  /** Rewrites all tables as one, with only the blobs that `keeps` wants. */
  keepOnly(keeps: (blob: Buffer) => boolean): void {
    this.join([...this.tables.keys()], keeps);
  }

  private join(names: readonly string[], keeps: (blob: Buffer) => boolean): void {
    const builder = new UnitTableBuilder();
    for (const name of names) {
      const table = this.tables.get(name);
      for (let blob = 0; table !== undefined && blob < table.blobs; blob++)
        if (keeps(table.idOf(blob))) builder.add(table.idOf(blob).toString('hex'), table.unitsOf(blob));
    }
    const bytes = builder.finish();
    for (const name of names) this.tables.delete(name);
    this.generation += 1;
    const joined = bytes === undefined ? undefined : this.put(bytes);
    for (const name of names) if (name !== joined) removeQuietly(join(this.folder, name));
    sweep(this.folder, this.runtime);
  }

  /** Calls `visit` with every blob and its units. */
  each(visit: (blob: Buffer, units: Unit[]) => void): void {
    for (const table of this.tables.values())
      for (let blob = 0; blob < table.blobs; blob++) visit(table.idOf(blob), table.unitsOf(blob));
  }

  /** Forgets everything: vectors were lost, and nobody knows whose. */
  clear(): void {
    for (const name of this.tables.keys()) removeQuietly(join(this.folder, name));
    this.tables.clear();
    this.generation += 1;
  }

  private put(bytes: Buffer): string {
    this.generation += 1;
    const name = `table-${sha256(bytes).slice(0, 24)}.bin`;
    this.tables.set(name, UnitTable.open(memorySource(ownBytes(bytes))));
    const temporary = join(this.folder, `tmp-${this.runtime.pid}-${name}`);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(temporary, bytes);
      renameSync(temporary, join(this.folder, name));
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      removeQuietly(temporary);
      this.runtime.logger.warn(`the vector cache cannot be written (${code}); answering from memory`);
    }
    return name;
  }
}

/** Names of table files, in order. */
function namesIn(folder: string): string[] {
  return listed(folder)
    .filter((name) => NAME.test(name))
    .sort();
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what dead writers left behind. */
function sweep(folder: string, runtime: Runtime): void {
  for (const name of listed(folder)) {
    if (!name.startsWith('tmp-')) continue;
    const status = statSync(join(folder, name), { throwIfNoEntry: false });
    if (status !== undefined && runtime.now().getTime() - status.mtimeMs > STALE_MS) removeQuietly(join(folder, name));
  }
}

/** In an array buffer of its own, so that typed arrays can be laid over it. */
function ownBytes(bytes: Buffer): Buffer {
  return bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else did, or nobody may: a left-over file is only dead weight.
  }
}
