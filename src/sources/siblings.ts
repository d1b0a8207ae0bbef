import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openCandidate } from './candidate.js';
import type { Candidate } from './types.js';

/**
 * A file beside a candidate, opened as safely as the walk does it; undefined when there is none that may be read. `path` is relative
 * to the folder of the candidate. Exports of several files are read so, whatever part of them was asked for.
 */
export function siblingOf(candidate: Candidate, path: string, maxBytes: number): Candidate | undefined {
  const file = join(dirname(candidate.path), path);
  const root = { path: dirname(file), key: '', prefix: '', isGit: false, place: candidate.place };
  candidate.trace?.file(file);
  const opened = openCandidate(root, basename(file), { maxBytes });
  return 'candidate' in opened ? withTrace(opened.candidate, candidate) : undefined;
}

/** Names of the files and folders beside a candidate, in the order of their names; empty where the folder cannot be listed. */
export function namesBeside(candidate: Candidate): string[] {
  candidate.trace?.names(dirname(candidate.path));
  try {
    return readdirSync(dirname(candidate.path)).sort();
  } catch {
    // Without its folder the candidate stands alone; that it cannot be read itself, reading it tells.
    return [];
  }
}

/** Whether there is something at `path` (relative to the folder of a candidate). */
export function isBeside(candidate: Candidate, path: string): boolean {
  const file = join(dirname(candidate.path), path);
  candidate.trace?.file(file);
  return existsSync(file);
}

/** Text of a small file beside a candidate, '' where it cannot be read. */
export function textBeside(candidate: Candidate, path: string): string {
  const file = join(dirname(candidate.path), path);
  candidate.trace?.file(file);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // What stands beside a file is an aid: without it the file is read as it is.
    return '';
  }
}

/** What a file beside another one looks at in its turn belongs to the reading of the first. */
export function withTrace(sibling: Candidate, { trace }: Candidate): Candidate {
  return trace === undefined ? sibling : { ...sibling, trace };
}
