import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cline, rooCode } from '../../src/sources/adapters/cline.js';
import { piecesOf } from '../../src/sources/cline/wrappers.js';
import { assertFaithful, onlyUnit, skippedBecause, spoken } from './agent-support.js';
import { describeSamples } from './shared-fixtures.js';
import { messagesIn, notKept, plainRoot, read, unitsOf } from './support.js';

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/sources');
const TASK = 'tasks/1777000000000';

describeSamples('cline');
describeSamples('roo-code');

describe('a task of Cline', () => {
  it('tells the words of the person from answers of tools and from what describes the machine', async () => {
    const [unit] = await unitsOf(
      cline,
      plainRoot(join(FIXTURES, 'cline'), 'notes'),
      `${TASK}/api_conversation_history.json`,
    );
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text.split('\n')[0]])).toEqual([
      ['user', 'text', 'Count the frames'],
      ['user', 'attachment', ''],
      ['system', 'context', '<environment_details>'],
      ['assistant', 'text', '<read_file>'],
      ['tool', 'tool_result', "[read_file for 'hive.py'] Result:"],
      ['tool', 'tool_result', 'FRAMES = 10'],
      ['system', 'context', '<environment_details>'],
      ['assistant', 'tool_call', '{"question":"Both boxes?"}'],
      ['user', 'text', 'Only the lower one.'],
      ['assistant', 'text', 'Ten frames.'],
      ['tool', 'tool_result', '[attempt_completion] Result:'],
      ['user', 'text', 'And the upper?'],
    ]);
    expect(messagesIn(unit)[0]?.text).toBe('Count the frames\n  in hive.py');
    expect(messagesIn(unit).at(-1)?.text).toBe('And the upper?\nSee <feedback> in the docs.');
    expect(messagesIn(unit)[5]?.attributes).toEqual({ name: 'read_file' });
    expect(unit).toMatchObject({
      source: 'cline:1777000000000',
      title: '',
      date: '2026-04-24T03:06:40.000Z',
      wingHint: 'bees',
      facts: { model: 'sonnet-x', cwd: '/home/ines/bees' },
    });
  });

  it('is one, whichever of its files is read', async () => {
    const root = plainRoot(join(FIXTURES, 'cline'), 'notes');
    for (const file of ['ui_messages.json', 'task_metadata.json'])
      expect(await read(cline, root, `${TASK}/${file}`)).toMatchObject({
        skipped: { reason: 'part-of', detail: 'read with api_conversation_history.json' },
      });
    expect((await skippedBecause(cline, { 'tasks/1/task_metadata.json': '{}' })).reason).toBe('bookkeeping');
  });

  it('of version 4 is named by its session', async () => {
    const file = 'sessions/1777000100000_abc/1777000100000_abc.messages.json';
    const [unit] = await unitsOf(cline, plainRoot(join(FIXTURES, 'cline'), 'notes'), file);
    expect(unit?.source).toBe('cline:1777000100000_abc');
    expect(unit?.date).toBe('2026-04-24T03:08:20.000Z');
    expect(spoken(messagesIn(unit))).toEqual(['user: Weigh the hive.', 'assistant: Forty kilos.']);
  });

  it('gives exactly the texts of its source, wrapped or not', async () => {
    await assertFaithful(cline, (said) => ({
      'tasks/1777000000000/api_conversation_history.json': JSON.stringify(
        said.map(({ role, text }) => ({
          role,
          content: [{ type: 'text', text: role === 'user' ? `<task>\n${text}\n</task>` : text }],
        })),
      ),
    }));
    await assertFaithful(cline, (said) => ({
      's/1_a.messages.json': JSON.stringify({
        sessionId: '1_a',
        messages: said.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
      }),
    }));
  });

  it('loses no word of what stands around feedback', () => {
    expect(piecesOf('The user denied it:\n<feedback>\nno\n</feedback>\nbye', 'edit')).toEqual([
      { from: 'tool', name: 'edit', text: 'The user denied it:' },
      { from: 'user', text: 'no' },
      { from: 'tool', name: 'edit', text: '\nbye' },
    ]);
    expect(piecesOf('I like the <feedback> tag', undefined)).toEqual([
      { from: 'user', text: 'I like the <feedback> tag' },
    ]);
    expect(piecesOf('[TASK RESUMPTION] go\n<user_message>\ngo on\n</user_message>', undefined)).toEqual([
      { from: 'context', text: '[TASK RESUMPTION] go' },
      { from: 'user', text: 'go on' },
    ]);
  });

  it('that is cut off or holds strange records gives the rest', async () => {
    const good = (text: string) => JSON.stringify({ role: 'user', content: text });
    const path = 'tasks/1777000000000/api_conversation_history.json';
    const { said, unit } = await onlyUnit(cline, {
      [path]: `[${good('a')}, 7, {"role":"user","content":5}, ${good('b')}, {"ro`,
    });
    expect(said).toEqual(['user: a', 'user: b']);
    expect(notKept(unit)['damaged records']).toBe(3);
  });
});

describe('a task of Roo Code', () => {
  const root = plainRoot(join(FIXTURES, 'roo-code'), 'notes');
  const folder = 'tasks/0c51d4a6-f5a0-4c13-8e51-0e86259dcf8d';

  it('is read from the screen where nothing else is left', async () => {
    const [unit] = await unitsOf(rooCode, root, `${folder}/ui_messages.json`);
    expect(messagesIn(unit).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['user', 'text', 'Plan the beds'],
      ['user', 'attachment', ''],
      ['assistant', 'thinking', 'Four beds.'],
      ['assistant', 'tool_call', '{"tool":"readFile","path":"beds.md"}'],
      ['assistant', 'text', 'Rotate them?'],
      ['user', 'text', 'Yes.'],
      ['system', 'summary', 'Four beds, rotated.'],
      ['assistant', 'text', 'Peas after kale.'],
      ['system', 'notice', 'Connection lost'],
    ]);
    expect(unit).toMatchObject({
      source: 'roo-code:0c51d4a6-f5a0-4c13-8e51-0e86259dcf8d',
      title: 'Plan the beds',
      facts: { cwd: '/home/ines/garden' },
    });
    expect(notKept(unit)['partial messages']).toBe(1);
    expect(await read(rooCode, root, `${folder}/history_item.json`)).toMatchObject({ skipped: { reason: 'part-of' } });
  });

  it('gives exactly the texts that the screen showed', async () => {
    await assertFaithful(rooCode, (said) => ({
      [`${folder}/ui_messages.json`]: JSON.stringify([
        { ts: 1, type: 'say', say: 'text', text: '' },
        ...said.map(({ role, text }) => ({
          ts: 1777100000000,
          type: 'say',
          say: role === 'user' ? 'user_feedback' : 'text',
          text,
        })),
      ]),
    }));
  });
});
