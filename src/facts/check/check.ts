import { KnownNames } from '../claims/known-names.js';
import { ClaimReader } from '../claims/reader.js';
import type { Claim } from '../claims/types.js';
import type { Facts } from '../facts.js';
import { attributionIssues } from './attribution.js';
import { type CheckContext, checkContext } from './context.js';
import { datedIssues, statusIssues } from './dated.js';
import { roleIssues } from './roles.js';
import { NearNames, perhapsMeant, similarNameIssues } from './similar.js';
import { ageIssues, hereIssues } from './tenure.js';
import { type Issue, SEVERITIES } from './types.js';
import { valueIssues } from './values.js';

export interface TextCheck {
  issues: Issue[];
  /** Statements that were read and could be compared. */
  claims: number;
}

export interface CheckOptions {
  /** When the text was written, milliseconds: ages and tenures are of that day, and what ended later held then. */
  at: number;
  /** Number of the first line of the text; default 1. */
  firstLine?: number;
}

/** Compares what texts state with what the facts say. Made once for many texts. */
export class FactChecker {
  readonly #reader: ClaimReader;
  readonly #near: NearNames;

  constructor(private readonly facts: Facts) {
    this.#reader = new ClaimReader(new KnownNames(facts));
    this.#near = new NearNames([...facts.aliases.names(), ...facts.entityNames()]);
  }

  /** Contradictions of one text, in reading order. Who is right is not decided. */
  check(text: string, { at, firstLine }: CheckOptions): TextCheck {
    const context = checkContext(this.facts, at);
    const claims = this.#reader
      .read(text, { today: at, onlyKnown: true, ...(firstLine !== undefined && { firstLine }) })
      .filter(({ implied }) => !implied);
    const issues = claims.flatMap((claim) => this.#issues(context, claim));
    return { issues: distinct(issues), claims: claims.length };
  }

  /** All that a text states, of whomever, known or not: what proposals are made of. `at`: when it was written. */
  read(text: string, at: number, firstLine = 1): Claim[] {
    return this.#reader.read(text, { today: at, firstLine });
  }

  /** What the facts say against one statement. `at`: when it was made, milliseconds. */
  issuesOf(claim: Claim, at: number): Issue[] {
    return claim.implied ? [] : this.#issues(checkContext(this.facts, at), claim);
  }

  #issues(context: CheckContext, claim: Claim): Issue[] {
    const similar = similarNameIssues(context, claim, this.#near);
    if (similar.length > 0) return similar;
    const role = roleIssues(context, claim);
    if (role.length > 0) return role;
    const found = [
      ...attributionIssues(context, claim),
      ...valueIssues(context, claim),
      ...hereIssues(context, claim),
      ...ageIssues(context, claim),
      ...datedIssues(context, claim),
      ...statusIssues(context, claim),
    ];
    if (found.length === 0) return [];
    const meant = perhapsMeant(context, claim, this.#near);
    return found.map((each) => ({ ...each, evidence: `${each.evidence}${meant}` }));
  }
}

/** One line for one contradiction, however many forms read it. */
function distinct(issues: readonly Issue[]): Issue[] {
  const seen = new Map<string, Issue>();
  for (const each of issues) {
    const place = [each.kind, each.subject, each.evidence, each.claim?.lines[0] ?? ''].join('\0');
    if (!seen.has(place)) seen.set(place, each);
  }
  return [...seen.values()];
}

/** The gravest first, then in the order in which they were found. */
export function bySeverity(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
