import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project, ProjectAuthor } from '../../git/project.js';
import { isProseName } from '../../sources/file-lists.js';
import { isBot, isManifest, readManifest } from '../../sources/manifests.js';
import { decodeText } from '../../text/encoding.js';
import type { Authority, NamedText } from '../../text/entities/types.js';

/** Newest commits whose authors count. */
const COMMITS = 5_000;
/** Files of prose that are read, those nearest to the top first, and bytes of each. */
const FILES = 200;
const BYTES = 64 * 1024;

/** What a project says of people and things. */
export interface ProjectReading {
  texts: NamedText[];
  authorities: Authority[];
}

/**
 * First pass: git authors and manifests. Second: prose files. `paths`: files that `mine` would read, relative to `root`.
 * Files that cannot be read say nothing.
 */
export async function readProject(
  root: string,
  project: Project | undefined,
  paths: readonly string[],
): Promise<ProjectReading> {
  const authorities = authorsOf((await project?.authors(COMMITS)) ?? []);
  for (const path of paths.filter(isManifest)) {
    const text = await textOf(join(root, path));
    if (text !== undefined) authorities.push(...(await readManifest(path, text)));
  }
  const depth = (path: string): number => path.split('/').length;
  const prose = paths
    .filter((path) => isProseName(path.slice(path.lastIndexOf('/') + 1)) && !isManifest(path))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, FILES);
  const texts: NamedText[] = [];
  for (const path of prose) {
    const text = await textOf(join(root, path));
    if (text !== undefined) texts.push({ source: path, text });
  }
  return { texts, authorities };
}

/** One person an address: the name with most commits, the others are aliases. Programs are left out. */
function authorsOf(authors: readonly ProjectAuthor[]): Authority[] {
  const people = new Map<string, { name: string; count: number; aliases: Set<string> }>();
  const addresses = new Map<string, string>();
  for (const { name, email, commits } of authors) {
    if (isBot(name) || /\[bot\]|@agent\.palace\.invalid$/iu.test(email)) continue;
    const text = name.normalize('NFC').replace(/\s+/gu, ' ').trim();
    if (!/\p{L}/u.test(text) || text.length > 60 || text.includes('@')) continue;
    const key = addresses.get(email.toLowerCase()) ?? text.toLowerCase();
    if (email !== '') addresses.set(email.toLowerCase(), key);
    const known = people.get(key);
    if (known === undefined) people.set(key, { name: text, count: commits, aliases: new Set() });
    else {
      known.count += commits;
      if (text !== known.name) known.aliases.add(text);
    }
  }
  return [...people.values()].map(({ name, count, aliases }) => ({
    name,
    kind: 'person' as const,
    signal: 'git author',
    count,
    source: 'git log',
    aliases: [...aliases],
  }));
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const decoded = await decodeText(await headOf(path));
    return 'binary' in decoded ? undefined : decoded.utf8.toString('utf8');
  } catch {
    // It vanished, or may not be read: `mine` says so where it matters.
    return undefined;
  }
}

/** The beginning of a file, up to the end of a line where it is cut. */
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BYTES), 0, BYTES, 0);
    const end = bytesRead < BYTES ? bytesRead : buffer.lastIndexOf(0x0a) + 1;
    return buffer.subarray(0, end);
  } finally {
    await file.close();
  }
}
