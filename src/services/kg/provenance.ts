import { EXIT, PalaceError } from '../../base/errors.js';
import type { Provenance } from '../../facts/events.js';
import { findDrawer } from '../../palace/drawers.js';
import type { Palace } from '../../palace/types.js';

/** Where a fact is from, as typed. */
export interface GivenProvenance {
  /** Id of a drawer (a beginning of 4 digits is enough), or its path. */
  source_drawer?: string;
  /** Lines of the drawer's body: `12` or `12-15`. */
  source_lines?: string;
  source_file?: string;
  source_closet?: string;
}

/** @throws PalaceError `not-found` (exit 4) for the drawer, `bad-lines`, `bad-source` (exit 2). */
export async function checkProvenance(palace: Palace, given: GivenProvenance): Promise<Provenance> {
  const provenance: Provenance = {};
  if (given.source_drawer !== undefined) {
    const drawer = await findDrawer(palace, given.source_drawer);
    const { id } = drawer.front;
    if (id === undefined)
      throw new PalaceError('no-id', `${drawer.path} has no id yet, so no fact can name it`, {
        exit: EXIT.usage,
        next: ['palace save gives it one'],
      });
    provenance.drawer = id;
    if (given.source_lines !== undefined)
      provenance.lines = checkLines(given.source_lines, drawer.body.toString('utf8').split('\n').length);
  } else if (given.source_lines !== undefined)
    throw badLines(given.source_lines, 'lines of which drawer is not said', 'give --drawer ID too');
  for (const [key, text] of [
    ['file', given.source_file],
    ['closet', given.source_closet],
  ] as const) {
    if (text === undefined || text.trim() === '') continue;
    if (/\p{Cc}/u.test(text) || text.length > 1000)
      throw new PalaceError('bad-source', `source ${key} is refused: one line of 1000 characters at most`, {
        exit: EXIT.usage,
        details: { field: `source_${key}` },
      });
    provenance[key] = text.trim();
  }
  return provenance;
}

function checkLines(text: string, count: number): [number, number] {
  const found = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(text.trim());
  if (!found) throw badLines(text, 'it is no line and no stretch of lines', 'write it as 12 or 12-15');
  const first = Number(found[1]);
  const last = Number(found[2] ?? first);
  if (first < 1 || last < first) throw badLines(text, 'the last line is before the first', 'write it as 12 or 12-15');
  if (last > count) throw badLines(text, `the drawer has ${count} lines`, `give lines from 1 to ${count}`);
  return [first, last];
}

function badLines(text: string, why: string, next: string): PalaceError {
  return new PalaceError('bad-lines', `lines ${JSON.stringify(text.slice(0, 40))} are refused: ${why}`, {
    exit: EXIT.usage,
    next: [next],
    details: { field: 'source_lines' },
  });
}
