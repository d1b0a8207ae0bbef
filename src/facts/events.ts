import { type EventStamp, newEvent, type PalaceEvent } from '../palace/events.js';
import { spanOf } from './dates.js';
import { entityKey, relationKey } from './names.js';

/** What an `add` states. Dates as `factDate` gives them, names as `subjectName`, `relationName` and `objectText` do. */
export interface Statement {
  subject: string;
  predicate: string;
  object: string;
  from?: string;
  to?: string;
  /** 0 to 1; absent means 1. */
  confidence?: number;
}

/** Where a statement is from; the fields of the events `add` and `confirm`. */
export interface Provenance {
  drawer?: string;
  /** First and last line of the drawer's body, 1-based. */
  lines?: readonly [number, number];
  file?: string;
  closet?: string;
}

/** What a `correct` sets; null takes a date away. Absent fields stay. */
export interface Correction {
  subject?: string;
  predicate?: string;
  object?: string;
  from?: string | null;
  to?: string | null;
  confidence?: number;
}

export type PropertyValue = string | number | boolean;

/**
 * Makes events one after another for one commit: each comes after all that this clone has seen, and after the one before it.
 * @param by person or agent who says so; undefined where nobody is known.
 */
export class FactWriter {
  readonly events: PalaceEvent[] = [];
  #newestSeen: string | undefined;

  constructor(
    private readonly by: string | undefined,
    private readonly stamp: Omit<EventStamp, 'newestSeen' | 'now'> & { now(): Date },
    newestSeen: string | undefined,
  ) {
    this.#newestSeen = newestSeen;
  }

  /** A new fact; its id is the event's. */
  add(statement: Statement, provenance: Provenance = {}): PalaceEvent {
    return this.#write({ op: 'add', ...statement, ...provenance });
  }

  /** Somebody states a known fact once more: another source, perhaps surer. */
  confirm(target: string, more: Provenance & { confidence?: number }): PalaceEvent {
    return this.#write({ op: 'confirm', target, ...more });
  }

  /** The fact holds no longer than `to`. `supersededBy`: the fact that took its place. */
  end(target: string, to: string, supersededBy?: string): PalaceEvent {
    return this.#write({ op: 'end', target, to, superseded_by: supersededBy });
  }

  correct(target: string, correction: Correction): PalaceEvent {
    return this.#write({ op: 'correct', target, ...correction });
  }

  /** The fact was never true. */
  retract(target: string, reason?: string): PalaceEvent {
    return this.#write({ op: 'retract', target, reason });
  }

  /** Takes an event back. */
  revoke(target: string): PalaceEvent {
    return this.#write({ op: 'revoke', target });
  }

  /** Type and properties of a person or thing; those that are not named stay as they are. */
  entity(name: string, type: string | undefined, properties: Readonly<Record<string, PropertyValue>>): PalaceEvent {
    const some = Object.keys(properties).length > 0;
    return this.#write({ op: 'entity', name, type, ...(some && { properties }) });
  }

  /** Something that is kept beside the facts and that the fold does not know: what became of a proposal. */
  remark(op: string, fields: Readonly<Record<string, unknown>>): PalaceEvent {
    return this.#write({ ...fields, op });
  }

  #write(fields: { op: string; [field: string]: unknown }): PalaceEvent {
    const event = newEvent(
      { ...fields, ...(this.by !== undefined && { by: this.by }) },
      {
        now: this.stamp.now(),
        randomBytes: (size) => this.stamp.randomBytes(size),
        ...(this.#newestSeen !== undefined && { newestSeen: this.#newestSeen }),
      },
    );
    this.#newestSeen = event.at;
    this.events.push(event);
    return event;
  }
}

/**
 * Why an event of `facts/` cannot be taken at its word, undefined when it can. An operation that this version does not know is
 * no damage.
 */
export function factProblem(event: PalaceEvent): string | undefined {
  switch (event.op) {
    case 'add':
      return statementProblem(event, true) ?? provenanceProblem(event);
    case 'confirm':
      return targetProblem(event) ?? confidenceProblem(event) ?? provenanceProblem(event);
    case 'end':
      return targetProblem(event) ?? (isDate(event.to) ? undefined : '"to" is not a date');
    case 'correct':
      return targetProblem(event) ?? statementProblem(event, false);
    case 'entity':
      return entityProblem(event);
    case 'retract':
    case 'revoke':
      return targetProblem(event);
    default:
      return undefined;
  }
}

function statementProblem(event: PalaceEvent, whole: boolean): string | undefined {
  for (const field of ['subject', 'predicate', 'object'] as const) {
    const value = event[field];
    if (value === undefined && !whole) continue;
    if (typeof value !== 'string') return `no "${field}"`;
    const key = field === 'predicate' ? relationKey(value) : field === 'subject' ? entityKey(value) : value.trim();
    if (key === '') return `"${field}" is empty`;
  }
  for (const field of ['from', 'to'] as const)
    if (event[field] !== undefined && event[field] !== null && !isDate(event[field])) return `"${field}" is not a date`;
  return confidenceProblem(event);
}

function confidenceProblem({ confidence }: PalaceEvent): string | undefined {
  if (confidence === undefined) return undefined;
  const right = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  return right ? undefined : '"confidence" is no number from 0 to 1';
}

function provenanceProblem({ drawer, lines, file, closet }: PalaceEvent): string | undefined {
  for (const [field, value] of Object.entries({ drawer, file, closet }))
    if (value !== undefined && typeof value !== 'string') return `"${field}" is not a text`;
  return lines === undefined || linesOf(lines) !== null ? undefined : '"lines" is no pair of line numbers';
}

function targetProblem({ target }: PalaceEvent): string | undefined {
  return target === undefined ? 'no "target"' : undefined;
}

function entityProblem({ name, type, properties }: PalaceEvent): string | undefined {
  if (typeof name !== 'string' || entityKey(name) === '') return 'no "name"';
  if (type !== undefined && typeof type !== 'string') return '"type" is not a text';
  if (properties === undefined) return undefined;
  const right = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return right ? undefined : '"properties" is no mapping';
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && spanOf(value) !== undefined;
}

/** A pair of line numbers, else null. */
export function linesOf(value: unknown): [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [first, last]: unknown[] = value;
  if (typeof first !== 'number' || typeof last !== 'number') return null;
  return Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first ? [first, last] : null;
}
