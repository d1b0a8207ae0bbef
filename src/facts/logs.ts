import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.js';
import { type DamagedLine, type PalaceEvent, placeEvents } from '../palace/events.js';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import { factProblem } from './events.js';

/** Events that can be taken at their word, and the lines that cannot. */
export interface LogReading {
  events: PalaceEvent[];
  damaged: DamagedLine[];
}

/** One log. `firstLine`: the line of the file with which the text begins; default 1. */
export function readLog(path: string, text: string, firstLine = 1): LogReading {
  const { placed, damaged } = placeEvents(text, path);
  const reading: LogReading = { events: [], damaged };
  for (const { event, line } of placed) {
    const message = factProblem(event);
    if (message === undefined) reading.events.push(event);
    else reading.damaged.push({ file: path, line, message });
  }
  if (reading.damaged.length > 0) reading.damaged.sort((a, b) => a.line - b.line);
  for (const each of reading.damaged) each.line += firstLine - 1;
  return reading;
}

/** Some logs, in any order. */
export function readLogs(logs: Iterable<{ path: string; text: string }>): LogReading {
  const all: LogReading = { events: [], damaged: [] };
  for (const { path, text } of logs) {
    const { events, damaged } = readLog(path, text);
    for (const event of events) all.events.push(event);
    all.damaged.push(...damaged);
  }
  return all;
}

/** Paths of the logs of facts that stand in the work tree, sorted. */
export async function factLogPaths(palace: Pick<Palace, 'root'>): Promise<string[]> {
  let entries: Dirent[];
  const folder = join(palace.root, PATHS.facts);
  try {
    entries = await readdir(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(palace.root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
