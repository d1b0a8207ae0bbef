import type { ClaimRelation } from '../../text/languages/claims.js';

/** How the graph may call what a claim says: relations from the claim's subject to its object, and the other way round. */
export interface Family {
  relations: readonly string[];
  inverse: readonly string[];
}

const WORK_AT = ['works_at', 'employed_by', 'works_for', 'employee_of', 'joined', 'started_at', 'working_at'];
const WORK_ON = ['works_on', 'working_on', 'contributes_to', 'develops', 'member_of', 'on_project'];
const HELD = [
  'assigned_to',
  'owns',
  'responsible_for',
  'leads',
  'maintains',
  'completed',
  'finished',
  'handles',
  'in_charge_of',
  'heads',
];
const HELD_BY = [
  'assigned_to',
  'owned_by',
  'owner',
  'assignee',
  'responsible',
  'led_by',
  'lead',
  'headed_by',
  'maintained_by',
  'completed_by',
  'done_by',
  'handled_by',
];

/** Relations that name the one who has a thing, or did it: claims about it name the same one. */
export const ATTRIBUTIONS: Partial<Record<ClaimRelation, Family>> = {
  leads: {
    relations: ['leads', 'heads', 'lead_of', 'owns', 'responsible_for'],
    inverse: ['led_by', 'lead', 'headed_by', 'owned_by', 'owner'],
  },
  responsible_for: { relations: HELD, inverse: HELD_BY },
  owns: { relations: HELD, inverse: HELD_BY },
  maintains: {
    relations: ['maintains', 'owns', 'responsible_for', 'assigned_to'],
    inverse: ['maintained_by', 'owned_by', 'owner', 'assigned_to'],
  },
  completed: { relations: HELD, inverse: HELD_BY },
  chose: {
    relations: ['chose', 'decided', 'decided_on', 'decided_to_use', 'picked', 'selected'],
    inverse: ['chosen_by', 'decided_by', 'picked_by', 'selected_by'],
  },
  recommended: {
    relations: ['recommended', 'suggested', 'proposed', 'recommends'],
    inverse: ['recommended_by', 'suggested_by', 'proposed_by'],
  },
  created: {
    relations: ['created', 'wrote', 'built', 'designed', 'invented', 'founded', 'authored'],
    inverse: ['created_by', 'written_by', 'author', 'built_by', 'designed_by', 'invented_by', 'founded_by'],
  },
};

/** Relations with values of the subject that come and go. */
export const VALUES: Partial<Record<ClaimRelation, Family>> = {
  works_at: { relations: WORK_AT, inverse: ['employs'] },
  works_on: { relations: WORK_ON, inverse: [] },
  joined: { relations: [...WORK_AT, ...WORK_ON], inverse: ['employs'] },
  lives_in: { relations: ['lives_in', 'based_in', 'located_in', 'resides_in', 'lives_at', 'home'], inverse: [] },
  uses: { relations: ['uses', 'runs_on', 'relies_on', 'built_on', 'built_with'], inverse: ['used_by'] },
  reports_to: {
    relations: ['reports_to', 'managed_by', 'manager', 'boss', 'supervised_by'],
    inverse: ['manages', 'manager_of', 'boss_of', 'supervises'],
  },
  prefers: { relations: ['prefers', 'favours', 'favors', 'likes'], inverse: [] },
};

/** What can end with "left": any of these. */
export const LEAVABLE: Family = {
  relations: [...WORK_AT, ...WORK_ON, 'lives_in', 'based_in', 'leads', 'member_of', 'uses'],
  inverse: ['employs'],
};

/** A start of which "N years here" speaks. */
export const STARTS: readonly string[] = ['started_at', 'joined', 'works_at', 'employed_by', 'works_for', 'works_on'];

/** Dates as objects of facts. `starts_on` and the rest are asked in this order. */
export const DATED: Partial<Record<ClaimRelation, readonly string[]>> = {
  ends_on: ['ends_on', 'ends', 'end_date', 'finishes_on'],
  due: ['due', 'due_on', 'due_date', 'deadline'],
  starts_on: ['starts_on', 'starts', 'start_date', 'begins_on'],
  scheduled_for: ['scheduled_for', 'planned_for', 'date', 'takes_place_on'],
};

export const BIRTHDAYS: readonly string[] = ['birthday', 'born_on', 'born', 'date_of_birth', 'born_in'];

export const STATUSES: readonly string[] = ['status', 'state'];

/** Roles between two: the name that stands for each, and whether it reads the same from both sides. */
const ROLES: Readonly<Record<string, { name: string; turned: string }>> = {
  married_to: { name: 'married_to', turned: 'married_to' },
  wife_of: { name: 'married_to', turned: 'married_to' },
  husband_of: { name: 'married_to', turned: 'married_to' },
  spouse_of: { name: 'married_to', turned: 'married_to' },
  is_partner_of: { name: 'partner_of', turned: 'partner_of' },
  partner_of: { name: 'partner_of', turned: 'partner_of' },
  sibling_of: { name: 'sibling_of', turned: 'sibling_of' },
  is_sibling_of: { name: 'sibling_of', turned: 'sibling_of' },
  brother_of: { name: 'sibling_of', turned: 'sibling_of' },
  sister_of: { name: 'sibling_of', turned: 'sibling_of' },
  child_of: { name: 'child_of', turned: 'parent_of' },
  is_child_of: { name: 'child_of', turned: 'parent_of' },
  son_of: { name: 'child_of', turned: 'parent_of' },
  daughter_of: { name: 'child_of', turned: 'parent_of' },
  parent_of: { name: 'parent_of', turned: 'child_of' },
  mother_of: { name: 'parent_of', turned: 'child_of' },
  father_of: { name: 'parent_of', turned: 'child_of' },
  cousin_of: { name: 'cousin_of', turned: 'cousin_of' },
  uncle_of: { name: 'uncle_of', turned: 'nephew_of' },
  aunt_of: { name: 'aunt_of', turned: 'nephew_of' },
  is_pet_of: { name: 'pet_of', turned: 'owner_of' },
  pet_of: { name: 'pet_of', turned: 'owner_of' },
};

/** The role that a relation of the graph states, seen from its subject (or, `turned`, from its object). */
export function roleOf(relation: string, turned: boolean): string | undefined {
  const role = ROLES[relation];
  return turned ? role?.turned : role?.name;
}

/** Roles that one pair can have at once without a contradiction. */
export function areCompatible(a: string, b: string): boolean {
  const couple = ['married_to', 'partner_of'];
  return a === b || (couple.includes(a) && couple.includes(b));
}
