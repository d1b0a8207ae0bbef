import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codex } from '../../src/sources/adapters/codex.js';
import { longRun } from '../support/counts.js';
import { assertFaithful, onlyUnit, skippedBecause, spoken, type Turn, unitsOfFiles } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, unitsOf } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/codex');
const SESSION = '2026/05/01/rollout-2026-05-01T10-00-00-0b9f6c1a-3333-4a57-9a3e-0c1b2d3e4f50.jsonl';

describeSamples('codex');

const time = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
const meta = (more: object = {}) =>
  JSON.stringify({ timestamp: time(0), type: 'session_meta', payload: { id: 'one', timestamp: time(0), ...more } });
const response = ({ role, text }: Turn, index: number) =>
  JSON.stringify({
    timestamp: time(index),
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
  });
const event = ({ role, text }: Turn, index: number) =>
  JSON.stringify({
    timestamp: time(index),
    type: 'event_msg',
    payload: { type: role === 'user' ? 'user_message' : 'agent_message', message: text },
  });
const item = ({ role, text }: Turn, index: number) =>
  JSON.stringify({
    timestamp: time(index),
    type: 'event_msg',
    payload: {
      type: 'item_completed',
      item:
        role === 'user'
          ? { type: 'UserMessage', id: `u${index}`, content: [{ type: 'text', text }] }
          : { type: 'AgentMessage', id: `m${index}`, content: [{ type: 'Text', text }] },
    },
  });

/** A record of another type. */
const other = (payload: object, type = 'event_msg') => JSON.stringify({ timestamp: time(50), type, payload });

