import { readdirSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { openCandidate, readCandidate } from '../candidate.js';
import { isObject, type JsonObject, parseJson } from '../json.js';
import { withTrace } from '../siblings.js';
import type { Candidate } from '../types.js';

/** Index and settings files beside a conversation are small; a larger one is something else. Bytes. */
const SMALL = 16 * 1024 * 1024;

/**
 * A file beside a candidate (`path` relative to its folder, with `/`), opened as safely as the walk does it; undefined when it
 * is not there, no file, or larger than `maxBytes` (default 16 MiB).
 */
export function siblingOf(candidate: Candidate, path: string, maxBytes: number = SMALL): Candidate | undefined {
  const full = join(dirname(candidate.path), path);
  const root = { path: dirname(full), key: '', prefix: '', isGit: false, place: candidate.place };
  candidate.trace?.file(full);
  const opened = openCandidate(root, basename(full), { maxBytes });
  if ('skipped' in opened) return undefined;
  return { ...withTrace(opened.candidate, candidate), relative: posix.join(posix.dirname(candidate.relative), path) };
}

/** Text of a small file beside a candidate; undefined when there is none. */
export async function siblingText(candidate: Candidate, path: string): Promise<string | undefined> {
  const found = siblingOf(candidate, path);
  if (found === undefined) return undefined;
  return (await readCandidate(found, SMALL)).toString('utf8').replace(/^\ufeff/, '');
}

/** A small JSON file beside a candidate; undefined when there is none or it is no JSON. */
export async function siblingJson(candidate: Candidate, path: string): Promise<unknown> {
  const text = await siblingText(candidate, path);
  return text === undefined ? undefined : parseJson(text);
}

/** A small JSON file beside a candidate that is an object; an empty one when there is none. */
export async function siblingObject(candidate: Candidate, path: string): Promise<JsonObject> {
  const value = await siblingJson(candidate, path);
  return isObject(value) ? value : {};
}

/** Names in a folder beside a candidate, sorted; none when it is not there. */
export function siblingNames(candidate: Candidate, folder: string): string[] {
  const path = join(dirname(candidate.path), folder);
  candidate.trace?.names(path);
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

/** Last part of the path of a file. */
export function fileName({ relative }: Pick<Candidate, 'relative'>): string {
  return relative.slice(relative.lastIndexOf('/') + 1);
}
