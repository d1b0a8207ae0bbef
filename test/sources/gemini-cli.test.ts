import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { geminiCli } from '../../src/sources/adapters/gemini-cli.js';
import { longRun } from '../support/counts.js';
import { assertFaithful, onlyUnit, skippedBecause, spoken, type Turn } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, read, unitsOf } from './support.js';

const SAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources/gemini-cli');
const root = plainRoot(SAMPLES, 'notes');
const HEADER = { sessionId: 'one', projectHash: 'ab', startTime: '2026-01-01T00:00:00.000Z', kind: 'main' };

describeSamples('gemini-cli');

const message = ({ role, text }: Turn, index: number) => ({
  id: `m${index}`,
  timestamp: '2026-01-01T00:00:01.000Z',
  type: role === 'user' ? 'user' : 'gemini',
  content: text,
});
const jsonl = (...records: object[]) => [HEADER, ...records].map((record) => JSON.stringify(record)).join('\n');

describe('a session of Gemini CLI', () => {
  it('stands as its last lines left it: rewritten, rewound, named, with its project', async () => {
    const [unit] = await unitsOf(geminiCli, root, 'hop/chats/session-2026-05-02T09-00-1f2e3d4c.jsonl');
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'How tall do the bines get?'],
      ['system', 'context', 'How tall do the bines get?\n--- Content from referenced files ---\nhops.md: six metres'],
      ['assistant', 'thinking', 'It is in hops.md.'],
      ['assistant', 'text', 'Six metres.'],
      ['assistant', 'tool_call', '{"command":"wc -l hops.md"}'],
      ['tool', 'tool_result', 'no such file'],
      ['user', 'text', 'And in feet?'],
      ['assistant', 'text', 'Twenty.'],
      ['user', 'text', 'When are they cut?'],
      ['assistant', 'text', 'In September.'],
      ['system', 'notice', 'Quota is low.'],
    ]);
    expect(spoken(messagesIn(unit)).filter((line) => line.startsWith('~'))).toEqual([
      '~user: And in feet?',
      '~assistant: Twenty.',
    ]);
    expect(messagesIn(unit)[2]?.attributes).toEqual({ heading: 'Height' });
    expect(messagesIn(unit)[5]?.attributes).toEqual({ name: 'run_shell_command', call: 't1', error: 'true' });
    expect(unit).toMatchObject({
      source: 'gemini-cli:1f2e3d4c-0000-4000-8000-000000000001',
      title: 'Hop bines',
      date: '2026-05-02T09:00:00.000Z',
      wingHint: 'hop-garden',
      facts: { model: 'gemini-x', cwd: '/home/ines/hop-garden' },
    });
    expect(notKept(unit)).toMatchObject({
      'earlier writes of a message': 1,
      'damaged lines': 1,
      'unfinished last line': 1,
    });
  });

  it('that was saved has the name that the person gave it, and no times', async () => {
    const [unit] = await unitsOf(geminiCli, root, 'hop/checkpoint-hops%3A%20cones.json');
    expect(unit?.title).toBe('hops: cones');
    expect(unit?.date).toBeUndefined();
    expect(spoken(messagesIn(unit))).toEqual(['user: What is a cone?', 'assistant: The flower of the hop.']);
  });

  it('of which only the prompts are left is read from the list of prompts, and no other', async () => {
    const units = await unitsOf(geminiCli, root, 'hop/logs.json');
    expect(units.map(({ source }) => source)).toEqual(['gemini-cli:2a2e3d4c-0000-4000-8000-000000000002']);
    expect(notKept(units[0])).toEqual({ 'prompts that stand in a session': 1 });
  });

  it('gives exactly the texts of its source in all three forms', async () => {
    await assertFaithful(geminiCli, (said) => ({ 'a.jsonl': jsonl(...said.map(message)) }));
    await assertFaithful(geminiCli, (said) => ({
      'a.json': JSON.stringify({ ...HEADER, messages: said.map(message) }),
    }));
    await assertFaithful(geminiCli, (said) => ({
      'checkpoint-a.json': JSON.stringify({
        history: said.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] })),
      }),
    }));
  });

  it('takes a list written anew: what is gone from it is an alternate, what is new comes behind', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((text, at) => message({ role: 'user', text }, at));
    const { said } = await onlyUnit(geminiCli, {
      'a.jsonl': jsonl(one ?? {}, two ?? {}, { $set: { messages: [one, three] } }),
    });
    expect(said).toEqual(['user: one', '~user: two', 'user: three']);
  });

  it('survives rewinds to nowhere and to the beginning, again and again', async () => {
    const said: object[] = [];
    const count = longRun(500, 20_000);
    for (let at = 0; at < count; at++) {
      said.push(message({ role: 'user', text: `try ${at}` }, at));
      said.push({ $rewindTo: `m${at}` }, { $rewindTo: 'nowhere' });
    }
    said.push(message({ role: 'user', text: 'kept' }, count));
    const unit = await onlyUnit(geminiCli, { 'a.jsonl': jsonl(...said) });
    expect(unit.said).toHaveLength(count + 1);
    expect(unit.said.filter((line) => !line.startsWith('~'))).toEqual(['user: kept']);
  });

  it('that is cut off, damaged in the middle or in UTF-16 gives the rest, named', async () => {
    const whole = JSON.stringify({
      ...HEADER,
      messages: ['a', 'b', 'c'].map((text, at) => message({ role: 'user', text }, at)),
    });
    const cut = await onlyUnit(geminiCli, { 'a.json': whole.slice(0, whole.indexOf('"c"')) });
    expect(cut.said).toEqual(['user: a', 'user: b']);
    expect(cut.unit).toMatchObject({ source: 'gemini-cli:one', date: HEADER.startTime });
    expect(notKept(cut.unit)['damaged records']).toBe(1);
    const broken = await onlyUnit(geminiCli, { 'a.json': whole.replace('"content":"b"', '"content":b') });
    expect(broken.said).toEqual(['user: a', 'user: c']);
    const wide = await onlyUnit(geminiCli, { 'a.json': Buffer.from(`\ufeff${whole}`, 'utf16le') });
    expect(wide.said).toEqual(['user: a', 'user: b', 'user: c']);
  });

  it('of a sub-agent is left out of a folder, and an empty one is skipped', async () => {
    const files = { 'a.jsonl': jsonl({ ...HEADER, kind: 'subagent' }, message({ role: 'user', text: 'x' }, 0)) };
    const inner = files['a.jsonl'].split('\n').slice(1).join('\n');
    expect((await skippedBecause(geminiCli, { 'a.jsonl': inner })).reason).toBe('sub-agent');
    expect((await skippedBecause(geminiCli, { 'a.jsonl': jsonl() })).reason).toBe('empty');
    expect(await read(geminiCli, root, 'hop/logs.json')).toEqual(await read(geminiCli, root, 'hop/logs.json'));
  });
});
