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

/** Remembers what had no drawer waiting, so that the next search need not ask for each. Wrong never: content is its name. */
export class FinishedSets {
  constructor(
    private readonly file: string,
    private readonly runtime: Runtime,
  ) {}

  has(print: string): boolean {
    return this.read().includes(print);
  }

  add(print: string): void {
    const before = this.read();
    if (before.at(-1) === print) return;
    this.write([...before.filter((other) => other !== print), print].slice(-MOST));
  }

  clear(): void {
    if (this.read().length > 0) this.write([]);
  }

  private read(): string[] {
    try {
      return readFileSync(this.file, 'latin1')
        .split('\n')
        .filter((line) => /^[0-9a-f]{32}$/.test(line));
    } catch {
      return [];
    }
  }

  private write(prints: readonly string[]): void {
    const temporary = `${this.file}.${this.runtime.pid}.tmp`;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(temporary, prints.map((print) => `${print}\n`).join(''));
      renameSync(temporary, this.file);
    } catch {
      // Only a short cut is lost.
    }
  }
}
