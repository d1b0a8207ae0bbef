import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatgpt } from '../../src/sources/adapters/chatgpt.js';
import type { ReadOptions, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { describeSamples } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const FIXTURE = join(import.meta.dirname, '../fixtures/sources/chatgpt');

interface Node {
  id: string;
  message: unknown;
  parent: string | null;
  children: string[];
}

function said(
  id: string,
  role: string,
  text: string,
  parent: string | null,
  children: string[] = [],
  time?: number,
): Node {
  const content = { content_type: 'text', parts: [text] };
  return {
    id,
    message: { id, author: { role }, create_time: time ?? null, content, recipient: 'all' },
    parent,
    children,
  };
}

function conversation(nodes: readonly Node[], more: Record<string, unknown> = {}) {
  const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]));
  return { title: 'Invented', create_time: 1_700_000_000, mapping, current_node: nodes.at(-1)?.id, id: 'one', ...more };
}

function chain(texts: readonly string[], id = 'one') {
  const nodes = texts.map((text, at) =>
    said(
      `${id}-${at}`,
      at % 2 === 0 ? 'user' : 'assistant',
      text,
      at === 0 ? null : `${id}-${at - 1}`,
      at + 1 < texts.length ? [`${id}-${at + 1}`] : [],
    ),
  );
  return conversation(nodes, { id });
}

async function unitsFrom(content: string | Buffer, options: Partial<ReadOptions> = {}): Promise<SourceUnit[]> {
  const root = plainRoot(write(tempDir(), { 'conversations.json': content }), 'notes');
  return unitsOf(chatgpt, root, 'conversations.json', options);
}

const textsOf = (unit: SourceUnit | undefined) => messagesIn(unit).map(({ text }) => text);
const alternates = (unit: SourceUnit | undefined) =>
  messagesIn(unit).flatMap(({ text, attributes }) => (attributes?.branch === 'alternate' ? [text] : []));

describeSamples('chatgpt');

