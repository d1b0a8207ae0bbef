import { readAllLogs } from '../verify/logs.js';
import { type Check, check, type Examination } from './types.js';

/** Lines of the append-only logs that are no events. */
export async function checkLogs({ palace }: Examination): Promise<Check[]> {
  const { events, damaged } = readAllLogs(palace);
  if (damaged.length === 0)
    return [check('logs', 'ok', `${events} ${events === 1 ? 'event' : 'events'}, no damaged line`)];
  return [
    check('logs', 'problem', 'lines of the event logs cannot be read and do not count', {
      places: damaged.map(({ path, line, message }) => `${path}${line === null ? '' : `:${line}`}: ${message}`),
      next: ['git log -p FILE shows what stood there; correct the lines by hand, then run palace save'],
    }),
  ];
}
