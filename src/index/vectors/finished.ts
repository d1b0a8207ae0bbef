import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '../../base/hash.js';
import type { Runtime } from '../../base/runtime.js';
import type { Versions } from '../versions.js';

/** Sets of drawers that are remembered as embedded whole: the work tree, and a few branches and trees of the past. */
const MOST = 16;

/** Identity of what an index shows: a hash over the version of every drawer. */
export function fingerprint(versions: Versions): string {
  const ids: Buffer[] = [];
  versions.each((blob) => ids.push(blob));
  return fingerprintOf(...ids);
}

/** @param ids of the versions, 20 bytes each, in order of path. */
export function fingerprintOf(...ids: readonly Buffer[]): string {
  return sha256(...ids).slice(0, 32);
}

/**
 * Remembers what had no drawer waiting, so that the next search need not ask for each. An entry holds as long as there are as many
 * versions in the tables as when it was made: fewer, and a file of them is gone.
 */
export class FinishedSets {
  constructor(
    private readonly file: string,
    private readonly runtime: Runtime,
  ) {}

  has(print: string, blobs: number): boolean {
    return this.read().some((entry) => entry.print === print && entry.blobs <= blobs);
  }

  add(print: string, blobs: number): void {
    const before = this.read();
    const last = before.at(-1);
    if (last?.print === print && last.blobs === blobs) return;
    this.write([...before.filter((entry) => entry.print !== print), { print, blobs }].slice(-MOST));
  }

  clear(): void {
    if (this.read().length > 0) this.write([]);
  }

  private read(): Entry[] {
    try {
      return readFileSync(this.file, 'latin1')
        .split('\n')
        .flatMap((line) => {
          const [, print, blobs] = /^([0-9a-f]{32}) (\d+)$/.exec(line) ?? [];
          return print === undefined ? [] : [{ print, blobs: Number(blobs) }];
        });
    } catch {
      return [];
    }
  }

  private write(entries: readonly Entry[]): void {
    const temporary = `${this.file}.${this.runtime.pid}.tmp`;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(temporary, entries.map(({ print, blobs }) => `${print} ${blobs}\n`).join(''));
      renameSync(temporary, this.file);
    } catch {
      // Only a short cut is lost.
    }
  }
}

interface Entry {
  print: string;
  blobs: number;
}
