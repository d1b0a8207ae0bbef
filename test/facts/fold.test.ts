import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Facts } from '../../src/facts/facts.js';
import { deriveEntity, deriveFact, groupEvents } from '../../src/facts/fold.js';
import { type FactGroups, MemoryGroups } from '../../src/facts/groups.js';
import { readLogs } from '../../src/facts/logs.js';
import { OverlayGroups } from '../../src/facts/overlay.js';
import { formatEvent, type PalaceEvent } from '../../src/palace/events.js';
import { longRun } from '../support/counts.js';
import { event, factsOf, logs, stateOf } from './support.js';

const add = (id: string, minute: number, more: Record<string, unknown> = {}) =>
  event(id, minute, 'add', { subject: 'Kai', predicate: 'works_on', object: 'Orion', ...more });

function fold(...events: PalaceEvent[]) {
  return deriveFact([...groupEvents(events).facts.values()][0] ?? []);
}

describe('the fold of events', () => {
  test('is the same for any order, repetition and division into files', () => {
    const shuffled = logs().chain((events) =>
      fc.record({
        events: fc.constant(events),
        shuffled: fc.shuffledSubarray([...events, ...events, ...events.slice(0, 3)], {
          minLength: events.length * 2 + Math.min(3, events.length),
        }),
        files: fc.integer({ min: 1, max: 4 }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ events, shuffled, files }) => {
        const texts = Array.from({ length: files }, (_, file) => ({
          path: `facts/w${file}/2026-01.jsonl`,
          text: shuffled
            .filter((_, at) => at % files === file)
            .map(formatEvent)
            .join(''),
        }));
        const reading = readLogs(texts);
        expect(reading.damaged).toEqual([]);
        expect(stateOf(factsOf(reading.events))).toEqual(stateOf(factsOf(JSON.parse(JSON.stringify(events)))));
      }),
      { numRuns: longRun(60, 3000) },
    );
  });

  test('keeps what each event said, the newest of each field standing', () => {
    const fact = fold(
      add('a', 1, { from: '2025', confidence: 0.4, drawer: 'd-1', by: 'ann' }),
      event('b', 2, 'confirm', { target: 'a', confidence: 0.9, drawer: 'd-2', lines: [3, 4] }),
      event('c', 3, 'correct', { target: 'a', from: '2025-06' }),
      event('d', 4, 'end', { target: 'a', to: '2026-02' }),
    );
    expect(fact).toMatchObject({ from: '2025-06', to: '2026-02', confidence: 0.9, by: 'ann' });
    expect(fact?.sources.map(({ drawer, lines }) => [drawer, lines])).toEqual([
      ['d-1', null],
      ['d-2', [3, 4]],
    ]);
    expect(fact?.start).toBe(Date.UTC(2025, 5, 1));
    expect(fact?.end).toBe(Date.UTC(2026, 2, 1));
  });

  test('takes events back, and takes that back', () => {
    const [first, end] = [add('a', 1), event('b', 2, 'end', { target: 'a', to: '2026' })];
    const undo = event('c', 3, 'revoke', { target: 'b' });
    expect(fold(first, end)?.to).toBe('2026');
    expect(fold(first, end, undo)?.to).toBeNull();
    expect(fold(first, end, undo, event('d', 4, 'revoke', { target: 'c' }))?.to).toBe('2026');
    expect(fold(first, end, event('e', 5, 'revoke', { target: 'a' }))).toBeUndefined();
  });

  test('lets what is about an absent event wait, and hold once it comes', () => {
    const end = event('b', 2, 'end', { target: 'a', to: '2026' });
    expect(groupEvents([end]).loose).toEqual([end]);
    expect(fold(end, add('a', 1))?.to).toBe('2026');
  });

  test('survives targets that go round in a circle', () => {
    const circle = [event('x', 1, 'revoke', { target: 'y' }), event('y', 2, 'revoke', { target: 'x' })];
    expect(groupEvents(circle).loose).toHaveLength(2);
    expect(fold(...circle, add('a', 3))).toMatchObject({ id: 'a' });
  });

  test('merges properties of entities, and never wipes one', () => {
    const said = deriveEntity([
      event('a', 1, 'entity', { name: 'kai', type: 'person', properties: { born: '1990', team: 'red' } }),
      event('b', 2, 'entity', { name: 'Kai', properties: { team: 'blue' } }),
      event('c', 3, 'entity', { name: 'Kai', properties: { ['__proto__']: 'x' } }),
    ]);
    expect(said).toMatchObject({ name: 'Kai', type: 'person', properties: { born: '1990', team: 'blue' } });
    expect(said?.createdAt).toBe('2026-01-01T00:01:00.000Z');
  });

  test('names damaged lines by file and line and takes the rest', () => {
    const text = [
      formatEvent(add('a', 1)).trim(),
      '<<<<<<< ours',
      '{"event":"b","at":"2026-01-01T00:00:00Z","op":"add","subject":"Kai"}',
      '{"event":"c","at":"2026-01-01T00:00:00Z","op":"end","target":"a","to":"May 6"}',
      '{"event":"d","at":"2026-01-01T00:00:00Z","op":"add","subject":"Kai","predicate":"x","object":"y","confidence":7}',
      '{"event":"e","at":"yesterday","op":"revoke","target":"a"}',
      '{"half": ',
      '{"event":"f","at":"2026-01-01T00:00:00Z","op":"of-the-future","wild":1}',
      formatEvent(add('g', 2, { object: 'Nova' })).trim(),
    ].join('\n');
    const { events, damaged } = readLogs([{ path: 'facts/w/2026-01.jsonl', text }]);
    expect(damaged).toEqual([
      { file: 'facts/w/2026-01.jsonl', line: 2, message: 'a conflict marker' },
      { file: 'facts/w/2026-01.jsonl', line: 3, message: 'no "predicate"' },
      { file: 'facts/w/2026-01.jsonl', line: 4, message: '"to" is not a date' },
      { file: 'facts/w/2026-01.jsonl', line: 5, message: '"confidence" is no number from 0 to 1' },
      { file: 'facts/w/2026-01.jsonl', line: 6, message: 'no "at" time in UTC' },
      { file: 'facts/w/2026-01.jsonl', line: 7, message: 'not JSON' },
    ]);
    expect(
      factsOf(events)
        .all()
        .map(({ object }) => object),
    ).toEqual(['Orion', 'Nova']);
  });
});