describe('the ChatGPT export', () => {
  it('keeps every block of a message: pictures, thoughts, calls, quotes, and blocks of kinds to come', async () => {
    const [heron, bees, ...more] = await unitsOf(chatgpt, plainRoot(FIXTURE, 'notes'), 'conversations.json');
    expect(more).toEqual([]);
    expect(heron).toMatchObject({
      source: 'chatgpt:conv-heron',
      title: 'Heron at the weir',
      date: '2025-06-01T09:43:20.000Z',
      facts: { model: 'gpt-invented-1', archived: true },
    });
    expect(messagesIn(heron).map(({ speaker, kind, text, attributes }) => [speaker, kind, text, attributes])).toEqual([
      ['user', 'text', 'Which heron is this?', undefined],
      [
        'user',
        'attachment',
        '',
        { name: 'heron.png', type: 'image/png', bytes: '1200', width: '40', height: '30', file: 'file-heron1' },
      ],
      ['user', 'attachment', '', { name: 'notes.txt', type: 'text/plain', bytes: '9', file: 'file-notes2' }],
      ['assistant', 'thinking', 'Yellow beak, black cap.', { summary: 'Looking at the beak' }],
      ['assistant', 'tool_call', 'search("black cap heron")', { name: 'web' }],
      [
        'tool',
        'tool_result',
        'The black-crowned night heron fishes at dusk.',
        { name: 'web', title: 'Night heron', url: 'https://example.org/heron' },
      ],
      ['assistant', 'text', 'A night heron.', { branch: 'alternate', model: 'gpt-invented-mini' }],
      ['assistant', 'text', 'A black-crowned night heron\ue200cite\ue202turn0search0\ue201.', undefined],
      ['user', 'text', 'Does it sing?\r\n\r\n### [not a head]\n', undefined],
      ['assistant', 'text', 'It barks.', undefined],
      ['assistant', 'text', ' Mostly at night.', undefined],
    ]);
    expect(bees?.title).toBe('');
    expect(messagesIn(bees).map(({ speaker, kind, text }) => [speaker, kind, text])).toEqual([
      ['system', 'context', 'Keeps bees.'],
      ['user', 'text', 'How many frames fit in a nuc?'],
      ['assistant', 'context', '{"content_type":"widget_of_tomorrow","payload":{"n":5}}'],
      // Its parent does not list it: its own word counts.
      ['assistant', 'text', 'Five, as a rule.'],
    ]);
    expect(notKept(bees)).toEqual({ 'conversations without messages': 1 });
  });

  it('shortens or leaves out tools on demand, with a count', async () => {
    const [none] = await unitsOf(chatgpt, plainRoot(FIXTURE, 'notes'), 'conversations.json', { tools: 'none' });
    expect(messagesIn(none).some(({ kind }) => kind.startsWith('tool'))).toBe(false);
    expect(notKept(none)).toEqual({ 'tool calls': 1, 'tool results': 1 });
    const nodes = [
      said('q', 'user', 'Run it.', null, ['c']),
      { ...said('c', 'assistant', 'x'.repeat(900), 'q'), children: [] },
    ];
    Object.assign(nodes[1]?.message as object, { recipient: 'python' });
    const [brief] = await unitsFrom(JSON.stringify([conversation(nodes)]), { tools: 'brief' });
    expect(messagesIn(brief)[1]).toMatchObject({
      kind: 'tool_call',
      attributes: { name: 'python', shortened: 'true' },
    });
  });

  it('reads one conversation that stands alone, and the page of an export without its data file', async () => {
    const one = chain(['Hello', 'Good day']);
    expect(textsOf((await unitsFrom(JSON.stringify(one, null, 2)))[0])).toEqual(['Hello', 'Good day']);
    const page = `<html><head><title>ChatGPT Data Export</title><script>var jsonData = ${JSON.stringify([one])}; var x = [1];</script></head></html>`;
    const folder = write(tempDir(), { 'chat.html': page });
    expect(chatgpt.detect(candidateOf(plainRoot(folder), 'chat.html'))).toBeGreaterThan(0.5);
    const [unit] = await unitsOf(chatgpt, plainRoot(folder), 'chat.html');
    expect(textsOf(unit)).toEqual(['Hello', 'Good day']);
    write(folder, { 'conversations.json': JSON.stringify([one]) });
    expect(await read(chatgpt, plainRoot(folder), 'chat.html')).toMatchObject({ skipped: { reason: 'part-of' } });
  });

  it('names shards that the manifest lists, or that the numbers miss, once', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'conversations-000.json': JSON.stringify([chain(['a', 'b'], 'zero')]),
        'conversations-002.json': JSON.stringify([chain(['c', 'd'], 'two')]),
        'export_manifest.json': JSON.stringify({
          logical_files: { 'conversations.json': { files: ['conversations-003.json'] } },
        }),
      }),
    );
    const [first] = await unitsOf(chatgpt, root, 'conversations-000.json');
    expect(first?.notes).toEqual([
      'conversations-001.json is missing: its conversations are lost with it',
      'conversations-003.json is missing: its conversations are lost with it',
    ]);
    expect(notKept(first)).toEqual({ 'missing shards of the export': 2 });
    const [second] = await unitsOf(chatgpt, root, 'conversations-002.json');
    expect(second?.notes).toEqual([]);
    expect(await read(chatgpt, root, 'export_manifest.json')).toMatchObject({ skipped: { reason: 'bookkeeping' } });
  });
});

