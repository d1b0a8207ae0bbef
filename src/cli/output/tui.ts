import type { SearchResult } from '../../search/types.js';
import type { ListResult } from '../../services/list/list.js';
import { renderList } from './list.js';
import type { Output } from './output.js';
import { renderSearch } from './search.js';
import { padEnd } from './width.js';

/** What `tui` prints: files that were chosen, the keys, or where there is no terminal the plain list. */
export type TuiAnswer = { chosen: string[] } | { keys: ShownKey[] } | ListResult | SearchResult;

interface ShownKey {
  where: string;
  keys: string[];
  command: string;
  help: string;
}

/** Columns of the longest names of keys. */
const KEY_COLUMNS = 24;

export function renderTui(answer: TuiAnswer, out: Output): void {
  if ('chosen' in answer) for (const file of answer.chosen) out.line(file);
  else if ('keys' in answer) renderKeys(answer.keys, out);
  else if ('hits' in answer) renderSearch(answer, out);
  else renderList(answer, out);
}

function renderKeys(keys: readonly ShownKey[], out: Output): void {
  let place = '';
  for (const { where, keys: names, help } of keys) {
    if (where !== place) {
      if (place !== '') out.line();
      out.line(out.paint.bold(where));
      place = where;
    }
    out.line(`  ${padEnd(names.join(', '), KEY_COLUMNS)} ${help}`);
  }
}
