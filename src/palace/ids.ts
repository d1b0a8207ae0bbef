import { createHash } from 'node:crypto';
import type { BodyHash, DrawerId, WingName } from './types.js';

/** What a drawer's id is made of: the same on every machine, fixed at first filing. */
export interface DrawerIdentity {
  kind: 'file' | 'conversation' | 'note' | 'diary';
  /** The wing at first filing. */
  wing: WingName;
  /** '' for a memory without a source. */
  source: string;
  /** '' for an undivided source; for an added note see docs/format.md. */
  unit: string;
  /** Grows from 0 while the id is taken by another identity. */
  n: number;
}

/** `d-` and the first 16 hex digits of the SHA-256 of the fields with NUL between them. */
export function mintDrawerId({ kind, wing, source, unit, n }: DrawerIdentity): DrawerId {
  const digest = createHash('sha256')
    .update([kind, wing, source, unit, String(n)].join('\0'), 'utf8')
    .digest('hex');
  return `d-${digest.slice(0, 16)}` as DrawerId;
}

/** Id of a file that has none of its own yet: `p-` and 16 hex digits of its path. */
export function provisionalId(path: string): `p-${string}` {
  return `p-${createHash('sha256').update(path, 'utf8').digest('hex').slice(0, 16)}`;
}

/** `text` as a whole id, undefined when it is none (upper case is no id on disk). */
export function parseDrawerId(text: string): DrawerId | undefined {
  return /^d-[0-9a-f]{16}$/.test(text) ? (text as DrawerId) : undefined;
}

/** What a person typed as an id or the beginning of one, in the form ids have: `d-` and 4 to 16 lower-case digits. */
export function idPrefix(text: string): string | undefined {
  const match = /^(?:d-)?([0-9a-f]{4,16})$/i.exec(text);
  return match?.[1] === undefined ? undefined : `d-${match[1].toLowerCase()}`;
}

/** True for a whole id or 4 and more digits of one, with or without `d-`, in any case. */
export function isIdPrefix(text: string): boolean {
  return idPrefix(text) !== undefined;
}

/** SHA-256 of body bytes: the receipt of a drawer. */
export function bodyHash(body: Buffer): BodyHash {
  return createHash('sha256').update(body).digest('hex') as BodyHash;
}

/** `text` as a receipt, undefined when it is not 64 lower-case hex digits. */
export function parseBodyHash(text: string): BodyHash | undefined {
  return /^[0-9a-f]{64}$/.test(text) ? (text as BodyHash) : undefined;
}

/** The file name's share of an id: its first 8 digits. */
export function shortId(id: DrawerId): string {
  return id.slice(2, 10);
}
