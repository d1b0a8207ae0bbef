import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codex, readSession as readCodex } from '../../src/sources/adapters/codex.js';
import { goose, readSession as readGoose } from '../../src/sources/adapters/goose.js';
import { AgentLog } from '../../src/sources/agents/log.js';
import { Rollout } from '../../src/sources/codex/rollout.js';
import { isObject, parseJson } from '../../src/sources/json.js';
import { type LongBodySizes, WHOLE_BODY } from '../../src/sources/long-body.js';
import { SkipSource } from '../../src/sources/skip.js';
import type { ReadOptions, SourceAdapter, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, messagesIn, OPTIONS, plainRoot } from './support.js';

const FILE = 'session.jsonl';
const HELD: LongBodySizes = { limit: 200, piece: 40 };
const STREAMED: LongBodySizes = { limit: 0, piece: 1 };

type Read = typeof readCodex;

interface Got {
  unit?: SourceUnit;
  pieces: number;
  again: number;
  skipped?: string;
}

/** Reads a session; what came in pieces is put together. `meanwhile` runs when it begins again. */
async function readIn(
  read: Read,
  folder: string,
  sizes: LongBodySizes,
  options: Partial<ReadOptions> = {},
  meanwhile?: () => void,
): Promise<Got> {
  const root = plainRoot(folder, 'notes');
  const got: Got = { pieces: 0, again: 0 };
  let pieces: { piece: Buffer; source: string }[] = [];
  try {
    for await (const found of read(candidateOf(root, FILE), root, { ...OPTIONS, ...options }, sizes)) {
      if ('startOver' in found) {
        got.again++;
        pieces = [];
        meanwhile?.();
      } else if ('piece' in found) pieces.push({ ...found, piece: Buffer.from(found.piece) });
      else {
        expect(pieces.every(({ source }) => source === found.source)).toBe(true);
        got.pieces += pieces.length;
        got.unit = { ...found, body: Buffer.concat([...pieces.map(({ piece }) => piece), found.body]) };
        pieces = [];
      }
    }
  } catch (error) {
    if (!(error instanceof SkipSource)) throw error;
    got.skipped = JSON.stringify([error.reason, error.detail, error.notKept]);
  }
  expect(pieces).toEqual([]);
  return got;
}

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('yes', 'no', 'What is a shard?', '### [user]\nnot a head', 'ä – 漢字\r\n😀'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);
const time = fc
  .integer({ min: 0, max: 59 })
  .map((second) => `2026-01-02T03:04:${String(second).padStart(2, '0')}.000Z`);
const line = (type: string, payload: fc.Arbitrary<object>): fc.Arbitrary<string> =>
  fc.tuple(time, payload).map(([timestamp, body]) => JSON.stringify({ timestamp, type, payload: body }));
const call = fc.constantFrom('call_a', 'call_b');

const rollouts = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: line(
          'event_msg',
          text.map((message) => ({ type: 'user_message', message })),
        ),
      },
      {
        weight: 4,
        arbitrary: line(
          'event_msg',
          text.map((message) => ({ type: 'agent_message', message })),
        ),
      },
      {
        weight: 4,
        arbitrary: line(
          'response_item',
          fc
            .tuple(text, fc.constantFrom('user', 'assistant', 'developer'))
            .map(([said, role]) => ({ type: 'message', role, content: [{ type: 'input_text', text: said }] })),
        ),
      },
      {
        weight: 3,
        arbitrary: line(
          'event_msg',
          fc.nat(3).map((turns) => ({ type: 'thread_rolled_back', num_turns: turns })),
        ),
      },
      {
        weight: 1,
        arbitrary: line(
          'session_meta',
          fc.tuple(fc.constantFrom('one', 'two'), fc.boolean()).map(([id, isSubagent]) => ({
            id,
            cwd: '/w/sundial',
            ...(isSubagent && { source: { subagent: 'review' } }),
          })),
        ),
      },
      { weight: 1, arbitrary: line('turn_context', fc.constantFrom({ model: 'm1' }, { model: 'm2' })) },
      {
        weight: 2,
        arbitrary: line(
          'response_item',
          fc
            .tuple(call, text)
            .map(([id, args]) => ({ type: 'function_call', name: 'sh', arguments: args, call_id: id })),
        ),
      },
      {
        weight: 2,
        arbitrary: line(
          'response_item',
          fc.tuple(call, text).map(([id, output]) => ({ type: 'function_call_output', call_id: id, output })),
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('{"cut', '', '7', '{"session_id":"a","ts":1,"text":"typed"}') },
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.map((one) => `${one}\n`).join(''));

const sessions = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.record({
        role: fc.constantFrom('user', 'assistant'),
        created: fc.integer({ min: 1_745_363_226, max: 1_745_363_300 }),
        content: text.map((said) => [{ type: 'text', text: said }]),
      }),
      { maxLength: 12 },
    ),
    fc.nat(12),
  )
  .map(([isNamed, records, place]) => {
    const all: object[] = [...records];
    if (isNamed) all.splice(place, 0, { id: 'g1', working_dir: '/w/notes', description: 'Boats' });
    return all.map((record) => `${JSON.stringify(record)}\n`).join('');
  });

const reading = fc.record({
  subagents: fc.boolean(),
  tools: fc.constantFrom('full' as const, 'brief' as const, 'none' as const),
});

/** The messages of a rollout, held until all is known. */
function heldMessages(file: string, tools: ReadOptions['tools']): AgentLog {
  const log = new AgentLog(tools);
  const rollout = new Rollout(log);
  for (const one of file.split('\n')) {
    const record = parseJson(one);
    if (isObject(record) && !('session_id' in record)) rollout.take(record, one.length);
  }
  return log;
}

