import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../facts/logs.js';
import { parseEvents } from '../../palace/events.js';
import { PATHS } from '../../palace/layout.js';
import { filesBelow } from './folders.js';
import { type Check, check, type Examination } from './types.js';

/** Lines of the append-only logs that are no events. */
export async function checkLogs({ palace }: Examination): Promise<Check[]> {
  const places: string[] = [];
  let events = 0;
  for (const path of [PATHS.sources, PATHS.facts, PATHS.tunnels].flatMap((folder) =>
    filesBelow(palace.root, folder, '.jsonl'),
  )) {
    const text = readFileSync(join(palace.root, ...path.split('/')), 'utf8');
    // A line of facts may be an event and say nothing that can be taken at its word.
    const reading = path.startsWith(`${PATHS.facts}/`) ? readLog(path, text) : parseEvents(text, path);
    events += reading.events.length;
    places.push(...reading.damaged.map(({ file, line, message }) => `${file}:${line}: ${message}`));
  }
  if (places.length === 0)
    return [check('logs', 'ok', `${events} ${events === 1 ? 'event' : 'events'}, no damaged line`)];
  return [
    check('logs', 'problem', 'lines of the event logs cannot be read and do not count', {
      places,
      next: ['git log -p FILE shows what stood there; correct the lines by hand, then run palace save'],
    }),
  ];
}
