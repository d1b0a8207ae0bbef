import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { withLock } from '../../palace/lock.js';
import type { HeldSecret } from '../../palace/quarantine.js';
import { Redactor } from '../../palace/redactor.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { allowWordsWrite } from '../source-log/events.js';
import { bytesOf, described, pathsOf, type QuarantineEntry, quarantineOf, readQuarantine } from './list.js';
import { pick, type QuarantineRequest } from './pick.js';
import { putBack } from './put-back.js';

export interface QuarantineResult {
  secrets: QuarantineEntry[];
  /** Drawers and files whose words changed. */
  changed: string[];
  /** Null when nothing was committed. */
  commit: ObjectId | null;
}

/**
 * Puts back what was kept out and is no secret, byte for byte, as one commit; from then on it may stand in texts, so that filing
 * its source again leaves it.
 * @throws PalaceError `not-found`, `secret-gone` (exit 4), `ambiguous-id`, `nothing-named` (exit 2), `unsaved-edit` (exit 5).
 */
export async function releaseSecrets(palace: Palace, request: QuarantineRequest): Promise<QuarantineResult> {
  const actor = actorOf(request.by);
  return withLock(palace, 'quarantine release', async () => {
    const entries = withWords(pick((await readQuarantine(palace)).entries, request, ({ state }) => state === 'held'));
    assertThere(entries);
    const words = entries.map(({ secret }) => Buffer.from(secret ?? '', 'base64'));
    const writes: FileWrite[] = [];
    for (const [path, held] of await byPath(palace, entries)) {
      const bytes = await bytesOf(palace, path);
      const content = putBack(bytes, held);
      if (!content.equals(bytes)) writes.push({ kind: 'put', path, content });
    }
    const changed = writes.flatMap((write) => (write.kind === 'put' ? [write.path] : [])).sort();
    const redactor = new Redactor(palace);
    await redactor.decide(words, true);
    const log = await allowWordsWrite(palace, words, actor);
    if (log) writes.push(log);
    const subject =
      entries.length === 1
        ? 'release what was taken for a secret'
        : `release ${entries.length} texts taken for secrets`;
    const receipt =
      writes.length === 0 ? null : await changeLocked(palace, { op: 'release', subject, writes, by: actor, redactor });
    const quarantine = quarantineOf(palace);
    // After the commit: an entry that is told as held although it went back can be released again.
    const released = entries.map((entry): HeldSecret => ({ ...entry, state: 'released' }));
    for (const entry of released) quarantine.write(entry);
    quarantine.sync();
    return { secrets: await described(palace, released), changed, commit: receipt?.commit ?? null };
  });
}

/** What was kept out of each file that stands. */
async function byPath(palace: Palace, entries: readonly HeldSecret[]): Promise<Map<string, HeldSecret[]>> {
  const paths = await pathsOf(palace, entries);
  const grouped = new Map<string, HeldSecret[]>();
  for (const entry of entries)
    for (const place of entry.places) {
      const path = paths.get(place);
      if (path !== undefined) grouped.set(path, [...(grouped.get(path) ?? []), entry]);
    }
  return grouped;
}

/** A secret that was dropped and came in again elsewhere is known again. */
function withWords(entries: readonly HeldSecret[]): HeldSecret[] {
  const words = new Map(entries.flatMap(({ hash, secret }) => (secret === null ? [] : [[hash, secret]])));
  return entries.map((entry) => ({ ...entry, secret: words.get(entry.hash) ?? null }));
}

function assertThere(entries: readonly HeldSecret[]): void {
  const gone = entries.filter(({ secret }) => secret === null).map(({ id }) => id);
  if (gone.length > 0)
    throw new PalaceError('secret-gone', `${gone.join(', ')} was dropped: nothing is left to put back`, {
      exit: EXIT.notFound,
      next: ['palace quarantine list --all'],
      details: { ids: gone },
    });
}
