import { PalaceError, systemCode } from '../../base/errors.js';
import { SkipSource } from '../skip.js';
import type { BodyPiece, Candidate, ReadOptions, SourceRoot, SourceUnit, StartOver } from '../types.js';

/** A file that the thread is to read. */
export interface Order {
  adapter: string;
  candidate: Candidate;
  root: SourceRoot;
  options: Omit<ReadOptions, 'dates' | 'memory'>;
}

/** What a reading gives. */
export type Item = BodyPiece | StartOver | SourceUnit;

/**
 * To the thread. `taken`: so many bytes of what came were taken off the queue; `spare`: the memory of a piece that was; `stop`: the
 * rest is not wanted.
 */
export type Request =
  | { kind: 'read'; call: number; order: Order }
  | { kind: 'taken'; call: number; bytes: number }
  | { kind: 'spare'; memory: ArrayBuffer }
  | { kind: 'stop'; call: number };

/** From the thread. */
export type Answer =
  | { kind: 'item'; call: number; item: Item }
  | { kind: 'end'; call: number }
  | { kind: 'failed'; call: number; error: PlainError };

/** Bytes of one reading that may wait to be taken, besides the last item. */
export const AHEAD = 4 * 1024 * 1024;

/** Shorter ones are copied: they may be slices of memory that others share. */
const TRANSFERRED = 64 * 1024;

/** An error as a message: a class would arrive without its name. */
export type PlainError =
  | { kind: 'skip'; reason: SkipSource['reason']; detail: string; notKept: SkipSource['notKept'] }
  | { kind: 'palace'; code: string; message: string; exit: PalaceError['exit']; next: readonly string[] }
  | { kind: 'other'; message: string; code?: string };

export function plainError(error: unknown): PlainError {
  if (error instanceof SkipSource) {
    const { reason, detail, notKept } = error;
    return { kind: 'skip', reason, detail, notKept };
  }
  if (error instanceof PalaceError) {
    const { code, message, exit, next } = error;
    return { kind: 'palace', code, message, exit, next };
  }
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'other', message, ...(code !== undefined && { code }) };
}

export function errorOf(plain: PlainError): Error {
  if (plain.kind === 'skip') return new SkipSource(plain.reason, plain.detail, plain.notKept);
  if (plain.kind === 'palace') return new PalaceError(plain.code, plain.message, plain);
  return Object.assign(new Error(plain.message), plain.code !== undefined && { code: plain.code });
}

/** Bytes of an item, as they count for {@link AHEAD}. */
export function sizeOf(item: Item): number {
  return bytesOf(item)?.length ?? 0;
}

/** What goes over to the other thread without being copied. */
export function transferable(item: Item): ArrayBuffer[] {
  const bytes = bytesOf(item);
  return bytes !== undefined && bytes.length >= TRANSFERRED && bytes.buffer instanceof ArrayBuffer
    ? [bytes.buffer]
    : [];
}

/** The item as it is sent: with a short slice all the memory would go over that it lies in. */
export function detached(item: Item): Item {
  const bytes = bytesOf(item);
  if (bytes === undefined || bytes.length >= TRANSFERRED || bytes.length === bytes.buffer.byteLength) return item;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return 'piece' in item ? { ...item, piece: own } : { ...item, body: own };
}

/** An item that came over: Buffers arrive as plain arrays of bytes. */
export function received(item: Item): Item {
  if ('piece' in item) return { ...item, piece: asBuffer(item.piece) };
  return 'body' in item ? { ...item, body: asBuffer(item.body) } : item;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(item: Item): Buffer | undefined {
  return 'piece' in item ? item.piece : 'body' in item ? item.body : undefined;
}
