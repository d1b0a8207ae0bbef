import type { Claim, Mention } from '../claims/types.js';
import type { Facts } from '../facts.js';
import { entityKey } from '../names.js';

/** A fact that a sentence states, as it would be written down. Nobody has said yet that it is true. */
export interface Candidate {
  subject: string;
  predicate: string;
  object: string;
  /** Dates of a fact, as far as the sentence or the day of the text tells. */
  from: string | null;
  to: string | null;
  /** The sentence says that it holds no longer. */
  over: boolean;
  /** 0 to 1: how sure the reading is, not how sure the fact is. */
  confidence: number;
  claim: Claim;
}

export interface CandidateOptions {
  /** What "we" stands for; undefined where it stands for nobody in particular. */
  ourselves: string | undefined;
  /** The day of the text, as a date of a fact; undefined where nobody knows it. */
  day: string | undefined;
}

/** Relations that are stored as they are read. */
const PLAIN: ReadonlySet<string> = new Set([
  'works_at',
  'works_on',
  'lives_in',
  'uses',
  'leads',
  'responsible_for',
  'owns',
  'maintains',
  'reports_to',
  'prefers',
]);
/** What the subject of a relation to a place, a person or work must be: no name of a program or in capitals only. */
const PERSONAL: ReadonlySet<string> = new Set(['works_at', 'works_on', 'lives_in', 'reports_to', 'prefers']);
const SURE = 0.8;

/** What a statement proposes for the graph; nothing where it is about something else, or nobody can say about whom. */
export function candidatesOf(claim: Claim, facts: Facts, { ourselves, day }: CandidateOptions): Candidate[] {
  const subject = nameOf(claim.subject, ourselves);
  if (subject === undefined || claim.says === 'was') return [];
  const base = { subject, confidence: confidenceOf(claim), claim };
  if (claim.relation === 'birthday')
    return claim.on === null
      ? []
      : [{ ...base, predicate: 'birthday', object: claim.on, from: null, to: null, over: false }];
  const object = claim.object === null ? undefined : nameOf(claim.object, undefined);
  if (object === undefined || entityKey(object) === entityKey(subject)) return [];
  const predicate = predicateOf(claim, facts, subject, object);
  if (predicate === undefined || (PERSONAL.has(predicate) && !mayBePerson(claim.subject))) return [];
  const when = claim.since ?? claim.on ?? (claim.says === 'holds' ? null : (day ?? null));
  if (claim.says === 'ended') {
    const to = claim.on ?? claim.until ?? day ?? null;
    return [{ ...base, predicate, object, from: null, to, over: true }];
  }
  const found: Candidate[] = [{ ...base, predicate, object, from: when, to: claim.until, over: false }];
  const instead = claim.instead === null ? undefined : nameOf(claim.instead, undefined);
  if (instead !== undefined && (claim.relation === 'moved' || claim.relation === 'switched'))
    found.push({ ...base, predicate, object: instead, from: null, to: when, over: true });
  return found;
}

/** How the graph calls it. `joined` and `left` say of what only with the object's help. */
function predicateOf(claim: Claim, facts: Facts, subject: string, object: string): string | undefined {
  const { relation } = claim;
  if (PLAIN.has(relation)) return relation;
  switch (relation) {
    case 'moved':
      return 'lives_in';
    case 'switched':
      return 'uses';
    case 'chose':
    case 'replaces':
      return relation;
    case 'role':
      return claim.value ?? undefined;
    case 'joined':
    case 'left': {
      const standing = facts.ofTriple(subject, 'works_on', object).some(({ retracted }) => retracted === null);
      const lived = relation === 'left' && facts.ofTriple(subject, 'lives_in', object).length > 0;
      if (lived) return 'lives_in';
      return standing || facts.entity(object)?.type === 'project' ? 'works_on' : 'works_at';
    }
    default:
      return undefined;
  }
}

function nameOf(mention: Mention, ourselves: string | undefined): string | undefined {
  if (mention.kind === 'ourselves') return ourselves;
  return mention.known ?? mention.text;
}

/** `Kai`, `林岚`, somebody known; not `REST`, `HTTP/2` or a thing without a name. */
function mayBePerson({ kind, known, text }: Mention): boolean {
  if (known !== null) return true;
  return kind === 'name' && !/\p{N}|^\p{Lu}{2,}$|^\p{Ll}/u.test(text);
}

function confidenceOf({ implied, subject, object }: Claim): number {
  let sure = SURE;
  if (implied || subject.kind === 'phrase') sure -= 0.2;
  else if (subject.known === null) sure -= 0.1;
  if (object !== null && object.known === null) sure -= 0.1;
  return Math.round(sure * 10) / 10;
}