describe('two folds joined', () => {
  const halves = logs(30).chain((events) =>
    fc.record({ events: fc.constant(events), first: fc.subarray(events), second: fc.subarray(events) }),
  );

  test('are the fold of the joined logs, whatever each of them knows', () => {
    fc.assert(
      fc.property(halves, ({ first, second }) => {
        const joined = OverlayGroups.over(new MemoryGroups(first), second);
        const whole = new MemoryGroups([...new Set([...first, ...second])]);
        if (joined === undefined) throw new Error('no event says two things here');
        expect(stateOf(new Facts(joined))).toEqual(stateOf(new Facts(whole)));
        expect(joined.newestAt).toBe(whole.newestAt);
        expect(new Set(joined.loose)).toEqual(new Set(whole.loose));
        expect(sortedNames(joined)).toEqual(sortedNames(whole));
      }),
      { numRuns: longRun(60, 3000) },
    );
  });

  test('are folded anew where an event says two things', () => {
    const base = new MemoryGroups([add('a', 1)]);
    expect(OverlayGroups.over(base, [add('a', 1, { object: 'Nova' })])).toBeUndefined();
    expect(OverlayGroups.over(base, [add('a', 1)])?.events).toBe(1);
  });
});

function sortedNames(groups: FactGroups) {
  return groups.names().sort((a, b) => (a.key < b.key ? -1 : 1));
}
