import { entityKey } from '../../facts/names.js';
import type { ObjectId } from '../../git/types.js';
import { changeLocked } from '../../palace/change.js';
import { EntitiesText, type EntityEntry } from '../../palace/entities-edit.js';
import { PATHS } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { Redactor } from '../../palace/redactor.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import { withSafeCode } from './add.js';
import type { Proposal, ProposedEntity } from './detect.js';
import { type Confirmed, confirmedOf, readConfirmed } from './file.js';

/** A name that somebody said yes to. */
export interface Accepted {
  name: string;
  type: string;
  aliases?: readonly string[];
}

/** People and projects that may be taken without asking: certain, and not known yet. */
export function certainOf({ people, projects }: Pick<Proposal, 'people' | 'projects'>): Accepted[] {
  return [...people, ...projects].filter(({ certain, known }) => certain && !known).map((one) => acceptedOf(one));
}

/** A proposed name as it is accepted; `type`: what it is when nothing decided that. */
export function acceptedOf({ name, kind, guess, aliases }: ProposedEntity, type?: string): Accepted {
  return { name, type: type ?? (kind === 'uncertain' ? (guess ?? 'person') : kind), aliases };
}

/** The text of entities.yaml with names added; names that stand already, and aliases of others, are passed over. */
export function withAccepted(text: string, accepted: readonly Accepted[]): { text: string; added: EntityEntry[] } {
  let confirmed: Confirmed = confirmedOf(text);
  const added: EntityEntry[] = [];
  for (const { name, type, aliases = [] } of accepted) {
    if (confirmed.aliases.entry(entityKey(name)) !== undefined) continue;
    const free = aliases.filter(
      (alias) => entityKey(alias) !== entityKey(name) && confirmed.aliases.entry(entityKey(alias)) === undefined,
    );
    const entry = withSafeCode(confirmed, { name, type, aliases: free });
    const next = new EntitiesText(confirmed.text);
    next.add(entry);
    confirmed = confirmedOf(next.toString());
    added.push(entry);
  }
  return { text: added.length === 0 ? text : confirmed.text, added };
}

/** The write of entities.yaml with names added; undefined when there is nothing to add. Call it under the palace's lock. */
export async function acceptWrite(
  palace: Palace,
  accepted: readonly Accepted[],
): Promise<{ write: FileWrite; added: EntityEntry[] } | undefined> {
  const { text, added } = withAccepted((await readConfirmed(palace)).text, accepted);
  if (added.length === 0) return undefined;
  return { write: { kind: 'put', path: PATHS.entities, content: Buffer.from(text) }, added };
}

export interface AcceptResult {
  added: { name: string; type: string }[];
  commit: ObjectId | null;
  dry_run: boolean;
}

/** Writes names that somebody said yes to into entities.yaml, as one commit. @throws PalaceError `unsaved-edit`, `broken-yaml`. */
export async function acceptEntities(
  palace: Palace,
  { accepted, by, dryRun = false }: { accepted: readonly Accepted[]; by?: string; dryRun?: boolean },
): Promise<AcceptResult> {
  const actor = actorOf(by);
  const told = (added: readonly EntityEntry[]) => added.map(({ name, type }) => ({ name, type }));
  if (dryRun) {
    const planned = await acceptWrite(palace, accepted);
    return { added: told(planned?.added ?? []), commit: null, dry_run: true };
  }
  return withLock(palace, 'entities', async () => {
    const planned = await acceptWrite(palace, accepted);
    if (planned === undefined) return { added: [], commit: null, dry_run: false };
    const { write, added } = planned;
    const [first] = added;
    const subject = added.length === 1 ? `entities: add ${first?.name ?? ''}` : `entities: add ${added.length} names`;
    const redactor = new Redactor(palace);
    const receipt = await changeLocked(palace, { op: 'entities', subject, writes: [write], by: actor, redactor });
    return { added: redactor.asFiled(told(added)), commit: receipt?.commit ?? null, dry_run: false };
  });
}
