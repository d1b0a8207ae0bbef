import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geminiTakeout } from '../../src/sources/adapters/gemini-takeout.js';
import { googleAiStudio } from '../../src/sources/adapters/google-ai-studio.js';
import { timeOfLine } from '../../src/sources/gemini-takeout/page-times.js';
import type { SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { checkSample, describeSamples, samplesOf } from './shared-fixtures.js';
import { candidateOf, messagesIn, notKept, plainRoot, read, unitsOf, write } from './support.js';

const rootOf = (adapter: string) => plainRoot(join(import.meta.dirname, '../fixtures/sources', adapter), 'notes');
const blocks = (unit: SourceUnit | undefined) =>
  messagesIn(unit).map(({ speaker, kind, text, attributes }) => [speaker, kind, text, attributes]);

const entry = (title: string, time: string, more: Record<string, unknown> = {}) => ({
  header: 'Gemini Apps',
  title,
  time,
  products: ['Gemini Apps'],
  ...more,
});

describeSamples('gemini-takeout');
describeSamples('google-ai-studio');

describe.skipIf(samplesOf('gemini-takeout').length === 0)(
  'the shared sample of Takeout (skipped where ../shared is absent)',
  () => {
    it('counts what is no turn, and passes over the log of another product', async () => {
      const { reading } = await checkSample('gemini-takeout/takeout-json');
      expect(notKept(reading.units.at(-1))).toEqual({ 'activity that is no turn of a conversation': 3 });
      expect(reading.skipped).toMatchObject([
        { reason: 'bookkeeping', notKept: [{ what: 'activity of other products', count: 1 }] },
      ]);
    });
  },
);

describe('the activity log of Gemini', () => {
  it('joins entries of one address, oldest first, and keeps what is no prompt as a notice', async () => {
    const units = await unitsOf(geminiTakeout, rootOf('gemini-takeout'), 'MyActivity.json');
    expect(units.map(({ source, date, facts }) => [source, date, facts?.url])).toEqual([
      ['gemini-takeout:2026-05-01T09:00:00.000Z', '2026-05-01T09:00:00.000Z', undefined],
      ['gemini-takeout:abc123def456', '2026-05-02T09:00:00.250Z', 'https://gemini.google.com/app/abc123def456'],
    ]);
    expect(blocks(units[0])).toEqual([
      ['system', 'notice', 'Used a Gem', undefined],
      ['assistant', 'text', '<p>A list.</p>', { format: 'html' }],
    ]);
    expect(blocks(units[1])).toEqual([
      ['user', 'text', 'How often do I water a fig?', undefined],
      ['user', 'attachment', '', { name: 'fig.jpg' }],
      ['assistant', 'text', '<p>Twice a week &amp; at dusk.</p>', { format: 'html' }],
      ['user', 'text', 'And in <winter>?', undefined],
      ['assistant', 'text', '<p>Less often.</p>', { format: 'html' }],
    ]);
    expect(notKept(units[1])).toEqual({
      'activity of other products': 1,
      'activity that is no turn of a conversation': 1,
    });
  });

  it('counts a prompt without a word that nothing answers, and reads the rest', async () => {
    const root = plainRoot(
      write(tempDir(), {
        'MyActivity.json': JSON.stringify([
          entry('Prompted ', '2026-05-03T09:00:00.000Z'),
          entry('Prompted ', '2026-05-02T09:00:00.000Z', { attachedFiles: [{ name: 'fig.jpg' }] }),
          entry('Prompted How tall is a fig?', '2026-05-01T09:00:00.000Z'),
        ]),
      }),
      'notes',
    );
    const units = await unitsOf(geminiTakeout, root, 'MyActivity.json');
    expect(units.map(blocks)).toEqual([
      [['user', 'text', 'How tall is a fig?', undefined]],
      [['user', 'attachment', '', { name: 'fig.jpg' }]],
    ]);
    expect(notKept(units[1])).toEqual({ 'activity that is no turn of a conversation': 1 });
  });

  it('reads the page: prompts of several lines, files, nested answers', async () => {
    const [unit, ...more] = await unitsOf(geminiTakeout, rootOf('gemini-takeout'), 'MyActivity.html');
    expect(more).toEqual([]);
    expect(unit?.date).toBe('2025-08-03T17:04:05.000Z');
    expect(blocks(unit)).toEqual([
      ['user', 'text', "Is 3 < 4?\nSay why 'so'.", undefined],
      ['user', 'attachment', '', { name: 'sum.pdf' }],
      ['assistant', 'text', '<div><p>Yes:<br>it is.</p></div>', { format: 'html' }],
    ]);
  });

  it('keeps the verb of a language that it does not know, and says so', async () => {
    const log = [
      entry('Prompt eingegeben: Wie tief ist der See?', '2026-01-02T00:00:00Z', {
        header: 'Gemini-Apps',
        safeHtmlItem: [{ html: 'Tief.' }],
      }),
    ];
    const [unit] = await unitsOf(
      geminiTakeout,
      plainRoot(write(tempDir(), { 'a.json': JSON.stringify(log) })),
      'a.json',
    );
    expect(blocks(unit)[0]).toEqual(['user', 'text', 'Prompt eingegeben: Wie tief ist der See?', undefined]);
    expect(unit?.notes).toEqual(['a.json: its language is not known; the verb before each prompt was kept']);
  });

  it('damaged, doubled and cut off gives the rest; two entries of one time are two conversations', async () => {
    const time = '2026-01-02T00:00:00Z';
    const log = [
      entry('Prompted c', time),
      entry('Prompted b', time),
      entry('Prompted b', time),
      entry('Prompted a', '2026-01-01T00:00:00Z'),
    ];
    const text = JSON.stringify(log, null, 2);
    const folder = write(tempDir(), {
      'a.json': text,
      'b.json': text.replace('"Prompted c"', 'Prompted c"'),
      'c.json': text.slice(0, -40),
      'd.json': '[{"header":"Gemini Apps","time":1,"products":[]}]',
    });
    const root = plainRoot(folder);
    const sources = async (file: string) =>
      (await unitsOf(geminiTakeout, root, file)).map((unit) => [unit.source, blocks(unit)[0]?.[2]]);
    expect(await sources('a.json')).toEqual([
      ['gemini-takeout:2026-01-01T00:00:00.000Z', 'a'],
      ['gemini-takeout:2026-01-02T00:00:00.000Z', 'b'],
      ['gemini-takeout:2026-01-02T00:00:00.000Z/2', 'c'],
    ]);
    expect((await sources('b.json')).map(([, words]) => words)).toEqual(['a', 'b']);
    expect((await sources('c.json')).map(([, words]) => words)).toEqual(['b', 'c']);
    expect(await read(geminiTakeout, root, 'd.json')).toMatchObject({ skipped: { reason: 'empty' } });
  });

  it('is told from other logs of the same shape and from pages', () => {
    const log = (header: string) => JSON.stringify([{ ...entry('x', '2026-01-01T00:00:00Z'), header }]);
    const root = plainRoot(
      write(tempDir(), { 'a.json': log('Gemini Apps'), 'b.json': '[{"header": 1}]', 'c.html': '<html></html>' }),
    );
    expect(['a.json', 'b.json', 'c.html'].map((file) => geminiTakeout.detect(candidateOf(root, file)) > 0)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('gives exactly the prompts and answers, in the order of time', async () => {
    const turn = fc.record({
      prompt: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
      answer: fc.string({ minLength: 1 }),
      chat: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        const log = turns.map(({ prompt, answer, chat }, at) =>
          entry(`Prompted ${prompt}`, new Date(1_700_000_000_000 + at * 1000).toISOString(), {
            titleUrl: `https://gemini.google.com/app/chat00${chat}`,
            safeHtmlItem: [{ html: answer }],
          }),
        );
        const root = plainRoot(write(tempDir(), { 'a.json': JSON.stringify(log.reverse()) }));
        const units = await unitsOf(geminiTakeout, root, 'a.json');
        for (const chat of [0, 1, 2]) {
          const unit = units.find(({ source }) => source.endsWith(`chat00${chat}`));
          const wanted = turns.filter((one) => one.chat === chat).flatMap(({ prompt, answer }) => [prompt, answer]);
          expect(messagesIn(unit).map(({ text }) => text)).toEqual(wanted);
        }
      }),
      { numRuns: longRun(60, 2000) },
    );
  });
});

describe('times of activity pages', () => {
  it.each([
    ['Jul 2, 2025, 3:04:05\u202fPM EDT', '2025-07-02T19:04:05.000Z'],
    ['Dec 31, 2025, 12:00:00 AM UTC', '2025-12-31T00:00:00.000Z'],
    ['2 Jul 2025, 15:04:05 BST', '2025-07-02T14:04:05.000Z'],
    ['02.07.2025, 15:04:05 MESZ', '2025-07-02T13:04:05.000Z'],
    ['2025/07/02 15:04:05 JST', '2025-07-02T06:04:05.000Z'],
    ['2 Jul 2025, 15:04:05 GMT+5:30', '2025-07-02T09:34:05.000Z'],
    ['2 Jul 2025, 15:04:05 GMT-03', '2025-07-02T18:04:05.000Z'],
    ['2 Jul 2025, 15:04:05 IST', '2025-07-02T15:04:05'],
    ['31 Apr 2025, 15:04:05 GMT', undefined],
    ['in July', undefined],
  ])('%s', (line, time) => {
    expect(timeOfLine(line)).toBe(time);
  });
});

describe('a prompt of Google AI Studio', () => {
  it('keeps every chunk, marks drafts, and names what it leaves out', async () => {
    const [unit] = await unitsOf(googleAiStudio, rootOf('google-ai-studio'), 'Google AI Studio/Gull sketches');
    expect(unit).toMatchObject({
      title: 'Gull sketches',
      source: 'file:google-ai-studio#Google AI Studio/Gull sketches',
      date: '2026-04-01T10:00:00.000Z',
      facts: { model: 'models/invented-1' },
    });
    expect(blocks(unit)).toEqual([
      ['system', 'context', 'Be short.', undefined],
      ['user', 'text', 'Draw a gull.', undefined],
      ['assistant', 'attachment', '', { type: 'image/png', bytes: '8', sha256: expect.any(String) }],
      ['assistant', 'text', 'A gull.', { edited: 'true' }],
      ['assistant', 'tool_call', '1/0', { name: 'code_execution', language: 'PYTHON' }],
      ['tool', 'tool_result', 'ZeroDivisionError', { name: 'code_execution', error: 'true' }],
      ['system', 'notice', 'It stopped.', undefined],
      ['assistant', 'context', '{"role":"model","futureThing":{"x":1}}', { block: 'unknown' }],
      ['system', 'notice', 'and a tern', { draft: 'true' }],
    ]);
    expect(notKept(unit)).toEqual({ 'attachment data': 1, 'chunks without text': 1 });
  });

  it('cut off gives the chunks that are whole, with its model', async () => {
    const file = {
      runSettings: { model: 'models/invented-1' },
      chunkedPrompt: {
        chunks: [
          { text: 'one', role: 'user' },
          { text: 'two', role: 'model' },
          { text: 'three', role: 'user' },
        ],
      },
    };
    const text = JSON.stringify(file);
    const root = plainRoot(
      write(tempDir(), {
        cut: text.slice(0, -20),
        bad: text.replace('"two"', 'two'),
        bom: `\ufeff${text}`,
        none: '{"chunkedPrompt":{"chunks":[]}}',
      }),
    );
    const [cut] = await unitsOf(googleAiStudio, root, 'cut');
    expect(messagesIn(cut).map(({ text: words }) => words)).toEqual(['one', 'two']);
    expect(cut?.facts?.model).toBe('models/invented-1');
    expect(cut?.notes).toEqual(['cut: damaged parts were passed over']);
    expect(messagesIn((await unitsOf(googleAiStudio, root, 'bad'))[0]).map(({ text: words }) => words)).toEqual([
      'one',
      'three',
    ]);
    expect(messagesIn((await unitsOf(googleAiStudio, root, 'bom'))[0])).toHaveLength(3);
    expect(await read(googleAiStudio, root, 'none')).toMatchObject({ skipped: { reason: 'empty' } });
  });

  it('gives exactly the words of the person and the model', async () => {
    const chunk = fc.record({
      role: fc.constantFrom('user', 'model'),
      text: fc.string({ unit: 'grapheme', minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 10 }), async (chunks) => {
        const root = plainRoot(write(tempDir(), { prompt: JSON.stringify({ chunkedPrompt: { chunks } }) }));
        const [unit] = await unitsOf(googleAiStudio, root, 'prompt');
        expect(
          messagesIn(unit).map(({ speaker, text }) => ({ role: speaker === 'user' ? 'user' : 'model', text })),
        ).toEqual(chunks);
      }),
      { numRuns: longRun(60, 2000) },
    );
  });
});
