import { PalaceError } from '../../base/errors.js';
import { spanOf } from '../../facts/dates.js';
import type { PropertyValue } from '../../facts/events.js';
import { subjectName } from '../../facts/names.js';
import { checkStatement, type KgAddRequest } from './add.js';

/** One entry of a file of entity facts (behaviour reference 5.5), as what it says. */
export interface EntitySeed {
  name: string;
  type: string | undefined;
  properties: Record<string, PropertyValue>;
  facts: KgAddRequest[];
}

const SIBLINGS: ReadonlySet<string> = new Set(['brother', 'sister', 'sibling', 'twin']);
const PETS: ReadonlySet<string> = new Set(['dog', 'cat', 'pet', 'bird', 'horse', 'rabbit', 'hamster', 'fish']);
/** Keys that become something else than a property. */
const TOLD = new Set(['full_name', 'type', 'parent', 'partner', 'relationship', 'sibling', 'owner', 'interests']);

/**
 * Reads `{key: {full_name?, type?, gender?, birthday?, parent?, partner?, relationship?, sibling?, owner?, interests?[]}}`. Other keys
 * with plain values are properties too. A child is `child_of` once, however it is said; a pet keeps its properties; an interest has no
 * beginning, because none is given. What cannot be taken is added to `skipped`.
 */
export function seedsOf(data: unknown, skipped: { entry: string; reason: string }[]): EntitySeed[] {
  if (typeof data !== 'object' || data === null) {
    skipped.push({ entry: 'the file', reason: 'it is neither an object nor a list' });
    return [];
  }
  const entries = Object.entries(data as Record<string, unknown>);
  const names = new Map(entries.map(([key, entry]) => [key.toLowerCase(), nameOf(key, entry)]));
  return entries.flatMap(([key, entry]) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      skipped.push({ entry: key, reason: 'it is no object' });
      return [];
    }
    try {
      return [seedOf(nameOf(key, entry), entry as Record<string, unknown>, names, skipped)];
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      skipped.push({ entry: key, reason: error.message });
      return [];
    }
  });
}

function seedOf(
  name: string,
  entry: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
  skipped: { entry: string; reason: string }[],
): EntitySeed {
  subjectName(name);
  const relationship = textOf(entry.relationship)?.toLowerCase();
  const isPet = relationship !== undefined && PETS.has(relationship);
  const birthday = textOf(entry.birthday);
  const since = birthday !== undefined && spanOf(birthday) !== undefined ? birthday : undefined;
  const facts: KgAddRequest[] = [];
  const say = (predicate: string, value: unknown, valid_from?: string): void => {
    const other = textOf(value);
    if (other === undefined) return;
    const object = names.get(other.toLowerCase()) ?? capital(other);
    const fact: KgAddRequest = { subject: name, predicate, object, ...(valid_from !== undefined && { valid_from }) };
    try {
      checkStatement(fact);
      facts.push(fact);
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      skipped.push({ entry: `${name}: ${predicate}`, reason: error.message });
    }
  };
  say('child_of', entry.parent, since);
  say(
    relationship === 'partner' || relationship === undefined || isSpouse(relationship) ? 'married_to' : 'partner_of',
    entry.partner,
  );
  if (entry.sibling !== undefined) say('sibling_of', entry.sibling);
  if (entry.owner !== undefined) say(isPet ? 'pet_of' : 'owned_by', entry.owner, isPet ? since : undefined);
  for (const interest of Array.isArray(entry.interests) ? entry.interests : []) say('loves', interest);

  const properties: Record<string, PropertyValue> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (TOLD.has(key)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      if (typeof value !== 'string' || value.trim() !== '') Object.assign(properties, { [key]: value });
    } else skipped.push({ entry: `${name}: ${key}`, reason: 'it is no plain value' });
  }
  if (isPet) properties.species = relationship;
  else if (relationship !== undefined && !isSpouse(relationship) && !SIBLINGS.has(relationship))
    properties.relationship = relationship;
  const type = textOf(entry.type)?.toLowerCase() ?? (isPet ? 'animal' : 'person');
  return { name, type: isPet ? 'animal' : type, properties, facts };
}

function isSpouse(relationship: string): boolean {
  return relationship === 'husband' || relationship === 'wife' || relationship === 'spouse';
}

function nameOf(key: string, entry: unknown): string {
  const full =
    typeof entry === 'object' && entry !== null ? textOf((entry as Record<string, unknown>).full_name) : undefined;
  return full ?? capital(key.replaceAll('_', ' '));
}

function capital(text: string): string {
  const [first = '', ...rest] = Array.from(text.trim());
  return first.toUpperCase() + rest.join('');
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
