import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { search } from '../../src/search/search.js';
import type { SearchHit, SearchRequest, SearchResult } from '../../src/search/types.js';
import type { TestPalace } from '../support/palace.js';

/** Ordinary words that no test asks for. */
export const FILLER = 'The ferry leaves the old harbour at noon and the gulls follow it past the mole. ';

export function find(palace: TestPalace, query: string, more: Partial<SearchRequest> = {}): Promise<SearchResult> {
  return search(palace, { query, ...more });
}

/** The first hit. @throws when there is none. */
export async function firstHit(
  palace: TestPalace,
  query: string,
  more: Partial<SearchRequest> = {},
): Promise<SearchHit> {
  const [hit] = (await find(palace, query, more)).hits;
  if (hit === undefined) throw new Error(`nothing found for ${query}`);
  return hit;
}

/** How many drawers a query finds. */
export async function count(palace: TestPalace, query: string, more: Partial<SearchRequest> = {}): Promise<number> {
  return (await find(palace, query, more)).total;
}

/** Every file below `folder` with the hash of its bytes, those of `.git` too; without what `except` names. */
export function everyFile(folder: string, except: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (below: string): void => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      if (except(path)) continue;
      if (lstatSync(join(folder, path)).isDirectory()) {
        found[`${path}/`] = 'folder';
        walk(path);
      } else
        found[path] = createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex');
    }
  };
  walk('');
  return found;
}

/** A Claude Code session: one record a line, each the answer to the one before. */
export function session(id: string, ...turns: readonly [role: 'user' | 'assistant', content: unknown][]): string {
  return turns
    .map(
      ([role, content], at) =>
        `${JSON.stringify({
          parentUuid: at === 0 ? null : `${id}-${at - 1}`,
          isSidechain: false,
          userType: 'external',
          cwd: '/home/ada/src/driftwood',
          sessionId: id,
          version: '2.0.0',
          type: role,
          message: { role, content },
          uuid: `${id}-${at}`,
          timestamp: `2026-03-04T10:00:${String(at).padStart(2, '0')}.000Z`,
        })}\n`,
    )
    .join('');
}