describe('a session of Codex', () => {
  it('has each turn once, with what was rolled back as alternate, and its tools, pictures and thoughts', async () => {
    const [unit] = await unitsOf(codex, plainRoot(SAMPLES, 'notes'), SESSION);
    const messages = messagesIn(unit);
    expect(messages.map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['system', 'context', '<environment_context>\n  <cwd>/home/ines/loom</cwd>\n</environment_context>'],
      ['user', 'text', 'Which thread is broken?'],
      ['user', 'attachment', ''],
      ['assistant', 'thinking', 'Look at the warp.'],
      ['assistant', 'tool_call', '{"cmd":"cat warp.txt"}'],
      ['tool', 'tool_result', '17 of 40\n'],
      ['assistant', 'text', 'Number 17.'],
      ['user', 'text', 'Tie it off.'],
      ['assistant', 'text', 'Tied off.'],
      ['system', 'summary', 'Thread 17 is broken.'],
      ['user', 'text', 'Splice it instead.\n  two strands'],
      ['system', 'notice', 'interrupted'],
    ]);
    expect(spoken(messages)).toContain('~user: Tie it off.');
    expect(messages.find(({ kind }) => kind === 'attachment')?.attributes).toMatchObject({
      type: 'image/png',
      bytes: '4',
    });
    expect(messages.find(({ kind }) => kind === 'tool_result')?.attributes).toEqual({
      name: 'exec_command',
      call: 'c1',
    });
    expect(unit).toMatchObject({
      source: 'codex:0b9f6c1a-3333-4a57-9a3e-0c1b2d3e4f50',
      title: 'Broken thread',
      date: '2026-05-01T10:00:00.000Z',
      wingHint: 'loom',
      facts: { model: 'gpt-weave', cwd: '/home/ines/loom', git_branch: 'warp' },
    });
    expect(notKept(unit)).toMatchObject({
      'damaged lines': 1,
      'unfinished last line': 1,
      'copies made by compaction': 1,
      'mirror copies': 4,
    });
  });

  it('of the first Codex, one JSON object, is read too', async () => {
    const [unit] = await unitsOf(codex, plainRoot(SAMPLES, 'notes'), 'rollout-2025-05-02-old.json');
    expect(unit?.source).toBe('codex:aa9f6c1a-3333-4a57-9a3e-0c1b2d3e4f50');
    expect(unit?.date).toBe('2025-05-02T08:00:00.000Z');
    expect(spoken(messagesIn(unit))).toEqual(['user: How many picks an inch?', 'assistant: Twenty-four.']);
  });

  it('gives exactly the texts of its source, in one layer or in several', async () => {
    const layers = [[response], [event], [item], [event, response], [response, event, item]];
    for (const writers of layers)
      await assertFaithful(codex, (said) => ({
        'rollout.jsonl': [meta(), ...said.flatMap((turn, at) => writers.map((record) => record(turn, at + 1)))].join(
          '\n',
        ),
      }));
  });

  it('keeps a question that was asked twice on purpose twice, whichever layers each time has', async () => {
    const again: Turn = { role: 'user', text: 'go on' };
    const lines = [
      meta(),
      response(again, 1),
      response(again, 2),
      event(again, 2),
      event(again, 3),
      response(again, 3),
    ];
    const { said } = await onlyUnit(codex, { 'rollout.jsonl': lines.join('\n') });
    expect(said).toEqual(['user: go on', 'user: go on', 'user: go on']);
  });

  it('takes a person who writes about the words of the program at their word', async () => {
    const text = '# AGENTS.md is wrong\n<environment_context> is empty, why?';
    const { said } = await onlyUnit(codex, {
      'rollout.jsonl': [meta(), response({ role: 'user', text }, 1)].join('\n'),
    });
    expect(said).toEqual([`user: ${text}`]);
  });

  it('rolls back no more turns than there are', async () => {
    const lines = [
      meta(),
      event({ role: 'user', text: 'one' }, 1),
      other({ type: 'thread_rolled_back', num_turns: 9 }),
      event({ role: 'user', text: 'two' }, 2),
      other({ type: 'thread_rolled_back', num_turns: 0 }),
      other({ type: 'thread_rolled_back', num_turns: -3 }),
    ];
    const { said } = await onlyUnit(codex, { 'rollout.jsonl': lines.join('\n') });
    expect(said).toEqual(['~user: one', 'user: two']);
  });

  it('reads tools that only the screen saw, and counts records that it does not know', async () => {
    const lines = [
      meta(),
      event({ role: 'user', text: 'run it' }, 1),
      other({ type: 'exec_command_end', call_id: 'x', command: ['ls'], aggregated_output: 'a\n', exit_code: 2 }),
      other({ type: 'brand_new', value: 1 }),
      other({ type: 'error', message: 'no network' }),
      other({ type: 'brand_new_item', text: 'new' }, 'response_item'),
    ];
    const { unit, all, messages } = await onlyUnit(codex, { 'rollout.jsonl': lines.join('\n') });
    expect(all).toEqual([
      'user: run it',
      'assistant/tool_call: ["ls"]',
      'tool/tool_result: a\n',
      'system/notice: no network',
      'system/context: {"type":"brand_new_item","text":"new"}',
    ]);
    expect(messages[2]?.attributes).toMatchObject({ call: 'x', error: 'true' });
    expect(notKept(unit)['unknown records']).toBe(1);
  });

  it('of a sub-agent is left out of a folder, with a count, and read when it is named', async () => {
    const files = {
      'rollout.jsonl': [
        meta({ source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } } }),
        response({ role: 'user', text: 'look' }, 1),
        response({ role: 'assistant', text: 'seen' }, 2),
      ].join('\n'),
    };
    expect(await skippedBecause(codex, files)).toMatchObject({
      reason: 'sub-agent',
      notKept: [{ what: 'sub-agent transcripts', count: 1 }],
    });
    const [unit] = await unitsOfFiles(codex, files, 'rollout.jsonl', { subagents: true });
    expect(messagesIn(unit).map(({ speaker, text }) => [speaker, text])).toEqual([
      ['agent', 'look'],
      ['assistant', 'seen'],
    ]);
  });

  it('survives a byte order mark, UTF-16, a cut in the middle of the first line, clocks that go back', async () => {
    const said: Turn[] = [
      { role: 'user', text: 'zuerst ä' },
      { role: 'assistant', text: 'dann 好' },
    ];
    const text = [meta(), ...said.map((turn, at) => event(turn, 9 - at))].join('\n');
    const want = ['user: zuerst ä', 'assistant: dann 好'];
    const marked = await onlyUnit(codex, { 'a.jsonl': `\ufeff${text}` });
    expect(marked.said).toEqual(want);
    expect(marked.unit?.source).toBe('codex:one');
    expect(marked.unit?.notes?.[0]).toContain('backwards');
    expect((await onlyUnit(codex, { 'a.jsonl': Buffer.from(`\ufeff${text}`, 'utf16le') })).said).toEqual(want);
    const cut = await onlyUnit(codex, { 'a.jsonl': text.slice(30) });
    expect(cut.said).toEqual(want);
    expect(notKept(cut.unit)['damaged lines']).toBe(1);
  });

  it('is read in linear time: thousands of turns that say the same, and one of 5 MB', async () => {
    const same = Array.from(
      { length: longRun(5_000, 100_000) },
      (_, at): Turn => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: 'on' }),
    );
    const long: Turn = { role: 'user', text: 'weft '.repeat(1_000_000) };
    const lines = [meta(), ...[...same, long].flatMap((turn, at) => [response(turn, at), event(turn, at)])];
    const { said } = await onlyUnit(codex, { 'rollout.jsonl': lines.join('\n') });
    expect(said).toHaveLength(same.length + 1);
    expect(said.at(-1)).toHaveLength(long.text.length + 'user: '.length);
  }, 60_000);

  it('is not looked for in lists of all sessions', async () => {
    const prompts = readFileSync(join(SAMPLES, 'history.jsonl'));
    expect((await skippedBecause(codex, { 'history.jsonl': prompts })).reason).toBe('bookkeeping');
  });
});
