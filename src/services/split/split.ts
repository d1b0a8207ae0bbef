import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { EXIT, PalaceError, systemCode } from '../../base/errors.js';
import type { Runtime } from '../../base/runtime.js';
import { partName } from '../../sources/split/session-head.js';
import type { SessionPart } from '../../sources/split/sessions.js';
import { readParts } from './read-parts.js';
import { writeParts } from './write-parts.js';

/** What `split` is asked to do. */
export interface SplitRequest {
  /** Files, and folders whose transcripts (`.txt`, `.md`, `.log`, not deeper) are looked at. Relative to `runtime.cwd`. */
  paths: readonly string[];
  /** Where parts go. Default: a folder `<name>-sessions` beside each file. */
  outputDir?: string;
  /** Files with fewer sessions are left alone. Default 2. */
  minSessions?: number;
  dryRun?: boolean;
}

export interface SplitPart {
  path: string;
  bytes: number;
  lines: number;
  /** Wall clock of the terminal, `2026-03-04T10:05`. */
  started_at: string | null;
  subject: string | null;
  /** `exists`: a file with these very bytes was there already. */
  status: 'planned' | 'written' | 'exists';
}

export interface SplitResult {
  dry_run: boolean;
  files: { path: string; sessions: number; folder: string; parts: SplitPart[] }[];
  skipped: { path: string; sessions: number; reason: 'too-few-sessions' | 'unreadable'; detail: string }[];
  /** Parts in all. */
  parts: number;
  took_ms: number;
}

const EXTENSIONS = new Set(['.txt', '.md', '.log']);

/**
 * Cuts concatenated transcripts of a terminal into one file a session. The parts joined are the file, byte for byte; the file
 * itself stays as it is, and no other file is ever written over.
 * @throws PalaceError `no-such-source` (exit 4), `source-not-a-file`, `nothing-to-split` (exit 2), `source-changed`, `interrupted`.
 */
export async function splitTranscripts(runtime: Runtime, request: SplitRequest): Promise<SplitResult> {
  const started = runtime.now().getTime();
  const result: SplitResult = { dry_run: request.dryRun === true, files: [], skipped: [], parts: 0, took_ms: 0 };
  for (const { path, shown } of await filesOf(runtime, request.paths)) {
    assertGoingOn(runtime, result);
    await splitOne(path, shown, request, runtime, result);
  }
  result.parts = result.files.reduce((sum, { parts }) => sum + parts.length, 0);
  result.took_ms = runtime.now().getTime() - started;
  return result;
}

async function splitOne(
  path: string,
  shown: string,
  request: SplitRequest,
  runtime: Runtime,
  result: SplitResult,
): Promise<void> {
  let found: Awaited<ReturnType<typeof readParts>>;
  try {
    found = await readParts(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    result.skipped.push({ path: shown, sessions: 0, reason: 'unreadable', detail: `it cannot be read (${code})` });
    return;
  }
  const sessions = found.parts.filter(({ isSession }) => isSession).length;
  const least = Math.max(1, request.minSessions ?? 2);
  if (sessions < least) {
    const detail = `${sessions === 0 ? 'no session begins' : `${sessions === 1 ? '1 session begins' : `${sessions} sessions begin`}`} in it`;
    result.skipped.push({ path: shown, sessions, reason: 'too-few-sessions', detail });
    return;
  }
  const extension = extname(path);
  const stem = basename(path, extension);
  const folder =
    request.outputDir === undefined ? join(dirname(path), `${stem}-sessions`) : resolve(runtime.cwd, request.outputDir);
  const names = namesOf(stem, extension, found.parts);
  const parts = found.parts.map(
    (part, at): SplitPart => ({
      path: join(folder, names[at] ?? ''),
      bytes: part.bytes,
      lines: part.lines,
      started_at: part.startedAt ?? null,
      subject: part.subject ?? null,
      status: 'planned',
    }),
  );
  if (request.dryRun !== true)
    for (const [at, written] of (await writeParts({ path, folder, names, ...found }, runtime)).entries()) {
      const part = parts[at];
      if (part !== undefined) Object.assign(part, written);
    }
  result.files.push({ path: shown, sessions, folder, parts });
}

/** Names of the parts, in order, no two alike on any file system. */
function namesOf(stem: string, extension: string, parts: readonly SessionPart[]): string[] {
  const taken = new Set<string>();
  return parts.map((part, at) => {
    const base = partName(stem, part, at + 1);
    let name = `${base}${extension}`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}_${count}${extension}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

interface Offered {
  path: string;
  /** As it is named in the report. */
  shown: string;
}

async function filesOf(runtime: Runtime, paths: readonly string[]): Promise<Offered[]> {
  if (paths.length === 0)
    throw new PalaceError('nothing-to-split', 'no transcript was named', {
      exit: EXIT.usage,
      next: ['palace split FILE'],
    });
  const files = new Map<string, string>();
  for (const typed of paths) {
    const path = resolve(runtime.cwd, typed);
    const kind = await stat(path).catch((error: unknown) => {
      throw new PalaceError('no-such-source', `there is no file or folder ${typed} that can be read`, {
        exit: EXIT.notFound,
        next: [`check the path: it was looked for at ${path}`],
        cause: error,
      });
    });
    if (kind.isFile()) files.set(path, files.get(path) ?? typed);
    else if (kind.isDirectory()) {
      for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1)))
        if (entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase())) {
          const inside = join(path, entry.name);
          files.set(inside, files.get(inside) ?? join(typed, entry.name));
        }
    } else
      throw new PalaceError('source-not-a-file', `${typed} is neither a file nor a folder`, {
        exit: EXIT.usage,
        next: ['save what it gives in a file and split that'],
      });
  }
  return [...files].map(([path, shown]) => ({ path, shown }));
}

function assertGoingOn(runtime: Runtime, { files }: SplitResult): void {
  if (!runtime.signal?.aborted) return;
  throw new PalaceError(
    'interrupted',
    `stopped; ${files.length === 0 ? 'nothing was written' : 'what was split stays'}`,
    {
      exit: EXIT.interrupted,
      next: ['run the same command again: it goes on where it stopped'],
    },
  );
}
