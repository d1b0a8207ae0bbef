import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../../base/errors.js';
import { sha256 } from '../../../base/hash.js';
import type { Palace } from '../../../palace/types.js';

/** Files kept at most; of more, those that were not written for longest go. */
const MOST_FILES = 100;

/**
 * What mines found out and the next one need not: JSON files in `.palace/cache/mine`, derived and safe to delete at any moment.
 * A file that is damaged, or of another version, counts as none; one that cannot be written costs time, never the mine.
 */
export class CacheFiles {
  private readonly folder: string;

  constructor(private readonly palace: Palace) {
    this.folder = join(palace.cacheDir, 'mine');
  }

  /** The value that was written under this name with this head; undefined when there is none. */
  read(name: string, head: string): unknown {
    let text: string;
    try {
      text = readFileSync(join(this.folder, name), 'utf8');
    } catch {
      return undefined;
    }
    const [sum, written, body] = cut(text);
    if (written !== head || body === undefined || sha256(body) !== sum) return undefined;
    return JSON.parse(body);
  }

  /** Takes the place of what was there, at once: whoever reads meanwhile has the old or the new. */
  write(name: string, head: string, value: unknown): void {
    const body = JSON.stringify(value);
    const temporary = join(this.folder, `tmp-${this.palace.runtime.pid}-${name}`);
    this.quietly(() => {
      mkdirSync(this.folder, { recursive: true });
      try {
        writeFileSync(temporary, `${sha256(body)}\n${head}\n${body}`);
        renameSync(temporary, join(this.folder, name));
      } finally {
        rmSync(temporary, { force: true });
      }
      this.sweep();
    });
  }

  /** What the clock of the file system shows now, in milliseconds; undefined where no file can be written. */
  clock(): number | undefined {
    const probe = join(this.folder, `tmp-${this.palace.runtime.pid}-clock`);
    return this.quietly(() => {
      mkdirSync(this.folder, { recursive: true });
      try {
        writeFileSync(probe, '');
        return statSync(probe).mtimeMs;
      } finally {
        rmSync(probe, { force: true });
      }
    });
  }

  private sweep(): void {
    const names = readdirSync(this.folder);
    if (names.length <= MOST_FILES) return;
    const dated = names.map((name) => ({
      name,
      at: statSync(join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    dated.sort((a, b) => b.at - a.at);
    for (const { name } of dated.slice(MOST_FILES)) rmSync(join(this.folder, name), { force: true });
  }

  private quietly<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      this.palace.runtime.logger.debug(`the notes of this mine are not kept: ${String(error)}`);
      return undefined;
    }
  }
}

/** Checksum, head and body: two lines and the rest. */
function cut(text: string): [string, string?, string?] {
  const first = text.indexOf('\n');
  const second = text.indexOf('\n', first + 1);
  if (first === -1 || second === -1) return [text];
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}
