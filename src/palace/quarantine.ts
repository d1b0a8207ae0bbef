import { createHmac } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { createState, ensureStateDir, readState, unlinkQuietly } from './state-dir.js';
import { storageError } from './storage-error.js';

/** A secret that was kept out of a text, and what stands there instead. */
export interface HeldSecret {
  /** `q-` and 16 hex digits. */
  id: string;
  /** In which texts its number counts: a source of mined drawers, or `palace` for everything else. */
  scope: string;
  kind: string;
  n: number;
  /** {@link Quarantine.keyed} of the secret: to know it again, also once the secret itself is gone. */
  hash: string;
  /** The bytes as base64; null once they were dropped. */
  secret: string | null;
  /** `held`: nobody decided yet. `redacted`: it stays out. `released`: it went back. `dropped`: it is gone. */
  state: 'held' | 'redacted' | 'released' | 'dropped';
  /** Ids of drawers (paths of other files) that it was kept out of. */
  places: readonly string[];
  /** UTC time. */
  at: string;
}

const FOLDER = 'quarantine';
const KEY = 'key';
const PLACEHOLDER = /\[secret:([a-z0-9-]+):([1-9]\d{0,8})\]/g;
const PLAIN_PLACEHOLDER = /\[secret:[a-z0-9-]+:[1-9]\d{0,8}\]/;

/** The secrets of one clone, below `<git-common-dir>/palace/quarantine`: folder 0700, a file of mode 0600 for each. Never in git. */
export class Quarantine {
  private readonly folder: string;

  constructor(
    stateDir: string,
    private readonly runtime: Runtime,
  ) {
    this.folder = join(stateDir, FOLDER);
  }

  /** All entries, oldest first. Files that cannot be read are named in `damaged`. @throws PalaceError on a failing disk. */
  read(): { entries: HeldSecret[]; damaged: string[] } {
    const entries: HeldSecret[] = [];
    const damaged: string[] = [];
    for (const name of this.names()) {
      const entry = parseEntry(readState(this.folder, name));
      if (entry && name === `${entry.id}.json`) entries.push(entry);
      else damaged.push(`${FOLDER}/${name}`);
    }
    entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.n - b.n));
    return { entries, damaged };
  }

  /** The entry as it stands on the disk now. */
  find(id: string): HeldSecret | undefined {
    return parseEntry(readState(this.folder, `${id}.json`));
  }

  /** Writes an entry; it outlives a crash of the machine once {@link sync} was called. @throws PalaceError `disk-full`, `read-only`. */
  write(entry: HeldSecret): void {
    ensureStateDir(this.folder);
    const target = join(this.folder, `${entry.id}.json`);
    const temp = `${target}.${this.runtime.pid}.${this.runtime.randomBytes(6).toString('hex')}.tmp`;
    try {
      writeFileSync(temp, `${JSON.stringify(entry)}\n`, { flag: 'wx', mode: 0o600, flush: true });
      renameSync(temp, target);
    } catch (error) {
      unlinkQuietly(temp);
      throw storageError(error, target);
    }
  }

  /** What was written is on the disk when this returns. @throws PalaceError on a failing disk. */
  sync(): void {
    try {
      syncFolder(this.folder);
    } catch (error) {
      throw storageError(error, this.folder);
    }
  }

  /** The id of what stands as `[secret:<kind>:<n>]` in texts of this scope. */
  idOf(scope: string, kind: string, n: number): string {
    return `q-${this.hmac(`${scope}\0${kind}\0${n}`).slice(0, 16)}`;
  }

  /** HMAC of a secret with a key of this clone, hex: nobody else can test a guess against it. */
  keyed(secret: Buffer): string {
    return this.hmac(secret);
  }

  private hmac(data: string | Buffer): string {
    return createHmac('sha256', this.key()).update(data).digest('hex');
  }

  private key(): Buffer {
    for (let attempt = 0; ; attempt++) {
      const text = readState(this.folder, KEY)?.trim();
      if (text !== undefined && /^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
      if (attempt === 2) throw storageError(new Error('the key of the quarantine cannot be read'), this.folder);
      createState(this.folder, KEY, `${this.runtime.randomBytes(32).toString('hex')}\n`, this.runtime);
    }
  }

  private names(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => name.endsWith('.json'))
        .sort();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw storageError(error, this.folder);
    }
  }
}

/** What stands in a text for a secret. */
export function placeholderOf({ kind, n }: Pick<HeldSecret, 'kind' | 'n'>): string {
  return `[secret:${kind}:${n}]`;
}

/** All that looks like a placeholder in this text, in order, each once. */
export function placeholdersIn(content: Buffer): { kind: string; n: number }[] {
  if (!content.includes('[secret:')) return [];
  const found = new Map<string, { kind: string; n: number }>();
  for (const [text, kind = '', n] of content.toString('latin1').matchAll(PLACEHOLDER))
    found.set(text, { kind, n: Number(n) });
  return [...found.values()];
}

/** The text between placeholders; one piece when there are none. */
export function withoutPlaceholders(content: Buffer): Buffer[] {
  return content
    .toString('latin1')
    .split(PLAIN_PLACEHOLDER)
    .map((piece) => Buffer.from(piece, 'latin1'));
}

/** The bytes with what `instead` gives for placeholders; those for which it gives nothing stay. */
export function replacePlaceholders(content: Buffer, instead: (mark: string) => Buffer | undefined): Buffer {
  const text = content.toString('latin1');
  const replaced = text.replace(PLACEHOLDER, (mark) => instead(mark)?.toString('latin1') ?? mark);
  return replaced === text ? content : Buffer.from(replaced, 'latin1');
}

/** Folders cannot be opened for this everywhere; where they cannot, a rename is as durable as the system makes it. */
function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(systemCode(error) ?? '')) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function parseEntry(text: string | undefined): HeldSecret | undefined {
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return isEntry(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(data: unknown): data is HeldSecret {
  if (typeof data !== 'object' || data === null) return false;
  const { id, scope, kind, n, hash, secret, state, places, at } = data as Record<string, unknown>;
  return (
    [id, scope, kind, hash, state, at].every((value) => typeof value === 'string') &&
    typeof n === 'number' &&
    (secret === null || typeof secret === 'string') &&
    Array.isArray(places) &&
    places.every((place) => typeof place === 'string')
  );
}
