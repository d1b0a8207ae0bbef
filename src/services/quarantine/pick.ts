import { EXIT, PalaceError } from '../../base/errors.js';
import { type HeldSecret, placeholderOf } from '../../palace/quarantine.js';

export interface QuarantineRequest {
  /** Ids or beginnings of ids (`q-1f3a`), placeholders, or ids of drawers for all that was kept out of them. */
  ids?: readonly string[];
  /** All that the command can do something about. */
  all?: boolean;
  by?: string;
}

/**
 * The entries that a request names, and those of the same secrets in other sources. `forAll`: those that `--all` means.
 * @throws PalaceError `nothing-named`, `ambiguous-id` (exit 2), `not-found` (exit 4).
 */
export function pick(
  entries: readonly HeldSecret[],
  { ids = [], all = false }: QuarantineRequest,
  forAll: (entry: HeldSecret) => boolean,
): HeldSecret[] {
  if (all) return entries.filter(forAll);
  if (ids.length === 0)
    throw new PalaceError('nothing-named', 'say which of the secrets you mean, or --all', {
      exit: EXIT.usage,
      next: ['palace quarantine list'],
    });
  const picked = new Set<HeldSecret>();
  for (const text of ids) for (const entry of named(entries, text)) picked.add(entry);
  // What was decided about a secret holds wherever it was kept out.
  const hashes = new Set([...picked].map(({ hash }) => hash));
  return entries.filter(({ hash }) => hashes.has(hash));
}

function named(entries: readonly HeldSecret[], text: string): HeldSecret[] {
  const isLongEnough = text.length >= 6;
  if (isLongEnough && text.startsWith('d-')) {
    const ofDrawer = entries.filter(({ places }) => places.some((place) => place.startsWith(text)));
    if (ofDrawer.length > 0) return ofDrawer;
  }
  const found = entries.filter(
    (entry) => placeholderOf(entry) === text || (isLongEnough && text.startsWith('q-') && entry.id.startsWith(text)),
  );
  if (found.length === 1) return found;
  if (found.length === 0)
    throw new PalaceError('not-found', `nothing in the quarantine is called "${text}"`, {
      exit: EXIT.notFound,
      next: ['palace quarantine list --all'],
      details: { id: text },
    });
  throw new PalaceError('ambiguous-id', `"${text}" names ${found.length} secrets`, {
    exit: EXIT.usage,
    next: found.slice(0, 5).map(({ id }) => `name it by its id: ${id}`),
    details: { ids: found.map(({ id }) => id) },
  });
}
