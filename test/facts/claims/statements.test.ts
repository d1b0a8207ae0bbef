import { describe, expect, it } from 'vitest';
import { FactChecker } from '../../../src/facts/check/check.js';
import { factsOfWorld, scoreOf } from './score.js';
import { makeStatements } from './statements.js';
import { TEMPLATES } from './templates.js';
import { makeWorld } from './world.js';

/** The bars of the checker: of false statements 9 in 10 are found, of true ones 3 in 100 are doubted. */
const RECALL = 0.9;
const FALSE_ALARMS = 0.03;

describe('300 statements, half of them false', () => {
  const world = makeWorld('bar');
  const checker = new FactChecker(factsOfWorld(world));

  it('are told apart', () => {
    const { recall, falseAlarms, wrong } = scoreOf(checker, makeStatements(world, 'bar', 300));
    expect({ recall, wrong }).toSatisfy(({ recall: share }) => share >= RECALL);
    expect({ falseAlarms, wrong }).toSatisfy(({ falseAlarms: share }) => share <= FALSE_ALARMS);
  });

  it('are told apart where their templates were not looked at while the rules were made', () => {
    expect(TEMPLATES.filter(({ held }) => held).length * 3).toBeGreaterThanOrEqual(TEMPLATES.length);
    const { recall, falseAlarms, wrong } = scoreOf(
      checker,
      makeStatements(world, 'held', 300, ({ held }) => held),
    );
    expect({ recall, wrong }).toSatisfy(({ recall: share }) => share >= RECALL);
    expect({ falseAlarms, wrong }).toSatisfy(({ falseAlarms: share }) => share <= FALSE_ALARMS);
  });
});
