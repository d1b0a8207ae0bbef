import { isDeepStrictEqual } from 'node:util';
import { parseDrawer, renderDrawer } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import type { FrontMatter } from '../../palace/types.js';
import { FIRST_SOURCE } from '../source-log/filing.js';

/** Keys that only a person or another command sets. */
const STATED = ['filed', 'by', 'hall', 'entities', 'tags', 'importance', FIRST_SOURCE] as const;

/**
 * Whether an unsaved file was left by a mine that was killed, and may be overwritten: it is laid out exactly as filing lays a
 * drawer out, its body has its receipt, and it differs from HEAD's version by another receipt (`head`; undefined when HEAD
 * has none). A person's edit of the body breaks the receipt; a person's edit of the front-matter leaves the receipt of HEAD.
 */
export function isLeftOver(
  bytes: Buffer,
  identity: Pick<FrontMatter, 'id' | 'source' | 'unit'>,
  head: FrontMatter | undefined,
): boolean {
  const { front, body, problem } = parseDrawer(bytes);
  if (problem || front.sha256 === undefined || bodyHash(body) !== front.sha256) return false;
  if (front.id !== identity.id || front.source !== identity.source || front.unit !== identity.unit) return false;
  if (head?.sha256 === front.sha256) return false;
  if (STATED.some((key) => !isDeepStrictEqual(front[key], head?.[key]))) return false;
  return renderDrawer(front, body).equals(bytes);
}
