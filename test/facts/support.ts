import fc from 'fast-check';
import { Facts, type FactsOptions } from '../../src/facts/facts.js';
import { MemoryGroups } from '../../src/facts/groups.js';
import { byTime } from '../../src/facts/query.js';
import type { PalaceEvent } from '../../src/palace/events.js';

/** An event of a log at a number of minutes, with an id of its own. */
export function event(id: string, minute: number, op: string, fields: Record<string, unknown> = {}): PalaceEvent {
  return { event: id, at: new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString(), op, ...fields };
}

export function factsOf(events: readonly PalaceEvent[], options: FactsOptions = {}): Facts {
  return new Facts(new MemoryGroups(events), options);
}

/** Everything that the facts say, for comparison. */
export function stateOf(facts: Facts): unknown {
  const all = facts.all().sort(byTime);
  const names = facts.entityNames();
  return {
    all,
    names,
    entities: names.map((name) => facts.entity(name)),
    byEntity: names.map((name) =>
      facts
        .ofEntity(name)
        .map(({ id }) => id)
        .sort(),
    ),
    byRelation: [...new Set(all.map(({ predicate }) => predicate))].sort().map((relation) =>
      facts
        .ofRelation(relation)
        .map(({ id }) => id)
        .sort(),
    ),
  };
}

const NAMES = ['Kai', 'kai', 'KAI', 'Órion', 'Nova', '凯', "O'Brien", 'obrien'];
const RELATIONS = ['works_on', 'works at', 'Knows'];
const DATES = ['2025', '2025-06', '2025-06-01', '2026-03-01T10:00:00Z', '2026-05'];

/**
 * Logs of several writers: facts of few names, and every way to speak about an earlier, a later or an absent event, revokes of
 * revokes included. Times repeat.
 */
export function logs(most = 24): fc.Arbitrary<PalaceEvent[]> {
  const name = fc.constantFrom(...NAMES);
  const date = fc.option(fc.constantFrom(...DATES), { nil: undefined });
  const one = fc.record({
    op: fc.constantFrom('add', 'add', 'add', 'end', 'correct', 'confirm', 'retract', 'revoke', 'entity', 'later-op'),
    minute: fc.nat(12),
    subject: name,
    predicate: fc.constantFrom(...RELATIONS),
    object: name,
    from: date,
    to: date,
    target: fc.nat(most),
    confidence: fc.constantFrom(0.2, 0.5, 1),
    by: fc.option(fc.constantFrom('ann', 'codex'), { nil: undefined }),
  });
  return fc.array(one, { maxLength: most }).map((drafts) =>
    drafts.map(({ op, minute, subject, predicate, object, from, to, target, confidence, by }, at) => {
      const spoken = { ...(by !== undefined && { by }), target: `e-${target}` };
      if (op === 'add')
        return event(`e-${at}`, minute, op, {
          ...(by !== undefined && { by }),
          subject,
          predicate,
          object,
          from,
          to,
          confidence,
        });
      if (op === 'end') return event(`e-${at}`, minute, op, { ...spoken, to: to ?? '2026' });
      if (op === 'correct') return event(`e-${at}`, minute, op, { ...spoken, subject, from: from ?? null });
      if (op === 'confirm') return event(`e-${at}`, minute, op, { ...spoken, confidence, drawer: `d-${at}` });
      if (op === 'entity')
        return event(`e-${at}`, minute, op, { name: subject, type: object, properties: { [predicate]: at } });
      return event(`e-${at}`, minute, op, spoken);
    }),
  );
}
