import { changeLocked } from '../../palace/change.js';
import { withLock } from '../../palace/lock.js';
import type { HeldSecret } from '../../palace/quarantine.js';
import { Redactor } from '../../palace/redactor.js';
import { readSourcesState } from '../../palace/sources-log.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { revokeWrite } from '../source-log/events.js';
import { bytesOf, described, pathsOf, quarantineOf, readQuarantine } from './list.js';
import { pick, type QuarantineRequest } from './pick.js';
import type { QuarantineResult } from './release.js';

/**
 * Settles that these are secrets: the placeholders stay. What was released is taken out of its texts again, as one commit (git's
 * history keeps it). They can still be released.
 * @throws PalaceError `not-found` (exit 4), `ambiguous-id`, `nothing-named` (exit 2), `unsaved-edit` (exit 5).
 */
export async function redactSecrets(palace: Palace, request: QuarantineRequest): Promise<QuarantineResult> {
  return withLock(palace, 'quarantine redact', async () => {
    const picked = pick((await readQuarantine(palace)).entries, request, ({ state }) => state === 'held');
    const released = picked.filter(({ state, secret }) => state === 'released' && secret !== null);
    const taken = released.length === 0 ? { changed: [], commit: null } : await takeOut(palace, released, request.by);
    const settled = picked.map(
      (entry): HeldSecret => (entry.state === 'dropped' ? entry : { ...entry, state: 'redacted' }),
    );
    write(palace, settled);
    return { secrets: await described(palace, settled), ...taken };
  });
}

/**
 * Destroys what was kept out: nothing brings it back, and the placeholders stay. Of what was released only the copy goes.
 * @throws like {@link redactSecrets}.
 */
export async function dropSecrets(palace: Palace, request: QuarantineRequest): Promise<QuarantineResult> {
  return withLock(palace, 'quarantine drop', async () => {
    const { entries } = await readQuarantine(palace);
    const dropped = pick(entries, request, ({ state }) => state === 'held' || state === 'redacted').map(
      (entry): HeldSecret => ({
        ...entry,
        secret: null,
        state: entry.state === 'released' ? 'released' : 'dropped',
      }),
    );
    write(palace, dropped);
    return { secrets: await described(palace, dropped), changed: [], commit: null };
  });
}

async function takeOut(
  palace: Palace,
  entries: readonly HeldSecret[],
  by: string | undefined,
): Promise<Pick<QuarantineResult, 'changed' | 'commit'>> {
  const actor = actorOf(by);
  const words = entries.map(({ secret }) => Buffer.from(secret ?? '', 'base64'));
  const redactor = new Redactor(palace);
  await redactor.decide(words, false);
  const paths = await pathsOf(palace, entries);
  const writes: FileWrite[] = [];
  for (const path of new Set(entries.flatMap(({ places }) => places.flatMap((place) => paths.get(place) ?? [])))) {
    const bytes = await bytesOf(palace, path);
    const { content } = await redactor.redactFile(path, bytes);
    if (!content.equals(bytes)) writes.push({ kind: 'put', path, content });
  }
  const changed = writes.flatMap((one) => (one.kind === 'put' ? [one.path] : [])).sort();
  const state = await readSourcesState(palace);
  const log = await revokeWrite(
    palace,
    'sources',
    words.flatMap((each) => state.allowEventsOf(each)),
    actor,
  );
  if (log) writes.push(log);
  const subject = `redact ${entries.length === 1 ? 'a secret' : `${entries.length} secrets`}`;
  const receipt =
    writes.length === 0 ? null : await changeLocked(palace, { op: 'redact', subject, writes, by: actor, redactor });
  return { changed, commit: receipt?.commit ?? null };
}

function write(palace: Palace, entries: readonly HeldSecret[]): void {
  const quarantine = quarantineOf(palace);
  for (const entry of entries) {
    // Places that were noted a moment ago by our own commit stay.
    const places = new Set([...(quarantine.find(entry.id)?.places ?? []), ...entry.places]);
    quarantine.write({ ...entry, places: [...places] });
  }
  quarantine.sync();
}
