import { EXIT, PalaceError } from '../../base/errors.js';
import { entityKey } from '../../facts/names.js';
import { openFacts } from '../../facts/read.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace } from '../../palace/types.js';
import { checkedCode, isFree } from './add.js';
import { changeEntities, checkedName, entryIfAny, entryOf } from './file.js';
import type { EntityChange, EntityRequest } from './types.js';

export interface AliasRequest extends EntityRequest {
  aliases: readonly string[];
  /** Take them away instead. Default false. */
  remove?: boolean;
}

/**
 * Further names of an entry. @throws PalaceError `not-found` (exit 4) for the entry, or an alias that is to go and is not there;
 * `name-taken` (exit 5).
 */
export async function aliasEntity(palace: Palace, request: AliasRequest): Promise<EntityChange> {
  const redactor = new Redactor(palace);
  const typed = request.aliases.map((alias) => checkedName(alias, 'alias'));
  const given = await redactor.redactValue(typed, OWN_SCOPE);
  return changeEntities(palace, { ...request, redactor }, (confirmed) => {
    const { name, aliases } = entryOf(confirmed, request.name);
    const keys = new Set(given.map(entityKey));
    if (request.remove === true) {
      const missing = given.find((alias) => !aliases.some((one) => entityKey(one) === entityKey(alias)));
      if (missing !== undefined) throw noAlias(missing, name, aliases);
      const kept = aliases.filter((one) => !keys.has(entityKey(one)));
      if (kept.length === aliases.length) return { status: 'unchanged', shown: name, subject: '' };
      const subject = `entities: ${name} without ${given.join(', ')}`;
      return { status: 'changed', shown: name, subject, edit: (text) => text.set(name, { aliases: kept }) };
    }
    const fresh = [...new Map(given.map((one) => [entityKey(one), one])).values()].filter((one) =>
      isFree(confirmed, one, name),
    );
    if (fresh.length === 0) return { status: 'unchanged', shown: name, subject: '' };
    const subject = `entities: ${name} is also ${fresh.join(', ')}`;
    return {
      status: 'changed',
      shown: name,
      subject,
      edit: (text) => text.set(name, { aliases: [...aliases, ...fresh] }),
    };
  });
}

function noAlias(alias: string, name: string, aliases: readonly string[]): PalaceError {
  const has = aliases.length === 0 ? 'it has none' : `it has ${aliases.join(', ')}`;
  return new PalaceError('not-found', `"${alias}" is no alias of "${name}": ${has}`, {
    exit: EXIT.notFound,
    next: ['palace entities'],
  });
}

export interface CodeRequest extends EntityRequest {
  /** The AAAK code; `null`: the one that follows from the name again. Absent: nothing changes. */
  code?: string | null;
}

/** Chooses the code of an entry. @throws PalaceError `not-found` (exit 4), `bad-code` (exit 2), `code-taken` (exit 5). */
export async function codeEntity(palace: Palace, request: CodeRequest): Promise<EntityChange> {
  return changeEntities(palace, request, (confirmed) => {
    const { name, code: chosen } = entryOf(confirmed, request.name);
    const code = typeof request.code === 'string' ? checkedCode(confirmed, request.code, name) : request.code;
    const same = code === undefined || (code === null ? chosen === undefined : chosen?.trim().toUpperCase() === code);
    if (same) return { status: 'unchanged', shown: name, subject: '' };
    const subject = code === null ? `entities: ${name} without a chosen code` : `entities: ${name} is ${code}`;
    return { status: 'changed', shown: name, subject, edit: (text) => text.set(name, { code }) };
  });
}

export interface MergeEntitiesRequest extends EntityRequest {
  /** The entry that stays. */
  into: string;
}

/**
 * Makes two names one: the first becomes an alias of the second and brings its aliases along. Nothing else is rewritten: facts,
 * drawers and diaries keep the name that they say, and are found under both.
 * @throws PalaceError `not-found` (exit 4): `into` stands in entities.yaml, the other there or in a fact.
 */
export async function mergeEntities(palace: Palace, request: MergeEntitiesRequest): Promise<EntityChange> {
  const given = checkedName(request.name);
  const known = new Set((await openFacts(palace)).facts.entityNames().map(entityKey));
  return changeEntities(palace, request, (confirmed) => {
    const into = entryOf(confirmed, request.into);
    const from = entryIfAny(confirmed, given);
    if (from === undefined && !known.has(entityKey(given))) entryOf(confirmed, given);
    const names = from === undefined ? [given] : [from.name, ...from.aliases];
    if (from?.name === into.name) return { status: 'unchanged', shown: into.name, subject: '' };
    const taken = new Set([into.name, ...into.aliases].map(entityKey));
    const aliases = [...into.aliases, ...names.filter((one) => !taken.has(entityKey(one)))];
    return {
      status: 'changed',
      shown: into.name,
      subject: `entities: ${given} is ${into.name}`,
      edit: (text) => {
        if (from !== undefined) text.remove(from.name);
        text.set(into.name, { aliases });
      },
    };
  });
}

/** Takes an entry out of entities.yaml; what memories and facts say stays. @throws PalaceError `not-found` (exit 4). */
export async function removeEntity(palace: Palace, request: EntityRequest): Promise<EntityChange> {
  return changeEntities(palace, request, (confirmed) => {
    const { name } = entryOf(confirmed, request.name);
    return {
      status: 'removed',
      shown: name,
      subject: `entities: remove ${name}`,
      edit: (text) => void text.remove(name),
    };
  });
}
