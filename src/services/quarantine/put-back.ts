import { PalaceError } from '../../base/errors.js';
import { firstLine } from '../../history/memory.js';
import { parseDrawer, withFront } from '../../palace/codec.js';
import { bodyHash } from '../../palace/ids.js';
import { type HeldSecret, placeholderOf, replacePlaceholders } from '../../palace/quarantine.js';
import type { DrawerFile, FrontMatter, FrontMatterValue } from '../../palace/types.js';

/** A secret may hold the placeholder of another one that a second rule had found in it. */
const DEPTH = 4;

/**
 * The file with these secrets in it again, byte for byte. The receipt follows when the drawer was intact, and so does a title
 * that is the first line of the words. Front-matter has the same values again; their quoting may be another.
 */
export function putBack(bytes: Buffer, entries: readonly HeldSecret[]): Buffer {
  const secrets = new Map(entries.map((entry) => [placeholderOf(entry), Buffer.from(entry.secret ?? '', 'base64')]));
  const before = parseDrawer(bytes);
  const body = filled(before.body, secrets);
  const head = bytes.subarray(0, bytes.length - before.body.length);
  if (head.length === 0) return body;
  const changes = frontOf(before, body, secrets);
  return Buffer.concat([filled(withChanges(head, changes), secrets), body]);
}

function frontOf(before: DrawerFile, body: Buffer, secrets: ReadonlyMap<string, Buffer>): Partial<FrontMatter> {
  const changes: Record<string, FrontMatterValue | undefined> = {};
  for (const [key, value] of Object.entries(before.front)) {
    if (typeof value === 'string') changes[key] = filledText(value, secrets);
    else if (Array.isArray(value))
      changes[key] = value.map((item) => (typeof item === 'string' ? filledText(item, secrets) : item));
  }
  const { title, sha256 } = before.front;
  if (title !== undefined && title === firstLine(before.body)) changes.title = firstLine(body) ?? title;
  if (sha256 !== undefined && sha256 === bodyHash(before.body)) changes.sha256 = bodyHash(body);
  return changes;
}

function withChanges(head: Buffer, changes: Partial<FrontMatter>): Buffer {
  try {
    return withFront(head, changes);
  } catch (error) {
    // Laid out so that one key cannot be changed alone: its words are replaced where they stand.
    if (error instanceof PalaceError) return head;
    throw error;
  }
}

function filled(bytes: Buffer, secrets: ReadonlyMap<string, Buffer>): Buffer {
  let text = bytes;
  for (let depth = 0; depth < DEPTH; depth++) {
    const next = replacePlaceholders(text, (mark) => secrets.get(mark));
    if (next.equals(text)) break;
    text = next;
  }
  return text;
}

function filledText(text: string, secrets: ReadonlyMap<string, Buffer>): string {
  return text.includes('[secret:') ? filled(Buffer.from(text), secrets).toString('utf8') : text;
}
