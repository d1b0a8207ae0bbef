import type { Issue } from '../../facts/check/types.js';
import type { Facts } from '../../facts/facts.js';
import type { Fact } from '../../facts/types.js';
import type { CheckIssue, OpposingFact } from './types.js';

/** An issue for an answer, names as entities are called here. */
export function issueRow(facts: Facts, found: Issue, drawer: CheckIssue['drawer'] = null): CheckIssue {
  const { severity, kind, subject, evidence, claim, names } = found;
  return {
    severity,
    kind,
    subject,
    evidence,
    quote: claim?.quote ?? null,
    lines: claim?.lines ?? null,
    claim: claim && {
      subject: claim.subject.known ?? claim.subject.text,
      relation: claim.relation,
      object: claim.object?.known ?? claim.object?.text ?? claim.on ?? claim.value,
      says: claim.says,
    },
    facts: found.facts.map((fact) => opposing(facts, fact)),
    names,
    drawer,
  };
}

function opposing(facts: Facts, fact: Fact): OpposingFact {
  const source = fact.sources.find(({ drawer, file }) => (drawer ?? file) !== null) ?? fact.sources[0];
  const object = facts.displayName(fact.object).replace(/\s+/g, ' ');
  return {
    triple_id: fact.id,
    fact: `${facts.displayName(fact.subject)} → ${fact.predicate} → ${object.length <= 80 ? object : `${object.slice(0, 79)}…`}`,
    valid_from: fact.from,
    valid_to: fact.to,
    confidence: fact.confidence,
    by: fact.by,
    recorded_at: fact.at,
    source_drawer: source?.drawer ?? null,
    source_lines: source?.lines ?? null,
    source_file: source?.file ?? null,
  };
}
