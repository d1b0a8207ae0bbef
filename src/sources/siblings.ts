import { readdirSync } from 'node:fs';
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
  const opened = openCandidate(root, basename(file), { maxBytes });
  return 'candidate' in opened ? opened.candidate : undefined;
}

/** Names of the files and folders beside a candidate, in the order of their names; empty where the folder cannot be listed. */
export function namesBeside(candidate: Candidate): string[] {
  try {
    return readdirSync(dirname(candidate.path)).sort();
  } catch {
    // Without its folder the candidate stands alone; that it cannot be read itself, reading it tells.
    return [];
  }
}
