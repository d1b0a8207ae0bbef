import type { Palace } from '../palace/types.js';
import type { SearchResult } from '../search/types.js';
import type { ListResult } from '../services/list/list.js';
import { fileOf } from './data/jobs.js';
import { BINDINGS, SCOPE_TITLES } from './keys/table.js';
import type { TuiRequest } from './start.js';

/** The keys as data. */
export function allKeys(): { keys: { where: string; keys: string[]; command: string; help: string }[] } {
  return {
    keys: BINDINGS.map(({ scope, keys, command, help }) => ({
      where: SCOPE_TITLES[scope],
      keys: [...keys],
      command,
      help,
    })),
  };
}

/**
 * What the screen would begin with, where there is no terminal: hits, or the newest drawers; with `print` their files.
 * @throws PalaceError those of the services.
 */
export async function plainAnswer(
  palace: Palace,
  { query, filters, print }: Pick<TuiRequest, 'query' | 'filters' | 'print'>,
): Promise<ListResult | SearchResult | { chosen: string[] }> {
  const { mode, asOf, ...places } = filters;
  if (query.trim() === '') {
    const { listDrawers } = await import('../services/list/list.js');
    const list = await listDrawers(palace, places);
    return print ? filesOf(palace, list.drawers) : list;
  }
  const { findMemories } = await import('../services/find/find.js');
  const found = await findMemories(palace, { query, ...places, asOf, ...(mode !== 'hybrid' && { mode }) });
  return print ? filesOf(palace, found.hits) : found;
}

function filesOf(palace: Palace, drawers: readonly { path: string }[]): { chosen: string[] } {
  return { chosen: drawers.map(({ path }) => fileOf(palace, path)) };
}
