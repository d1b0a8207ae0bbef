import { join } from 'node:path';
import { CodeTable } from '../../aaak/codes.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import { readIfExists } from '../../base/files.js';
import { Aliases } from '../../facts/aliases.js';
import { entityKey, LONGEST_NAME, nearNames } from '../../facts/names.js';
import { changeLocked } from '../../palace/change.js';
import { EntitiesText } from '../../palace/entities-edit.js';
import { type ConfirmedEntity, parseEntitiesFile } from '../../palace/entities-file.js';
import { PATHS } from '../../palace/layout.js';
import { withLock } from '../../palace/lock.js';
import { Redactor } from '../../palace/redactor.js';
import type { Palace } from '../../palace/types.js';
import { actorOf } from '../add/facts.js';
import type { EntityChange, EntityRow } from './types.js';

/** entities.yaml as it stands. */
export interface Confirmed {
  text: string;
  entities: readonly ConfirmedEntity[];
  aliases: Aliases;
  codes: CodeTable;
}

/** @throws PalaceError `broken-yaml` with the line. */
export async function readConfirmed(palace: Pick<Palace, 'root'>): Promise<Confirmed> {
  const text = (await readIfExists(join(palace.root, PATHS.entities)))?.toString('utf8') ?? '';
  return confirmedOf(text);
}

export function confirmedOf(text: string): Confirmed {
  const entities = parseEntitiesFile(text);
  return { text, entities, aliases: new Aliases(entities), codes: new CodeTable(entities) };
}

export function rowOf(entity: ConfirmedEntity, codes: CodeTable): EntityRow {
  const code = codes.codeOf(entity.name) ?? null;
  const chosen = entity.code?.trim().toUpperCase();
  return {
    name: entity.name,
    type: entity.type,
    aliases: [...entity.aliases],
    code,
    code_chosen: code !== null && chosen === code,
  };
}

/** The entry that goes by a name. @throws PalaceError `not-found` (exit 4) with near names. */
export function entryOf({ entities, aliases }: Confirmed, name: string): ConfirmedEntity {
  const found = entryIfAny({ entities, aliases }, name);
  if (found !== undefined) return found;
  const near = nearNames(name, aliases.names());
  throw new PalaceError(
    'not-found',
    `${PATHS.entities} has nobody and nothing called "${name}"${near.length > 0 ? `; did you mean ${near.map((one) => `"${one}"`).join(' or ')}?` : ''}`,
    { exit: EXIT.notFound, next: ['palace entities', `palace entities add "${name}"`], details: { near } },
  );
}

export function entryIfAny(
  { entities, aliases }: Pick<Confirmed, 'entities' | 'aliases'>,
  name: string,
): ConfirmedEntity | undefined {
  const entry = aliases.entry(entityKey(name));
  return entry === undefined ? undefined : entities.find((one) => one.name === entry.name);
}

/** A name as it is kept. @throws PalaceError `bad-name` (exit 2). */
export function checkedName(text: string, field = 'name'): string {
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const reason =
    entityKey(name) === '' || !/[\p{L}\p{N}]/u.test(name)
      ? 'it has no letter or digit'
      : /\p{Cc}/u.test(name)
        ? 'it contains control characters'
        : name.length > LONGEST_NAME
          ? `it is longer than ${LONGEST_NAME} characters`
          : undefined;
  if (reason === undefined) return name;
  throw new PalaceError('bad-name', `${field} ${JSON.stringify(name.slice(0, 60))} is refused: ${reason}`, {
    exit: EXIT.usage,
    next: [`give another ${field}`],
    details: { field, reason },
  });
}

/** What a change of the file decided. */
export interface Decision {
  status: EntityChange['status'];
  /** Name of the entry that the answer shows, after the change (before it, when it is removed). */
  shown: string;
  subject: string;
  edit?(text: EntitiesText): void;
  notes?: string[];
}

/**
 * Changes entities.yaml as one commit: `decide` looks at what stands and says what to do, under the palace's lock.
 * @throws PalaceError `unsaved-edit` (exit 5), `broken-yaml`, and what `decide` throws.
 */
export async function changeEntities(
  palace: Palace,
  { by, dryRun = false, redactor = new Redactor(palace) }: { by?: string; dryRun?: boolean; redactor?: Redactor },
  decide: (confirmed: Confirmed) => Decision | Promise<Decision>,
): Promise<EntityChange> {
  const actor = actorOf(by);
  const run = async (): Promise<EntityChange> => {
    const before = await readConfirmed(palace);
    const { status, shown, subject, edit, notes = [] } = await decide(before);
    const text = new EntitiesText(before.text);
    edit?.(text);
    const after = edit === undefined ? before : confirmedOf(text.toString());
    const standing = entryIfAny(status === 'removed' ? before : after, shown);
    const entity = rowOf(
      standing ?? { name: shown, type: 'unknown', aliases: [] },
      status === 'removed' ? before.codes : after.codes,
    );
    const answer = { status, entity, dry_run: dryRun, notes };
    if (edit === undefined || dryRun) return { ...answer, commit: null };
    const receipt = await changeLocked(palace, {
      op: 'entities',
      subject,
      writes: [{ kind: 'put', path: PATHS.entities, content: Buffer.from(text.toString()) }],
      by: actor,
      redactor,
    });
    return { ...redactor.asFiled(answer), commit: receipt?.commit ?? null };
  };
  return dryRun ? run() : withLock(palace, 'entities', run);
}
