import { join } from 'node:path';
import { EXIT, PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { replaceLocked, untilFree } from '../refs/lock.js';
import type { Repository } from '../repository.js';
import { plainKey } from './files.js';

const LOCK_WAIT_MS = 2000;

/** Sets one key in the repository's own config, under git's lock; comments and everything else stay. */
export async function setLocalValue(repository: Repository, key: string, value: string): Promise<void> {
  const path = join(repository.commonDir, 'config');
  const done = await untilFree(LOCK_WAIT_MS, async () => {
    const before = await textOf(path);
    return replaceLocked(path, Buffer.from(setValue(before, key, value)), {
      tmpDir: join(repository.commonDir, 'objects'),
      unchanged: async () => (await textOf(path)) === before,
    });
  });
  if (done === undefined)
    throw new PalaceError('config-locked', `another git process holds ${path}.lock`, {
      exit: EXIT.locked,
      next: ['try again', `if no git process is running, remove ${path}.lock`],
    });
}

async function textOf(path: string): Promise<string> {
  return (await readIfExists(path))?.toString('utf8') ?? '';
}

/**
 * Config text with `key` (`core.autocrlf`, `remote.origin.url`) set: the last line of that key is replaced, else a line is
 * added to its section, else a section is added.
 */
export function setValue(text: string, key: string, value: string): string {
  const plain = plainKey(key);
  const section = plain.slice(0, plain.lastIndexOf('.'));
  const name = plain.slice(plain.lastIndexOf('.') + 1);
  const line = `\t${name} = ${quoted(value)}`;
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  let inSection = false;
  let sectionEnd = -1;
  let found = -1;
  lines.forEach((current, at) => {
    const header = sectionOf(current);
    if (header !== undefined) inSection = header === section;
    if (!inSection) return;
    sectionEnd = at;
    if (new RegExp(`^\\s*${name}\\s*(?:=|$)`, 'i').test(current)) found = at;
  });
  if (found >= 0) lines.splice(found, continuation(lines, found), line);
  else if (sectionEnd >= 0) lines.splice(sectionEnd + 1, 0, line);
  else lines.push(header(section), line);
  return `${lines.join('\n')}\n`;
}

/** Number of lines that a value takes: a backslash at the end goes on in the next, unless it stands for itself (`\\`). */
function continuation(lines: readonly string[], at: number): number {
  let count = 1;
  const goesOn = (line = ''): boolean => (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1;
  while (goesOn(lines[at + count - 1]) && at + count < lines.length) count++;
  return count;
}

function sectionOf(line: string): string | undefined {
  const [, name, sub] = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:\\.|[^"\\])*)")?\s*\]/.exec(line) ?? [];
  if (name === undefined) return undefined;
  return sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
}

function header(section: string): string {
  const dot = section.indexOf('.');
  if (dot < 0) return `[${section}]`;
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/["\\]/g, '\\$&')}"]`;
}

function quoted(value: string): string {
  const escaped = value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return /^\s|\s$|[#;]/.test(value) ? `"${escaped}"` : escaped;
}
