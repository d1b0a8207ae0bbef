import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendEvents,
  foldOrder,
  formatEvent,
  newEvent,
  newestAt,
  type PalaceEvent,
  parseEvents,
  revokedIds,
} from '../../src/palace/events.js';
import { longRun } from '../support/counts.js';
import { testRuntime } from '../support/runtime.js';

const at = (ms: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + ms).toISOString();
const event = (id: string, ms: number, more: Record<string, unknown> = {}): PalaceEvent => ({
  event: id,
  at: at(ms),
  op: 'ignore',
  ...more,
});

describe('event lines', () => {
  test('an event reads back the same, fields of the future included', () => {
    const fields = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(fields, fc.string(), (fields, by) => {
        const runtime = testRuntime({ home: '/nowhere' });
        const made = newEvent(
          { ...JSON.parse(JSON.stringify(fields)), op: 'ignore', by, target: 'e-1' },
          { now: runtime.now(), randomBytes: runtime.randomBytes },
        );
        const line = formatEvent(made);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(parseEvents(line, 'x')).toEqual({ events: [JSON.parse(JSON.stringify(made))], damaged: [] });
      }),
      { numRuns: longRun(300, 5000) },
    );
  });

  test('a new event is later than every event seen, also when the clock went back, and its id sorts with it', () => {
    const runtime = testRuntime({ home: '/nowhere' });
    const first = newEvent({ op: 'ignore' }, { now: new Date(at(5000)), randomBytes: runtime.randomBytes });
    const second = newEvent(
      { op: 'ignore' },
      { now: new Date(at(0)), newestSeen: first.at, randomBytes: runtime.randomBytes },
    );
    expect(first.at).toBe(at(5000));
    expect(second.at).toBe(at(5001));
    expect(second.event > first.event).toBe(true);
    expect(second.event).toMatch(/^e-[0-9a-f]{12}-[0-9a-f]{12}$/);
  });

  test('a lone surrogate is stored as U+FFFD', () => {
    expect(formatEvent(event('e', 0, { source: 'a\ud800' }))).toContain('"a\ufffd"');
  });

  test('what is damaged is reported by file and line, the rest is read', () => {
    const good = formatEvent(event('e-1', 0)).trim();
    const text = [
      '<<<<<<< HEAD',
      good,
      '=======',
      '{"event":"e-2","at":"2026',
      '>>>>>>> theirs',
      '',
      '[1]',
      '{"at":"2026-06-01T00:00:00Z","op":"x"}',
      '{"event":"e","at":"yesterday","op":"x"}',
      '{"event":"e","at":"2026-06-01T00:00:00Z"}',
      `${good.replace('e-1', 'e-3')}\r`,
      `${good}${good}`,
      '{"event":"e","at":"2026-06-01T00:00:00Z","op":"x","by":1}',
    ].join('\n');
    const reading = parseEvents(text, 'sources/w.jsonl');
    expect(reading.events.map((one) => one.event)).toEqual(['e-1', 'e-3']);
    expect(reading.damaged.map(({ file, line, message }) => [file, line, message])).toEqual([
      ['sources/w.jsonl', 1, 'a conflict marker'],
      ['sources/w.jsonl', 3, 'a conflict marker'],
      ['sources/w.jsonl', 4, 'not JSON'],
      ['sources/w.jsonl', 5, 'a conflict marker'],
      ['sources/w.jsonl', 7, 'not a JSON object'],
      ['sources/w.jsonl', 8, 'no "event" id'],
      ['sources/w.jsonl', 9, 'no "at" time in UTC'],
      ['sources/w.jsonl', 10, 'no "op"'],
      ['sources/w.jsonl', 12, 'not JSON'],
      ['sources/w.jsonl', 13, '"by" is not a text'],
    ]);
  });

  test('appending keeps every byte that is there and ends the last line', () => {
    const damaged = '{"event":"e-9","at":';
    const text = appendEvents(damaged, [event('e-1', 0)]);
    expect(text.startsWith(`${damaged}\n`)).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    expect(parseEvents(text, 'f')).toMatchObject({ events: [{ event: 'e-1' }], damaged: [{ line: 1 }] });
    expect(appendEvents('', [])).toBe('');
  });
});

describe('folding', () => {
  const anyEvent = fc
    .record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      ms: fc.integer({ min: 0, max: 3 }),
      extra: fc.constantFrom('x', 'y'),
    })
    .map(({ id, ms, extra }) => event(id, ms, { extra }));

  test('the state does not depend on the order of files and lines, and each id counts once', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyEvent, { maxLength: 10 })
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
          ),
        ([list, shuffled]) => {
          const folded = foldOrder(list);
          expect(foldOrder(shuffled)).toEqual(folded);
          expect(foldOrder([...folded, ...list])).toEqual(folded);
          expect(new Set(folded.map((one) => one.event)).size).toBe(folded.length);
          const keys = folded.map((one) => `${one.at} ${one.event}`);
          expect(keys).toEqual([...keys].sort());
        },
      ),
      { numRuns: longRun(500, 10_000) },
    );
  });

  test('times of different precision compare as times', () => {
    const whole = { ...event('b', 0), at: '2026-06-01T00:00:00Z' };
    const exact = { ...event('a', 0), at: '2026-06-01T00:00:00.000Z' };
    const later = { ...event('0', 0), at: '2026-06-01T00:00:00.5Z' };
    expect(foldOrder([later, whole, exact]).map((one) => one.event)).toEqual(['a', 'b', '0']);
    expect(newestAt([whole, later, exact])).toBe(later.at);
    expect(newestAt([])).toBeUndefined();
  });

  test('a revoke takes back its target, a revoked revoke does not', () => {
    const events = foldOrder([
      event('a', 0),
      event('b', 1),
      event('r1', 2, { op: 'revoke', target: 'a' }),
      event('r2', 3, { op: 'revoke', target: 'b' }),
      event('r3', 4, { op: 'revoke', target: 'r2' }),
    ]);
    expect([...revokedIds(events)].sort()).toEqual(['a', 'r2']);
  });
});
