import { CodeTable, isCode } from '../../aaak/codes.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import { entityKey } from '../../facts/names.js';
import type { EntityEntry } from '../../palace/entities-edit.js';
import { PATHS } from '../../palace/layout.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace } from '../../palace/types.js';
import { createVocabulary } from '../../text/entities/vocabulary.js';
import { type Confirmed, changeEntities, checkedName, entryIfAny } from './file.js';
import type { EntityChange, EntityRequest } from './types.js';

export interface AddEntityRequest extends EntityRequest {
  /** `person`, `project`, `tool`, `organization`, `place` or a word of one's own. Default `person`. */
  type?: string;
  aliases?: readonly string[];
  code?: string;
}

/**
 * Confirms a name. What stands under it already gets the new aliases and the code; codes of others never change.
 * @throws PalaceError `bad-name`, `bad-type`, `bad-code` (exit 2), `name-taken`, `code-taken` (exit 5).
 */
export async function addEntity(palace: Palace, request: AddEntityRequest): Promise<EntityChange> {
  const redactor = new Redactor(palace);
  // As it will stand in the file, so that it is known when it is added once more.
  const name = await redactor.redactValue(checkedName(request.name), OWN_SCOPE);
  const type = checkedType(request.type);
  const aliases = await redactor.redactValue(
    [...new Set((request.aliases ?? []).map((one) => checkedName(one, 'alias')))],
    OWN_SCOPE,
  );
  return changeEntities(palace, { ...request, redactor }, (confirmed) => {
    const standing = entryIfAny(confirmed, name);
    if (standing !== undefined && request.type !== undefined && standing.type !== type)
      throw taken(`"${name}" stands in ${PATHS.entities} as ${standing.type}`, [
        `palace entities remove "${standing.name}", then add it as ${type}`,
      ]);
    const owner = standing?.name ?? name;
    const fresh = aliases.filter((alias) => isFree(confirmed, alias, owner));
    const code = request.code === undefined ? undefined : checkedCode(confirmed, request.code, owner);
    const notes = notesOn(name, type);
    if (standing === undefined) {
      const entry = withSafeCode(confirmed, { name, type, aliases: fresh, ...(code !== undefined && { code }) });
      return { status: 'added', shown: name, subject: `entities: add ${name}`, edit: (text) => text.add(entry), notes };
    }
    if (fresh.length === 0 && (code === undefined || confirmed.codes.codeOf(standing.name) === code))
      return { status: 'unchanged', shown: standing.name, subject: '', notes };
    const all = [...standing.aliases, ...fresh];
    return {
      status: 'changed',
      shown: standing.name,
      subject: `entities: ${standing.name}`,
      edit: (text) => text.set(standing.name, { aliases: all, ...(code !== undefined && { code }) }),
      notes,
    };
  });
}

/** @throws PalaceError `bad-type` (exit 2). */
export function checkedType(text: string | undefined): string {
  const type = (text ?? 'person').trim().toLowerCase();
  if (/^\p{L}[\p{L}\p{M}\p{N}_-]{0,63}$/u.test(type)) return type;
  throw new PalaceError('bad-type', `type ${JSON.stringify(type.slice(0, 60))} is refused: it is not one word`, {
    exit: EXIT.usage,
    next: ['--type person, project, tool, organization or place'],
    details: { field: 'type' },
  });
}

/** False when the owner has the alias already. @throws PalaceError `name-taken` (exit 5) when another has it. */
export function isFree(confirmed: Confirmed, alias: string, owner: string): boolean {
  const holder = confirmed.aliases.entry(entityKey(alias));
  if (holder === undefined) return entityKey(alias) !== entityKey(owner);
  if (holder.name === owner) return false;
  throw taken(`"${alias}" is a name of "${holder.name}" already`, [
    `palace entities merge "${holder.name}" "${owner}", if they are the same`,
  ]);
}

/** @throws PalaceError `bad-code` (exit 2), `code-taken` (exit 5). */
export function checkedCode(confirmed: Confirmed, text: string, owner: string): string {
  const code = text.trim().toUpperCase();
  if (!isCode(code))
    throw new PalaceError(
      'bad-code',
      `code ${JSON.stringify(text.slice(0, 40))} is refused: two to twelve capitals or digits, and no word of the dialect`,
      {
        exit: EXIT.usage,
        next: ['give a code like NAD'],
        details: { field: 'code' },
      },
    );
  const holder = confirmed.codes.nameOf(code);
  if (holder === undefined || entityKey(holder) === entityKey(owner)) return code;
  throw new PalaceError('code-taken', `${code} stands for "${holder}"`, {
    exit: EXIT.conflict,
    next: [`palace entities code "${holder}" OTHER, then this again`],
    details: { code, holder },
  });
}

/** The entry, with its code written down where it would take the code of a name that stands behind it in the file. */
export function withSafeCode(confirmed: Confirmed, entry: EntityEntry): EntityEntry {
  if (entry.code !== undefined) return entry;
  const before = confirmed.codes.entries();
  // Where the new entry will stand: at the end of its list. People come before projects, so it may push.
  const last = confirmed.entities.findLastIndex((one) => one.type === entry.type);
  const order = [...confirmed.entities.slice(0, last + 1), entry, ...confirmed.entities.slice(last + 1)];
  const after = new CodeTable(order);
  if (before.every(([code, name]) => after.codeOf(name) === code)) return entry;
  const code = new CodeTable(confirmed.entities).add(entry.name, entry.type);
  return code === undefined ? entry : { ...entry, code };
}

function notesOn(name: string, type: string): string[] {
  const notes: string[] = [];
  if (type === 'person' && createVocabulary().words('ambiguous').has(name.toLowerCase()))
    notes.push(`"${name}" is a word too: it counts as a name only where it is written with its capital`);
  if ([...name].length === 1) notes.push(`"${name}" is one letter: detection never proposes such a name by itself`);
  return notes;
}

function taken(message: string, next: string[]): PalaceError {
  return new PalaceError('name-taken', message, { exit: EXIT.conflict, next });
}
