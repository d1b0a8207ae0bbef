import type { Settings } from '../palace/types.js';
import { relationKey } from './names.js';

/** Relations of which a subject has one value at a time: a new one ends the old one. palace.yaml may name others (`facts.single_valued`). */
export function singleValuedRelations(settings: Pick<Settings, 'singleValued'>): ReadonlySet<string> {
  return new Set(settings.singleValued.map(relationKey).filter((name) => name !== ''));
}

/** Relations that cannot lead back to where they began: a circle of them is worth a remark. */
const ONE_WAY: ReadonlySet<string> = new Set([
  'reports_to',
  'managed_by',
  'led_by',
  'child_of',
  'parent_of',
  'part_of',
  'located_in',
  'owned_by',
  'belongs_to',
  'depends_on',
]);

export function isOneWay(relation: string): boolean {
  return ONE_WAY.has(relation);
}
