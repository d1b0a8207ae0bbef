import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '../palace/layout.js';
import type { Palace } from '../palace/types.js';
import type { CleanQuery } from './clean-query.js';

/** Why there is nothing to search: no wing at all, or wings that nothing was filed in. */
export function emptyNote(palace: Palace, asOf: string | undefined): string {
  if (asOf !== undefined) return `the palace held no drawers at ${asOf}`;
  const wings = wingFolders(palace);
  return wings.length === 0
    ? 'this palace is empty: file something with palace add TEXT, or palace mine PATH'
    : `nothing is filed in this palace yet (wings: ${wings.slice(0, 5).join(', ')}): run palace mine PATH`;
}

function wingFolders(palace: Palace): string[] {
  try {
    return readdirSync(join(palace.root, PATHS.wings), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

export function queryNote({ method, text }: CleanQuery): string | undefined {
  switch (method) {
    case 'as-given':
      return undefined;
    case 'question':
      return `the query is long; searched by its question: ${text}`;
    case 'last-segment':
      return `the query is long; searched by its last part: ${text}`;
    case 'tail':
      return 'the query is long; searched by its last 250 characters';
  }
}
