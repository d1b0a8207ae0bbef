import { bodyHash } from '../../palace/ids.js';
import { cutParts } from '../../palace/parts.js';
import type { BodyHash } from '../../palace/types.js';
import type { SourceUnit } from '../../sources/types.js';
import type { Gain } from './searchable.js';
import type { BodyBytes } from './steps.js';

/** A part of a new source: its bytes are at hand, or are read again by whoever needs them. */
export interface FreshPart {
  index: number;
  hash: BodyHash;
  anchor: string;
  /** Its anchor is the plain hash of its first line or message: no part before it begins so. */
  isFirst: boolean;
  bytes: BodyBytes;
  /** Where messages begin in it, while its bytes are held; absent where the source is no transcript. */
  messages?: readonly number[];
  /** What search gains by it; counted before its bytes were let go. */
  gain?: Gain;
}

/** A unit as it is planned: its parts are known, and a body that is too long is not held. */
export interface FreshUnit extends Omit<SourceUnit, 'body'> {
  /** What the body begins with: at least {@link BEGINNING} bytes, or all. */
  beginning: Buffer;
  /** Bytes of the body. */
  size: number;
  parts: FreshPart[];
  /** Bytes of it that are claimed already. */
  held: number;
  /** The body, whole. @throws SourceChanged. */
  whole(): Promise<Buffer>;
}

/** Bytes of a body that routing, and the look for its first message, may want. */
export const BEGINNING = 64 * 1024;

/** Thrown where bytes of a source are wanted that can no longer be read as they were. */
export class SourceChanged extends Error {
  constructor() {
    super('the source changed while it was being mined');
    this.name = 'SourceChanged';
  }
}

/** A unit with its parts, all of it held. */
export function freshUnit(unit: SourceUnit): FreshUnit {
  const { body, ...rest } = unit;
  const parts = cutParts(body, unit.format).map(
    ({ content, anchor, isFirst, messages }, index): FreshPart => ({
      index,
      hash: bodyHash(content),
      anchor,
      isFirst,
      bytes: content,
      ...(messages && { messages }),
    }),
  );
  return { ...rest, beginning: body, size: body.length, parts, held: 0, whole: async () => body };
}

/** @throws SourceChanged. */
export async function contentOf({ bytes }: { bytes: BodyBytes }): Promise<Buffer> {
  const content = Buffer.isBuffer(bytes) ? bytes : await bytes.read();
  if (content === undefined) throw new SourceChanged();
  return content;
}
