import type { FactChecker } from '../../../src/facts/check/check.js';
import { FactWriter } from '../../../src/facts/events.js';
import type { Facts } from '../../../src/facts/facts.js';
import { factsOf } from '../support.js';
import type { Statement } from './statements.js';
import { TODAY, type World } from './world.js';

/** Relations with one value at a time, as palace.yaml has them by default. */
export const SINGLE = [
  'works_at',
  'employed_by',
  'reports_to',
  'lives_in',
  'married_to',
  'birthday',
  'ends_on',
  'due',
  'status',
];

export function factsOfWorld(world: World): Facts {
  let drawn = 0;
  const stamp = {
    now: () => new Date('2026-05-30T10:00:00Z'),
    randomBytes: (size: number) => Buffer.alloc(size, String(drawn++).padStart(size, '0')),
  };
  const writer = new FactWriter('Ada Tester', stamp, undefined);
  for (const { subject, predicate, object, from, to } of world.facts)
    writer.add({ subject, predicate, object, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return factsOf(writer.events, { singleValued: new Set(SINGLE) });
}

export interface Score {
  /** Share of the false statements for which an issue of the right kind is reported. */
  recall: number;
  /** Share of the true statements for which any issue is reported. */
  falseAlarms: number;
  /** The statements that went wrong, for whoever looks. */
  wrong: string[];
}

export function scoreOf(checker: FactChecker, statements: readonly Statement[]): Score {
  let [found, alarms] = [0, 0];
  const wrong: string[] = [];
  const untrue = statements.filter(({ kinds }) => kinds.length > 0).length;
  for (const { text, kinds, template } of statements) {
    const { issues } = checker.check(text, { at: Date.parse(TODAY) });
    const shown = issues.map(({ kind, evidence }) => `${kind}: ${evidence}`).join(' | ');
    if (kinds.length === 0) {
      if (issues.length === 0) continue;
      alarms++;
      wrong.push(`false alarm (${template.id}): ${text} ${shown}`);
    } else if (issues.some(({ kind }) => kinds.some((each) => each === kind))) found++;
    else wrong.push(`missed (${template.id}): ${text} ${shown}`);
  }
  return { recall: found / untrue, falseAlarms: alarms / (statements.length - untrue), wrong };
}