describe('a damaged tree of messages', () => {
  it('with a circle is cut and named, and nothing of it is lost', async () => {
    const nodes = [
      said('a', 'user', 'one', 'c', ['b']),
      said('b', 'assistant', 'two', 'a', ['c']),
      said('c', 'user', 'three', 'b', ['a']),
    ];
    const [unit] = await unitsFrom(JSON.stringify([conversation(nodes)]));
    expect(textsOf(unit)).toEqual(['one', 'two', 'three']);
    expect(alternates(unit)).toEqual([]);
    expect(unit?.notes).toEqual(['“Invented”: its messages run in a circle, which was cut']);
  });

  it('with a missing parent goes on with what was said before', async () => {
    const nodes = [
      said('c', 'user', 'three', 'lost', ['d']),
      said('a', 'user', 'one', null, ['b', 'b2']),
      said('b', 'assistant', 'rejected', 'a'),
      said('b2', 'assistant', 'two', 'a'),
      said('d', 'assistant', 'four', 'c'),
    ];
    const [unit] = await unitsFrom(JSON.stringify([conversation(nodes)]));
    expect(textsOf(unit)).toEqual(['one', 'rejected', 'two', 'three', 'four']);
    expect(alternates(unit)).toEqual(['rejected']);
    expect(unit?.notes).toEqual(['“Invented”: 1 messages hang on a message that is not in the export']);
  });

  it('without the shown leaf takes the newest answers', async () => {
    const nodes = [
      said('a', 'user', 'one', null, ['b', 'c']),
      said('b', 'assistant', 'old', 'a'),
      said('c', 'assistant', 'new', 'a'),
    ];
    const [unit] = await unitsFrom(JSON.stringify([conversation(nodes, { current_node: 'gone' })]));
    expect(alternates(unit)).toEqual(['old']);
    expect(unit?.notes?.[0]).toContain('shown last is not in the export');
  });

  it('counts a message that stands twice once, on the shown line', async () => {
    const twice = { ...said('b2', 'assistant', 'two', 'a'), id: 'b2' };
    Object.assign(twice.message as object, { id: 'b' });
    const nodes = [said('a', 'user', 'one', null, ['b', 'b2']), said('b', 'assistant', 'two', 'a'), twice];
    const [unit] = await unitsFrom(JSON.stringify([conversation(nodes)]));
    expect(textsOf(unit)).toEqual(['one', 'two']);
    expect(alternates(unit)).toEqual([]);
    expect(notKept(unit)).toMatchObject({ 'repeated messages': 1 });
  });
});

describe('a damaged export', () => {
  const three = [chain(['a1', 'a2'], 'a'), chain(['b1', 'b2'], 'b'), chain(['c1', 'c2'], 'c')];
  const text = JSON.stringify(three);

  it('costs the damaged conversation only, which is named with its place', async () => {
    const units = await unitsFrom(text.replace('"b1"', '"b1'));
    expect(units.map(({ source }) => source)).toEqual(['chatgpt:a', 'chatgpt:c']);
    expect(notKept(units[1])).toMatchObject({ 'damaged conversations': 1 });
    expect(units[1]?.notes?.join()).toMatch(/conversation 2 \(at byte \d+\) is damaged and was passed over/);
  });

  it('that is cut off gives what is whole', async () => {
    const units = await unitsFrom(text.slice(0, -30));
    expect(units.map(({ source }) => source)).toEqual(['chatgpt:a', 'chatgpt:b']);
    expect(notKept(units[1])).toMatchObject({ 'unfinished last conversation': 1 });
  });

  it('of nothing else is skipped with the reason', async () => {
    const root = plainRoot(
      write(tempDir(), { 'a.json': text.slice(0, 60), 'b.json': '[]', 'c.json': '[{"mapping":{}}]' }),
    );
    expect(await read(chatgpt, root, 'a.json')).toMatchObject({ skipped: { reason: 'damaged' } });
    expect(await read(chatgpt, root, 'b.json')).toMatchObject({ skipped: { reason: 'empty' } });
    expect(await read(chatgpt, root, 'c.json')).toMatchObject({
      skipped: { reason: 'empty', notKept: [{ what: 'conversations without messages', count: 1 }] },
    });
  });

  it('is read behind a byte order mark and from UTF-16', async () => {
    for (const content of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const root = plainRoot(write(tempDir(), { 'conversations.json': content }));
      expect(chatgpt.detect(candidateOf(root, 'conversations.json'))).toBeGreaterThan(0.9);
      expect(await unitsOf(chatgpt, root, 'conversations.json')).toHaveLength(3);
    }
  });

  it('with clocks that go backwards keeps the order and says so once', async () => {
    const nodes = [
      said('a', 'user', 'late', null, ['b'], 2_000_000_000),
      said('b', 'assistant', 'early', 'a', [], 1_000_000_000),
    ];
    const units = await unitsFrom(JSON.stringify([conversation(nodes), conversation(nodes, { id: 'two' })]));
    expect(textsOf(units[0])).toEqual(['late', 'early']);
    expect(units[1]?.notes).toEqual([
      'conversations.json: 2 conversations have times that go backwards; the order was kept',
    ]);
  });
});

