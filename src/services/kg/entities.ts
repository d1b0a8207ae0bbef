import { EXIT, PalaceError } from '../../base/errors.js';
import type { PropertyValue } from '../../facts/events.js';
import type { EntitySummary } from '../../facts/facts.js';
import { subjectName } from '../../facts/names.js';
import { openFacts } from '../../facts/read.js';
import type { ObjectId } from '../../git/types.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import type { KgChange } from './types.js';
import { writeFacts } from './write.js';

export interface KgEntity {
  name: string;
  /** `unknown` until somebody says. */
  type: string;
  aliases: string[];
  properties: Readonly<Record<string, PropertyValue>>;
  /** Facts of which it is a side. */
  facts: number;
  created_at: string | null;
}

export interface KgEntitiesResult {
  entities: KgEntity[];
  count: number;
  total: number;
  /** Names near the one that was asked for, when it is not known. */
  near: string[];
}

export interface KgEntitiesRequest {
  /** Only this one. */
  name?: string;
  /** Only of this type. */
  type?: string;
  limit?: number;
  offset?: number;
}

/** Who and what is known, by name. */
export async function listEntities(palace: Palace, request: KgEntitiesRequest = {}): Promise<KgEntitiesResult> {
  const { facts } = await openFacts(palace);
  const resolved = request.name === undefined ? undefined : facts.resolve(request.name);
  const names = resolved === undefined ? facts.entityNames() : [resolved.name];
  const all = names
    .flatMap((name) => facts.entity(name) ?? [])
    .filter(({ type }) => request.type === undefined || type === request.type.trim().toLowerCase());
  const offset = Math.max(0, request.offset ?? 0);
  const shown = all.slice(offset, request.limit === undefined ? undefined : offset + Math.max(0, request.limit));
  return {
    entities: shown.map(entityRow),
    count: shown.length,
    total: all.length,
    near: resolved?.by === 'none' ? facts.near(resolved.given) : [],
  };
}

function entityRow({ name, type, aliases, properties, facts, createdAt }: EntitySummary): KgEntity {
  return { name, type, aliases, properties, facts, created_at: createdAt };
}

export interface KgDescribeRequest {
  name: string;
  type?: string;
  /** `key=value`; numbers, `true` and `false` are taken as such. */
  set?: readonly string[];
  by?: string;
}

export interface KgDescribeResult {
  success: true;
  status: 'described' | 'unchanged';
  entity: KgEntity;
  changed: KgChange[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Says what an entity is. Properties are merged: those that are not named stay.
 * @throws PalaceError `nothing-to-set`, `bad-property`, `bad-fact` (exit 2).
 */
export async function describeEntity(palace: Palace, request: KgDescribeRequest): Promise<KgDescribeResult> {
  const given = subjectName(request.name);
  const type = request.type?.trim().toLowerCase();
  if (type === undefined && !request.set?.length)
    throw new PalaceError('nothing-to-set', `what "${given}" is is not said`, {
      exit: EXIT.usage,
      next: ['--type person', '--set birthday=1990-04-02'],
    });
  if (type !== undefined && !/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,63}$/u.test(type))
    throw badProperty('type', request.type ?? '');
  const redactor = new Redactor(palace);
  const wanted = await redactor.redactValue(Object.fromEntries((request.set ?? []).map(propertyOf)), OWN_SCOPE);
  const { answer, ...written } = await writeFacts(palace, { ...request, redactor }, ({ facts, writer, now }) => {
    const { name } = facts.resolve(given);
    const before = facts.entity(name);
    const properties = Object.fromEntries(
      Object.entries(wanted).filter(([key, value]) => before?.properties[key] !== value),
    );
    const changed = Object.entries(properties).map(
      ([field, after]): KgChange => ({ field, before: before?.properties[field] ?? null, after }),
    );
    const newType = type === undefined || type === before?.type ? undefined : type;
    if (newType !== undefined) changed.unshift({ field: 'type', before: before?.type ?? 'unknown', after: newType });
    if (changed.length > 0) writer.entity(name, newType, properties);
    return {
      subject: `kg describe: ${name} (${changed.map(({ field }) => field).join(', ')})`,
      answer: {
        success: true as const,
        status: changed.length > 0 ? ('described' as const) : ('unchanged' as const),
        entity: {
          name,
          type: type ?? before?.type ?? 'unknown',
          aliases: before?.aliases ?? [],
          properties: { ...before?.properties, ...properties },
          facts: before?.facts ?? 0,
          created_at: before?.createdAt ?? now.toISOString(),
        },
        changed,
      },
    };
  });
  return { ...answer, ...written };
}

function propertyOf(text: string): [string, PropertyValue] {
  const cut = text.indexOf('=');
  const key = text.slice(0, cut).trim();
  const value = text.slice(cut + 1).trim();
  if (
    cut < 1 ||
    !/^[\p{L}_][\p{L}\p{M}\p{N}_ -]{0,63}$/u.test(key) ||
    value.length > 2000 ||
    /[^\P{Cc}\n\t]/u.test(value)
  )
    throw badProperty('set', text);
  if (value === 'true' || value === 'false') return [key, value === 'true'];
  return [key, /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(value) ? Number(value) : value];
}

function badProperty(field: string, text: string): PalaceError {
  return new PalaceError('bad-property', `${field} ${JSON.stringify(text.slice(0, 60))} is refused`, {
    exit: EXIT.usage,
    next: ['--type person', '--set birthday=1990-04-02'],
    details: { field },
  });
}
