import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copilotChat } from '../../src/sources/adapters/copilot-chat.js';
import { Replay } from '../../src/sources/copilot-chat/replay.js';
import { longRun } from '../support/counts.js';
import { assertFaithful, onlyUnit, spoken, type Turn, words } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, unitsOf } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/copilot-chat');
const root = plainRoot(SAMPLES, 'notes');

describeSamples('copilot-chat');

/** Questions with one answer each, as turns. */
const asked: fc.Arbitrary<Turn[]> = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 6 }).map((pairs) =>
  pairs.flatMap(([question, answer]): Turn[] => [
    { role: 'user', text: question },
    { role: 'assistant', text: answer },
  ]),
);

/** A turn of the person and the answer, cut into markdown parts. */
function requests(said: readonly Turn[]) {
  return said
    .filter(({ role }) => role === 'user')
    .map(({ text }, at) => {
      const answer = said[at * 2 + 1]?.text ?? '';
      const middle = Math.floor(answer.length / 2);
      // Never inside a surrogate pair: a program does not cut there either.
      const cut = /[\ud800-\udbff]/.test(answer.charAt(middle - 1)) ? 0 : middle;
      const response = [{ value: answer.slice(0, cut) }, { value: answer.slice(cut) }];
      return { requestId: `r${at}`, message: { text }, timestamp: 1790582400000, response };
    });
}

describe('a chat of Copilot', () => {
  it('reads as on the screen: parts run on, references by name, tools by what they ran', async () => {
    const [unit] = await unitsOf(copilotChat, root, 'chat.json');
    const messages = messagesIn(unit);
    expect(messages.map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Where is the bell?'],
      ['user', 'attachment', ''],
      ['assistant', 'text', 'In bell.ts.'],
      ['assistant', 'tool_call', 'ring'],
      ['tool', 'tool_result', 'ding'],
      ['assistant', 'text', 'It rings.'],
      ['system', 'context', '{"kind":"from-the-future","x":1}'],
      ['user', 'text', 'Louder'],
      ['system', 'notice', 'Canceled'],
    ]);
    expect(spoken(messages).at(-1)).toBe('~user: Louder');
    expect(messages[7]?.attributes).toEqual({ canceled: 'true', branch: 'alternate' });
    expect(unit?.facts).toEqual({ model: 'copilot/x' });
    expect(notKept(unit)).toEqual({ 'progress marks': 1 });
  });

  it('is replayed from its log; operations that make no sense change nothing', async () => {
    const [unit] = await unitsOf(copilotChat, root, 'ws/chatSessions/9075e1cc-de37-4460-9106-a9537f31ff51.jsonl');
    expect(spoken(messagesIn(unit))).toEqual(['user: How many teeth?', 'assistant: Twelve.']);
    expect(unit).toMatchObject({
      source: 'copilot-chat:9075e1cc-de37-4460-9106-a9537f31ff51',
      title: 'Teeth',
      date: '2026-04-29T22:00:00.000Z',
    });
    expect(notKept(unit)).toEqual({ 'operations that make no sense': 2, 'unsent drafts': 1 });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is in the wing of its workspace', async () => {
    const log = JSON.stringify({
      kind: 0,
      v: { sessionId: 's', requests: [{ message: { text: 'a' }, response: [] }] },
    });
    const files = { 'w/chatSessions/s.jsonl': log, 'w/workspace.json': '{"folder":"file:///home/ines/bell%20tower"}' };
    const { unit } = await onlyUnit(copilotChat, files);
    expect(unit).toMatchObject({ wingHint: 'bell tower', facts: { cwd: '/home/ines/bell tower' } });
  });

  it('gives exactly the texts of its source in both forms', async () => {
    const about = { responderUsername: 'GitHub Copilot', sessionId: 's' };
    await assertFaithful(
      copilotChat,
      (said) => ({ 'a.json': JSON.stringify({ ...about, requests: requests(said) }) }),
      asked,
    );
    const log = (said: readonly Turn[]) => [
      { kind: 0, v: { ...about, requests: [] } },
      ...requests(said).flatMap((request, at) => [
        { kind: 2, k: ['requests'], v: [{ ...request, response: [{ value: 'half' }] }] },
        { kind: 2, k: ['requests', at, 'response'], v: request.response, i: 0 },
      ]),
    ];
    await assertFaithful(
      copilotChat,
      (said) => ({
        'a.jsonl': log(said)
          .map((operation) => JSON.stringify(operation))
          .join('\n'),
      }),
      asked,
    );
  });

  it('survives any operations', () => {
    const key = fc.oneof(
      fc.constantFrom('a', 'b', '__proto__', 'constructor', 'length'),
      fc.integer({ min: -1, max: 1e9 }),
    );
    const operation = fc.record(
      { kind: fc.integer({ min: 0, max: 4 }), k: fc.array(key, { maxLength: 4 }), v: fc.jsonValue(), i: fc.integer() },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 20 }), (operations) => {
        const replay = new Replay();
        for (const one of operations) expect(typeof replay.take(one)).toBe('boolean');
        expect(JSON.stringify(replay.state).length).toBeLessThan(1e6);
        expect(Object.getPrototypeOf(replay.state)).toBe(Object.prototype);
      }),
      { numRuns: longRun(200, 5000) },
    );
  });
});