describe.each([
  { name: 'codex', read: readCodex, files: rollouts },
  { name: 'goose', read: readGoose, files: sessions },
])('a session of $name in pieces', ({ name, read, files }) => {
  it('is byte for byte what it is in one, whatever it holds', async () => {
    const folder = tempDir();
    let again = 0;
    let inPieces = 0;
    await fc.assert(
      fc.asyncProperty(files, reading, async (file, options) => {
        writeFileSync(join(folder, FILE), file);
        const whole = await readIn(read, folder, WHOLE_BODY, options);
        expect([whole.pieces, whole.again]).toEqual([0, 0]);
        for (const sizes of [HELD, STREAMED]) {
          const got = await readIn(read, folder, sizes, options);
          expect([got.unit, got.skipped]).toEqual([whole.unit, whole.skipped]);
          again += got.again;
          inPieces += got.pieces;
        }
      }),
      { numRuns: longRun(120, 5000) },
    );
    expect(inPieces).toBeGreaterThan(100);
    if (name === 'codex') expect(again).toBeGreaterThan(10);
  });
});

describe('a rollout', () => {
  it('says what it says when all of it is held until the end', async () => {
    const folder = tempDir();
    let alternates = 0;
    await fc.assert(
      fc.asyncProperty(rollouts, reading, async (file, options) => {
        writeFileSync(join(folder, FILE), file);
        const { unit } = await readIn(readCodex, folder, WHOLE_BODY, { ...options, subagents: true });
        if (unit === undefined) return;
        const held = heldMessages(file, options.tools).unit({ source: unit.source });
        expect(unit.body.toString()).toBe(held.body.toString());
        alternates += messagesIn(unit).filter(({ attributes }) => attributes?.branch === 'alternate').length;
      }),
      { numRuns: longRun(120, 5000) },
    );
    expect(alternates).toBeGreaterThan(20);
  });

  const said = (message: string, type = 'user_message') =>
    `${JSON.stringify({ timestamp: '2026-01-02T03:04:05.000Z', type: 'event_msg', payload: { type, message } })}\n`;
  const rolledBack = `${JSON.stringify({ type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } })}\n`;
  const meta = `${JSON.stringify({ type: 'session_meta', payload: { id: 'late' } })}\n`;

  it('is read once where nothing was rolled back, and starts over for what only its end tells', async () => {
    const folder = tempDir();
    const file = join(folder, FILE);
    const asked = said('ask') + said('answer', 'agent_message');
    writeFileSync(file, asked);
    expect(await readIn(readCodex, folder, STREAMED)).toMatchObject({ again: 0, pieces: 2 });
    writeFileSync(file, asked + rolledBack);
    const rolled = await readIn(readCodex, folder, STREAMED);
    expect([rolled.again, rolled.pieces]).toEqual([1, 2]);
    expect(rolled.unit?.body.toString().match(/branch="alternate"/g)).toHaveLength(2);
    // Pieces that were given under the name of the file come again under that of the session.
    const longer = Array.from({ length: 1300 }, (_, index) => said(`${index} ${'y'.repeat(900)}`));
    writeFileSync(file, longer.join('') + meta);
    const late = await readIn(readCodex, folder, STREAMED);
    expect([late.again, late.unit?.source]).toEqual([1, 'codex:late']);
  });

  it('starts over, and is skipped, where its end shows that it is not to be read', async () => {
    const folder = tempDir();
    const source = { subagent: 'review' };
    const sub = `${JSON.stringify({ type: 'session_meta', payload: { id: 'sub', source } })}\n`;
    writeFileSync(join(folder, FILE), said('ask') + sub);
    const got = await readIn(readCodex, folder, STREAMED, { subagents: false });
    expect([got.unit, got.again > 0, got.skipped]).toEqual([undefined, true, expect.stringContaining('"sub-agent"')]);
  });

  it('is skipped when it is written over again and again while it is read', async () => {
    const folder = tempDir();
    const file = join(folder, FILE);
    const one = said('a') + said('bb') + rolledBack;
    const other = said('a') + rolledBack + said('bb');
    writeFileSync(file, one);
    let changes = 0;
    const got = await readIn(readCodex, folder, STREAMED, {}, () =>
      writeFileSync(file, ++changes % 2 === 1 ? other : one),
    );
    expect([got.unit, got.skipped]).toEqual([undefined, expect.stringContaining('"unreadable"')]);
  });

  it.each<[SourceAdapter, (index: number) => object]>([
    [
      codex,
      (index) => ({ type: 'event_msg', payload: { type: 'user_message', message: `${index} ${'x'.repeat(90_000)}` } }),
    ],
    [goose, (index) => ({ role: 'user', content: [{ type: 'text', text: `${index} ${'x'.repeat(90_000)}` }] })],
  ])('of more than the limit that the others know of comes in pieces from $name', async (adapter, record) => {
    const folder = tempDir();
    const lines = Array.from({ length: 400 }, (_, index) => `${JSON.stringify(record(index))}\n`);
    writeFileSync(join(folder, FILE), lines.join(''));
    const root = plainRoot(folder, 'notes');
    let pieces = 0;
    for await (const found of adapter.readLong?.(candidateOf(root, FILE), root, OPTIONS, {} as never) ?? [])
      if ('piece' in found) pieces++;
    expect(pieces).toBeGreaterThan(30);
  });
});
