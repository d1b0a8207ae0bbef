import { isUtf8 } from 'node:buffer';
import { parseDrawer, renderDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import { parseDrawerPath } from '../../palace/layout.js';
import type { FrontMatter } from '../../palace/types.js';

/** Bytes as JSON can hold them: text where they are UTF-8, else base64, and `encoding` says so. */
interface Held {
  text: string;
  encoding?: 'base64';
}

/** One drawer, a line of `drawers.jsonl`. Together `head` (or `front`) and `body` are its file, byte for byte. */
export interface DrawerRecord {
  kind: 'drawer';
  /** Null for a file that has no id of its own. */
  id: string | null;
  /** From the root of the palace: `wings/<wing>/<room>/…`. */
  path: string;
  wing: string;
  room: string;
  /** The front-matter as far as it can be read. */
  front: FrontMatter;
  /**
   * What stands before the body, where writing `front` anew would give other bytes: `''` for a file without front-matter, or
   * somebody's own way of writing it.
   */
  head?: string;
  head_encoding?: 'base64';
  body: string;
  /** Of `body`: absent for text. */
  encoding?: 'base64';
  /** Of the bytes of the body. */
  sha256: string;
}

/** What is known of a wing (`wing.yaml`), a line of `drawers.jsonl`. */
export interface WingRecord {
  kind: 'wing';
  path: string;
  body: string;
  encoding?: 'base64';
  sha256: string;
}

const WING_FILE = /^wings\/[^/]+\/wing\.yaml$/;

/** Whether `path` is that of a wing's own file. */
export function isWingFile(path: string): boolean {
  return WING_FILE.test(path) && !path.startsWith('wings/.');
}

/** The record of a drawer or of a `wing.yaml`. `path` must be that of one. */
export function toRecord(path: string, bytes: Buffer): DrawerRecord | WingRecord {
  if (isWingFile(path)) {
    const { text, encoding } = held(bytes);
    return { kind: 'wing', path, body: text, ...(encoding && { encoding }), sha256: bodyHash(bytes) };
  }
  const place = parseDrawerPath(path);
  const { front, body } = parseDrawer(bytes);
  const head = bytes.subarray(0, bytes.length - body.length);
  const { text, encoding } = held(body);
  const own = readsBack(front, head) ? undefined : held(head);
  return {
    kind: 'drawer',
    id: front.id ?? null,
    path,
    wing: place?.wing ?? '',
    room: place?.room ?? '',
    front,
    ...(own && { head: own.text, ...(own.encoding && { head_encoding: own.encoding }) }),
    body: text,
    ...(encoding && { encoding }),
    sha256: bodyHash(body),
  };
}

/** The file that a record describes, or what is wrong with the record. Takes any JSON value. */
export function fromRecord(value: unknown): { path: string; bytes: Buffer } | { problem: string } {
  if (!isObject(value)) return { problem: 'is no JSON object' };
  const { kind, path, body, encoding, sha256 } = value;
  if (kind !== 'drawer' && kind !== 'wing') return { problem: 'is neither a drawer nor a wing of an export' };
  if (typeof path !== 'string' || typeof body !== 'string') return { problem: 'has no path or no body' };
  const content = released(body, encoding);
  if (content === undefined) return { problem: `has a body in the unknown encoding ${JSON.stringify(encoding)}` };
  if (bodyHash(content) !== sha256)
    return { problem: 'is damaged: the body is not the one that its sha256 was made of' };
  if (kind === 'wing') return { path, bytes: content };
  const { front, head, head_encoding: headEncoding } = value;
  if (typeof head === 'string') {
    const before = released(head, headEncoding);
    return before
      ? { path, bytes: Buffer.concat([before, content]) }
      : { problem: 'has a head in an unknown encoding' };
  }
  if (!isObject(front)) return { problem: 'has no front-matter' };
  return { path, bytes: renderDrawer(front as FrontMatter, content) };
}

/** Whether the front-matter gives these very bytes again after a way through JSON. */
function readsBack(front: FrontMatter, head: Buffer): boolean {
  if (head.length === 0) return false;
  return renderDrawer(JSON.parse(JSON.stringify(front)) as FrontMatter, Buffer.alloc(0)).equals(head);
}

function held(bytes: Buffer): Held {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), encoding: 'base64' };
}

function released(text: string, encoding: unknown): Buffer | undefined {
  if (encoding === undefined) return Buffer.from(text, 'utf8');
  return encoding === 'base64' ? Buffer.from(text, 'base64') : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
