import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { continueDev } from '../../src/sources/adapters/continue.js';
import { goose } from '../../src/sources/adapters/goose.js';
import { assertFaithful, onlyUnit, skippedBecause, spoken } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, read, unitsOf } from './support.js';

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources');

describeSamples('goose');
describeSamples('continue');

describe('a session of goose', () => {
  const root = plainRoot(join(FIXTURES, 'goose'), 'notes');

  it('keeps tools, pictures and notices, and what only the model saw as context', async () => {
    const [unit] = await unitsOf(goose, root, '20260503_080000.jsonl');
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'How old is the starter?'],
      ['user', 'attachment', ''],
      ['assistant', 'tool_call', '{"q":"starter"}'],
      ['tool', 'tool_result', 'fed daily since 2019'],
      ['system', 'context', "<info>It is 8 o'clock</info>"],
      ['assistant', 'text', 'Seven years.'],
      ['system', 'notice', 'Compacted.'],
    ]);
    expect(unit).toMatchObject({ source: 'goose:20260503_080000', title: 'Rye starter', wingHint: 'bakery' });
    expect(notKept(unit)['damaged lines']).toBe(1);
  });

  it('that was exported as one object is read too', async () => {
    const [unit] = await unitsOf(goose, root, 'export.json');
    expect(unit).toMatchObject({ source: 'goose:20260504_1', title: 'Oven', date: '2026-05-04T06:00:00.000Z' });
    expect(spoken(messagesIn(unit))).toEqual(['user: How hot?', 'assistant: 250 degrees.']);
  });

  it('gives exactly the texts of its source', async () => {
    const message = ({ role, text }: { role: string; text: string }) => ({
      role,
      created: 1745363226,
      content: [{ type: 'text', text }],
    });
    await assertFaithful(goose, (said) => ({
      '20260101_1.jsonl': [{ working_dir: '/w', message_count: 1 }, ...said.map(message)]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    }));
    await assertFaithful(goose, (said) => ({
      'a.json': JSON.stringify({ id: 'a', working_dir: '/w', conversation: said.map(message) }),
    }));
  });

  it('without its first line is still one, under the name of its file', async () => {
    const call = { type: 'toolRequest', id: 'x', toolCall: { value: { name: 't', arguments: {} } } };
    const record = {
      id: 'a',
      role: 'assistant',
      created: 1745363226,
      content: [call, { type: 'text', text: 'Done.' }],
    };
    const { unit, said } = await onlyUnit(goose, { 'copy.jsonl': JSON.stringify(record) });
    expect(said).toEqual(['assistant: Done.']);
    expect(unit?.source).toMatch(/^file:.*#copy\.jsonl$/);
  });
});

describe('a session of Continue', () => {
  const root = plainRoot(join(FIXTURES, 'continue'), 'notes');
  const session = 'sessions/5b04d904-dd95-4179-9475-7e0787fe427e.json';

  it('has files beside questions with their text, and the answer of a tool once', async () => {
    const [unit] = await unitsOf(continueDev, root, session);
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Why did it crack?'],
      ['user', 'attachment', ''],
      ['user', 'attachment', 'cone 6\n'],
      ['assistant', 'thinking', 'Cooling.'],
      ['assistant', 'tool_call', '{"f":1}'],
      ['tool', 'tool_result', '900 degrees'],
      ['assistant', 'text', 'It cooled too fast.'],
    ]);
    expect(messagesIn(unit)[2]?.attributes).toEqual({
      type: 'file',
      title: 'log.txt',
      link: '/home/ines/my kiln/log.txt',
    });
    expect(unit).toMatchObject({
      source: 'continue:5b04d904-dd95-4179-9475-7e0787fe427e',
      title: 'Glaze',
      date: '2026-04-27T14:26:40.000Z',
      wingHint: 'my kiln',
      facts: { model: 'qwen-x', cwd: '/home/ines/my kiln' },
    });
    expect(notKept(unit)['blank text beside a tool call']).toBe(1);
  });

  it('is dated by the index, which is no conversation and tells what is gone', async () => {
    expect(await read(continueDev, root, 'sessions/sessions.json')).toMatchObject({
      skipped: { reason: 'bookkeeping' },
    });
    const gone = JSON.stringify([{ sessionId: 'x', title: 't', dateCreated: '1', workspaceDirectory: '' }]);
    const skipped = await skippedBecause(continueDev, { 'sessions.json': gone });
    expect(skipped.detail).toContain('1 of its sessions has no file');
  });

  it('gives exactly the texts of its source, strings or parts', async () => {
    await assertFaithful(continueDev, (said) => ({
      'a.json': JSON.stringify({
        sessionId: 'a',
        history: said.map(({ role, text }, at) => ({
          message: { role, content: at % 2 === 0 ? text : [{ type: 'text', text }] },
          contextItems: [],
        })),
      }),
    }));
  });

  it('with damaged steps gives the rest', async () => {
    const step = (text: string) => JSON.stringify({ message: { role: 'user', content: text } });
    const text = `{"sessionId":"a","history":[${step('a')},{"message":7},${step('b')},{"message":{"role":"user","content":"c`;
    const { said, unit } = await onlyUnit(continueDev, { 'a.json': text });
    expect(said).toEqual(['user: a', 'user: b']);
    expect(unit?.source).toBe('continue:a');
    expect(notKept(unit)['damaged records']).toBe(2);
  });
});
