import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseTranscript } from '../../src/palace/transcript.js';
import type { PlacedMessage } from '../../src/palace/transcript-types.js';
import { openCandidate } from '../../src/sources/candidate.js';
import { readSource } from '../../src/sources/registry.js';
import type { Candidate, Place, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../../src/sources/types.js';
import { testRuntime } from '../support/runtime.js';

export const OPTIONS: ReadOptions = { tools: 'full', maxBytes: 1 << 30 };

export function write(folder: string, files: Record<string, string | Buffer>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function plainRoot(path: string, place: Place = 'project'): SourceRoot {
  return { path, key: `file:${basename(path)}`, prefix: '', isGit: false, place };
}

export function candidateOf(root: SourceRoot, relative: string): Candidate {
  const opened = openCandidate(root, relative, { maxBytes: OPTIONS.maxBytes });
  if ('skipped' in opened) throw new Error(`${relative}: ${opened.skipped.reason}`);
  return opened.candidate;
}

export function read(adapter: SourceAdapter, root: SourceRoot, relative: string, options: Partial<ReadOptions> = {}) {
  const runtime = testRuntime({ home: root.path });
  return readSource(adapter, candidateOf(root, relative), root, { ...OPTIONS, ...options }, runtime);
}

/** The units of a file that must have some. */
export async function unitsOf(
  adapter: SourceAdapter,
  root: SourceRoot,
  relative: string,
  options: Partial<ReadOptions> = {},
): Promise<SourceUnit[]> {
  const result = await read(adapter, root, relative, options);
  if ('skipped' in result) throw new Error(`${relative} was skipped: ${result.skipped.reason}`);
  return result.units;
}

export function messagesIn(unit: SourceUnit | undefined): PlacedMessage[] {
  return parseTranscript(unit?.body ?? Buffer.alloc(0));
}

/** `what: count` of everything that a unit says it left out. */
export function notKept(unit: SourceUnit | undefined): Record<string, number> {
  return Object.fromEntries((unit?.notKept ?? []).map(({ what, count }) => [what, count]));
}
