import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.js';
import { readLog } from '../../facts/logs.js';
import { parseEvents } from '../../palace/events.js';
import { PATHS } from '../../palace/layout.js';
import type { Palace } from '../../palace/types.js';
import { filesBelow } from '../doctor/folders.js';

/** The append-only logs (facts, tunnels, what was decided about sources) as they stand in the work tree. */
export interface LogsReading {
  files: number;
  /** Lines that can be taken at their word, of all logs; of them, of facts. */
  events: number;
  fact_events: number;
  /** Lines that do not count, and why; `line` is null for a file that cannot be read at all. */
  damaged: { path: string; line: number | null; message: string }[];
}

/** Reads every log to its end. */
export function readAllLogs({ root }: Pick<Palace, 'root'>): LogsReading {
  const result: LogsReading = { files: 0, events: 0, fact_events: 0, damaged: [] };
  for (const folder of [PATHS.facts, PATHS.tunnels, PATHS.sources])
    for (const path of filesBelow(root, folder, '.jsonl')) {
      result.files++;
      let text: string;
      try {
        text = readFileSync(join(root, ...path.split('/')), 'utf8');
      } catch (error) {
        const message = `it cannot be read (${systemCode(error) ?? String(error)})`;
        result.damaged.push({ path, line: null, message });
        continue;
      }
      // A line of facts may be an event and say nothing that can be taken at its word.
      const { events, damaged } = folder === PATHS.facts ? readLog(path, text) : parseEvents(text, path);
      result.events += events.length;
      if (folder === PATHS.facts) result.fact_events += events.length;
      for (const { line, message } of damaged) result.damaged.push({ path, line, message });
    }
  return result;
}
