import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeAi } from '../../src/sources/adapters/claude-ai.js';
import { claudeAiProject } from '../../src/sources/adapters/claude-ai-project.js';
import type { SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { checkSample, samplesOf } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const FIXTURE = plainRoot(join(import.meta.dirname, '../fixtures/sources/claude-ai'), 'notes');
const PROJECTS = plainRoot(join(import.meta.dirname, '../fixtures/sources/claude-ai-project'), 'notes');

interface Said {
  uuid: string;
  sender: string;
  text: string;
  [key: string]: unknown;
}

function message(uuid: string, sender: string, text: string, more: Record<string, unknown> = {}): Said {
  return { uuid, text, content: [{ type: 'text', text }], sender, attachments: [], files: [], ...more };
}

function conversation(uuid: string, messages: readonly Said[], more: Record<string, unknown> = {}) {
  return { uuid, name: 'Invented', created_at: '2026-01-01T00:00:00.000000Z', chat_messages: messages, ...more };
}

async function unitsFrom(content: string | Buffer): Promise<SourceUnit[]> {
  return unitsOf(
    claudeAi,
    plainRoot(write(tempDir(), { 'conversations.json': content }), 'notes'),
    'conversations.json',
  );
}

const textsOf = (unit: SourceUnit | undefined) => messagesIn(unit).map(({ text }) => text);

describe.skipIf(samplesOf('claude-ai').length === 0)(
  'the shared samples of claude-ai (skipped where ../shared is absent)',
  () => {
    it('share-snapshot', async () => {
      const { faults, reading } = await checkSample('claude-ai/share-snapshot');
      expect(faults).toEqual([]);
      expect(reading.units[0]?.notes).toEqual(['“Mooring knots”: a shared copy; the conversation went on after it']);
    });

    it('export-flat: conversations, documents and instructions, no account', async () => {
      const { faults, reading } = await checkSample('claude-ai/export-flat');
      expect(faults).toEqual([]);
      expect(reading.adapters).toEqual(['claude-ai', 'claude-ai-project', 'claude-ai']);
      expect(reading.skipped).toMatchObject([{ reason: 'bookkeeping' }]);
      const notes = reading.units.filter(({ kind }) => kind === 'note');
      expect(notes.map(({ title, date }) => [title, date])).toEqual([
        ['Balcony garden / light.md', '2025-10-01T07:05:00.000Z'],
        ['Balcony garden / instructions', undefined],
      ]);
      expect(notes[0]?.body.toString()).toBe('# Light\n\nThree hours from June to August.');
      expect(notKept(reading.units.filter(({ kind }) => kind === 'conversation').at(-1))).toMatchObject({
        'conversations without messages': 1,
      });
    });
  },
);

describe('the export of claude.ai', () => {
  it('keeps the tree, every block, and what was attached once', async () => {
    const [lamp, ...more] = await unitsOf(claudeAi, FIXTURE, 'conversations.json');
    expect(more).toEqual([]);
    expect(lamp).toMatchObject({
      source: 'claude-ai:conv-lamp',
      title: 'Harbour lamp',
      date: '2026-03-01T08:00:00.000Z',
    });
    expect(messagesIn(lamp).map(({ speaker, kind, text, attributes }) => [speaker, kind, text, attributes])).toEqual([
      ['system', 'summary', 'A lamp that flickers.', undefined],
      ['user', 'text', 'Why does the lamp flicker?', undefined],
      ['user', 'attachment', '', { name: 'lamp.jpg', type: 'image', file: 'f1' }],
      ['assistant', 'text', 'A loose wire.', { branch: 'alternate' }],
      ['assistant', 'thinking', 'Night only.', undefined],
      ['assistant', 'text', 'Low voltage, most likely.', undefined],
      ['assistant', 'tool_call', '{"query":"lamp"}', { name: 'web_search', call: 't1' }],
      [
        'tool',
        'tool_result',
        '{"type":"knowledge","title":"Lamps","url":"https://example.org"}',
        { name: 'web_search', call: 't1', error: 'true' },
      ],
      ['tool', 'tool_result', 'two hits', { name: 'web_search', call: 't1', error: 'true' }],
      ['system', 'context', 'stay brief', { block: 'injected_prompt_block' }],
      ['assistant', 'context', '{"type":"hologram","value":[1]}', { block: 'hologram' }],
      ['user', 'text', 'Shall I change it?', { voice: 'true', title: 'note' }],
      ['assistant', 'text', 'Yes.', undefined],
    ]);
    expect(notKept(lamp)).toEqual({
      'bookkeeping blocks': 1,
      'flat copies of messages': 3,
      'conversations without messages': 1,
    });
  });

  it('gives projects and memories as notes, byte for byte', async () => {
    const units = await unitsOf(claudeAiProject, PROJECTS, 'projects.json');
    expect(units.map(({ source, title, wingHint }) => [source, title, wingHint])).toEqual([
      ['claude-ai:project/pr1/d1', 'Lamps / wires.md', 'Lamps'],
      ['claude-ai:project/pr1/instructions', 'Lamps / instructions', 'Lamps'],
    ]);
    expect(units[0]).toMatchObject({
      date: '2026-02-02T06:00:00.000Z',
      facts: { project: 'Lamps', description: 'All about lamps' },
    });
    expect(units.map(({ body }) => body.toString())).toEqual(['# Wires\r\n\r\nRed and blue.\n', 'Be brief.\n']);
    expect(notKept(units[1])).toMatchObject({ 'projects without documents': 1 });
    const memories = await unitsOf(claudeAiProject, PROJECTS, 'memories.json');
    expect(memories.map(({ source, body }) => [source, body.toString()])).toEqual([
      ['claude-ai:memory/acc', '**Work**\nAnn mends lamps.'],
      ['claude-ai:memory/pr1', 'Uses 12 V.'],
    ]);
  });

  it('reads one project that stands alone, and leaves other lists of documents to others', async () => {
    const alone = { uuid: 'p', name: 'Alone', prompt_template: 'Do.', docs: [] };
    const root = plainRoot(
      write(tempDir(), { 'projects/p.json': JSON.stringify(alone), 'docs.json': '[{"docs": [], "uuid": 1}]' }),
    );
    expect(claudeAiProject.detect(candidateOf(root, 'projects/p.json'))).toBeGreaterThan(0.9);
    expect(claudeAiProject.detect(candidateOf(root, 'docs.json'))).toBe(0);
    expect((await unitsOf(claudeAiProject, root, 'projects/p.json')).map(({ title }) => title)).toEqual([
      'Alone / instructions',
    ]);
  });

  it('takes the flat text where a message has no blocks', async () => {
    const messages = [
      message('a', 'human', 'No blocks', { content: null }),
      message('b', 'assistant', 'None', { content: [] }),
    ];
    expect(textsOf((await unitsFrom(JSON.stringify([conversation('c', messages)])))[0])).toEqual(['No blocks', 'None']);
  });

  it('counts a message that stands twice once, and survives a broken tree', async () => {
    const twice = [message('a', 'human', 'one'), message('a', 'human', 'one'), message('b', 'assistant', 'two')];
    const [unit] = await unitsFrom(JSON.stringify([conversation('c', twice)]));
    expect(textsOf(unit)).toEqual(['one', 'two']);
    expect(notKept(unit)).toMatchObject({ 'repeated messages': 1 });
    const broken = [
      message('a', 'human', 'one', { parent_message_uuid: 'nobody' }),
      message('b', 'assistant', 'two', { parent_message_uuid: 'a' }),
      message('c', 'human', 'three', { parent_message_uuid: 'lost' }),
      message('d', 'assistant', 'four', { parent_message_uuid: 'c' }),
      message('x', 'human', 'round', { parent_message_uuid: 'y' }),
      message('y', 'human', 'and round', { parent_message_uuid: 'x' }),
    ];
    const [mended] = await unitsFrom(JSON.stringify([conversation('c', broken, { current_leaf_message_uuid: 'd' })]));
    expect(textsOf(mended)).toEqual(['one', 'two', 'three', 'four', 'round', 'and round']);
    expect(
      messagesIn(mended)
        .slice(0, 4)
        .some(({ attributes }) => attributes?.branch === 'alternate'),
    ).toBe(false);
    expect(mended?.notes).toEqual([
      '“Invented”: 1 messages hang on a message that is not in the export',
      '“Invented”: its messages run in a circle, which was cut',
    ]);
  });

  it('damaged in the middle or cut off costs one conversation', async () => {
    const list = ['a', 'b', 'c'].map((id) =>
      conversation(id, [message(`${id}1`, 'human', `q${id}`), message(`${id}2`, 'assistant', `r${id}`)]),
    );
    const text = JSON.stringify(list);
    const units = await unitsFrom(
      text.replace(
        '"sender":"human","attachments":[],"files":[]},{"uuid":"b2"',
        '"sender":"human,"attachments":[],"files":[]},{"uuid":"b2"',
      ),
    );
    expect(units.map(({ source }) => source)).toEqual(['claude-ai:a', 'claude-ai:c']);
    const cut = await unitsFrom(text.slice(0, -50));
    expect(cut.map(({ source }) => source)).toEqual(['claude-ai:a', 'claude-ai:b']);
    const root = plainRoot(write(tempDir(), { 'x.json': text.slice(0, 70) }));
    expect(await read(claudeAi, root, 'x.json')).toMatchObject({ skipped: { reason: 'damaged' } });
  });

  it('of 100,000 messages, and with one of 5 MB, is read whole', async () => {
    const count = longRun(20_000, 100_000);
    const messages = Array.from({ length: count }, (_, at) =>
      message(`m${at}`, at % 2 === 0 ? 'human' : 'assistant', at === 7 ? 'x\n'.repeat(2_500_000) : `m ${at}`, {
        parent_message_uuid: at === 0 ? 'none' : `m${at - 1}`,
      }),
    );
    const text = JSON.stringify([conversation('c', messages)]);
    const [unit] = await unitsFrom(text);
    expect(textsOf(unit)).toEqual(messages.map(({ text }) => text));
  });

  it('gives exactly the words of the person and the assistant, in order', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 1),
        async (conversations, indent) => {
          const list = conversations.map((words, id) =>
            conversation(
              `c${id}`,
              words.map((text, at) => message(`m${at}`, at % 2 === 0 ? 'human' : 'assistant', text)),
            ),
          );
          const units = await unitsFrom(JSON.stringify(list, null, indent));
          expect(units.map(textsOf)).toEqual(conversations);
          for (const unit of units)
            expect(messagesIn(unit).map(({ speaker }) => speaker)).toEqual(
              textsOf(unit).map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')),
            );
        },
      ),
      { numRuns: longRun(60, 2000) },
    );
  });
});