describe('large conversations', () => {
  it('of 100,000 messages are read in linear time, and one of 5 MB whole', async () => {
    const texts = Array.from({ length: longRun(20_000, 100_000) }, (_, at) => `message ${at}`);
    const small = await timed(() => unitsFrom(JSON.stringify([chain(texts.slice(0, texts.length / 4))])));
    const large = await timed(() => unitsFrom(JSON.stringify([chain(texts)])));
    expect(textsOf(large.value[0])).toEqual(texts);
    expect(large.took).toBeLessThan(small.took * 16 + 1000);
    const huge = 'süß "quoted" \\ \n'.repeat(300_000);
    expect(textsOf((await unitsFrom(JSON.stringify([chain([huge, 'ok'])])))[0])).toEqual([huge, 'ok']);
  });
});

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; took: number }> {
  const start = performance.now();
  const value = await run();
  return { value, took: performance.now() - start };
}

describe('any export', () => {
  /** A tree as the parent of each node: one before it. */
  const tree = fc
    .array(
      fc.record({
        parent: fc.nat(),
        role: fc.constantFrom('user', 'assistant'),
        text: fc.string({ unit: 'grapheme', minLength: 1 }),
      }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((nodes) => nodes.map((node, at) => ({ ...node, parent: at === 0 ? -1 : node.parent % at })));

  it('gives exactly the words of user and assistant, depth-first, the shown line unmarked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.nat(), async (trees, seed) => {
        const wanted: { text: string; speaker: string; main: boolean }[][] = [];
        const list = trees.map((nodes, index) => {
          const leaf = seed % nodes.length;
          const main = new Set<number>();
          for (let at = leaf; at !== -1; at = nodes[at]?.parent ?? -1) main.add(at);
          const children = nodes.map((_, at) => nodes.flatMap(({ parent }, child) => (parent === at ? [child] : [])));
          const order: number[] = [];
          const visit = (at: number): void => {
            order.push(at);
            for (const child of children[at] ?? []) visit(child);
          };
          visit(0);
          wanted.push(
            order.flatMap((at) =>
              nodes.slice(at, at + 1).map(({ text, role }) => ({ text, speaker: role, main: main.has(at) })),
            ),
          );
          const named = nodes.map(({ text, role, parent }, at) =>
            said(
              `n${at}`,
              role,
              text,
              parent === -1 ? null : `n${parent}`,
              (children[at] ?? []).map((child) => `n${child}`),
              1_700_000_000 + at,
            ),
          );
          // The file may hold its nodes in any order.
          const shuffled = named.map(
            (_, at) => named.slice((at + seed) % named.length)[0] ?? said('x', 'user', '', null),
          );
          return conversation(shuffled, { id: `c${index}`, current_node: `n${leaf}` });
        });
        const units = await unitsFrom(JSON.stringify(list));
        expect(
          units.map((unit) =>
            messagesIn(unit).map(({ text, speaker, attributes }) => ({
              text,
              speaker,
              main: attributes?.branch !== 'alternate',
            })),
          ),
        ).toEqual(wanted);
      }),
      { numRuns: longRun(60, 2000) },
    );
  });

  it('of the fixture is read the same from any root', async () => {
    const copy = plainRoot(
      write(tempDir(), { 'deep/conversations.json': readFileSync(join(FIXTURE, 'conversations.json')) }),
    );
    const there = await unitsOf(chatgpt, copy, 'deep/conversations.json');
    expect(there).toEqual(await unitsOf(chatgpt, plainRoot(FIXTURE), 'conversations.json'));
  });
});
