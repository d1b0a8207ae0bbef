import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/sources/adapters/claude-code.js';
import { type ReadingSizes, readSession, SIZES } from '../../src/sources/claude-code/reading.js';
import { SkipSource } from '../../src/sources/skip.js';
import type { ReadOptions, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { sessionFiles } from './claude-code-support.js';
import { candidateOf, OPTIONS, plainRoot } from './support.js';

const FILE = 'session.jsonl';
const WHOLE: ReadingSizes = { ...SIZES, limit: Number.POSITIVE_INFINITY };
const HELD: ReadingSizes = { limit: 200, piece: 40, words: 1_000_000 };
const STREAMED: ReadingSizes = { limit: 0, piece: 1, words: 0 };

interface Got {
  units: SourceUnit[];
  /** Pieces that hold in the end, and how often they began again. */
  pieces: number;
  again: number;
  skipped?: string;
}

/** Reads a session; what came in pieces is put together. `meanwhile` runs when the first piece, or a new beginning, came. */
async function readIn(
  folder: string,
  sizes: ReadingSizes,
  options: Partial<ReadOptions> = {},
  meanwhile?: () => void,
): Promise<Got> {
  const root = plainRoot(folder, 'notes');
  const got: Got = { units: [], pieces: 0, again: 0 };
  let pieces: Buffer[] = [];
  try {
    for await (const found of readSession(candidateOf(root, FILE), root, { ...OPTIONS, ...options }, sizes)) {
      if ('startOver' in found) {
        got.again++;
        pieces = [];
        meanwhile?.();
      } else if ('piece' in found) pieces.push(found.piece);
      else {
        got.pieces += pieces.length;
        got.units.push({ ...found, body: Buffer.concat([...pieces, found.body]) });
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

function folderWith(text: string): string {
  const folder = tempDir();
  writeFileSync(join(folder, FILE), text);
  return folder;
}

function turn(uuid: string, parentUuid: string | null, type: string, content: string): string {
  const timestamp = `2026-03-04T10:00:00.${String(uuid.charCodeAt(0)).padStart(3, '0')}Z`;
  return `${JSON.stringify({ uuid, parentUuid, type, sessionId: 's1', timestamp, message: { role: type, content } })}\n`;
}

const queue = (operation: string, content?: string, timestamp = '2026-03-04T09:00:00Z') =>
  `${JSON.stringify({ type: 'queue-operation', operation, content, timestamp })}\n`;

describe('a session in pieces', () => {
  it('is byte for byte what it is in one, whatever it holds', async () => {
    const folder = tempDir();
    let again = 0;
    let inPieces = 0;
    const options = fc.record({
      subagents: fc.boolean(),
      tools: fc.constantFrom('full' as const, 'brief' as const, 'none' as const),
    });
    await fc.assert(
      fc.asyncProperty(sessionFiles, options, async (text, reading) => {
        writeFileSync(join(folder, FILE), text);
        const { units, skipped } = await readIn(folder, WHOLE, reading);
        for (const sizes of [HELD, STREAMED]) {
          const got = await readIn(folder, sizes, reading);
          expect([got.units, got.skipped]).toEqual([units, skipped]);
          again += got.again;
          inPieces += got.pieces;
        }
      }),
      { numRuns: longRun(150, 5000) },
    );
    expect(again).toBeGreaterThan(10);
    expect(inPieces).toBeGreaterThan(100);
  });

  it('begins to come while the file is read, and is read once when nothing was rewound', async () => {
    const turns = Array.from({ length: 60 }, (_, index) =>
      turn(
        `${String.fromCharCode(33 + index)}`,
        index === 0 ? null : String.fromCharCode(32 + index),
        'user',
        'x'.repeat(1000),
      ),
    );
    const got = await readIn(folderWith(turns.join('')), { limit: 10_000, piece: 2000, words: 0 });
    expect([got.again, got.pieces > 20]).toEqual([0, true]);
  });

  it('has pieces that are nobody else’s memory', async () => {
    const root = plainRoot(folderWith(turn('a', null, 'user', 'one') + turn('b', 'a', 'assistant', 'two')), 'notes');
    const memories = new Set<ArrayBufferLike>();
    let count = 0;
    for await (const found of readSession(candidateOf(root, FILE), root, OPTIONS, STREAMED)) {
      if (!('piece' in found)) continue;
      count++;
      memories.add(found.piece.buffer);
      expect(found.piece.buffer.byteLength - found.piece.length).toBeLessThan(1000);
    }
    expect([count, memories.size]).toEqual([2, 2]);
  });

  it('starts over when its end shows that a turn was rewound, and when it never said a word', async () => {
    const rewound =
      turn('a', null, 'user', 'ask') + turn('b', 'a', 'assistant', 'old') + turn('c', 'a', 'assistant', 'new');
    const got = await readIn(folderWith(rewound), STREAMED);
    expect([got.again, got.pieces]).toEqual([1, 3]);
    expect(got.units[0]?.body.toString().match(/branch="alternate"/g)).toHaveLength(1);
    const silent = `${JSON.stringify({ type: 'system', uuid: 'a', content: 'a notice' })}\n`;
    const nothing = await readIn(folderWith(silent), STREAMED);
    expect([nothing.again, nothing.units, nothing.skipped]).toEqual([1, [], expect.stringContaining('"empty"')]);
  });

  it('starts over for a queued prompt only where its place is before what was given', async () => {
    const said = turn('a', null, 'user', 'one') + turn('b', 'a', 'assistant', 'two');
    const early = await readIn(folderWith(said + queue('enqueue', 'never sent')), { ...STREAMED, words: 100 });
    expect(early.again).toBe(1);
    expect(early.units[0]?.body.toString().startsWith('### [user] 2026-03-04T09:00:00Z (queued="true")')).toBe(true);
    const waiting = queue('enqueue', 'waits', '2026-03-05T00:00:00Z');
    const late = await readIn(folderWith(said + waiting), { ...STREAMED, words: 100 });
    expect(late.again).toBe(0);
    expect(late.units[0]?.body.toString()).toMatch(/queued="true"\)\nwaits\n\n$/);
    // Its words were said before it was queued, and had been let go by then.
    const before = await readIn(folderWith(said + queue('enqueue', 'one')), STREAMED);
    expect([before.again, before.units[0]?.body.includes('queued')]).toEqual([1, false]);
  });

  it('is read no further than it went at first, when it grows meanwhile', async () => {
    const rewound =
      turn('a', null, 'user', 'ask') + turn('b', 'a', 'assistant', 'old') + turn('c', 'a', 'assistant', 'new');
    const folder = folderWith(rewound);
    const wanted = await readIn(folder, WHOLE);
    const got = await readIn(folder, STREAMED, {}, () =>
      appendFileSync(join(folder, FILE), turn('d', 'b', 'user', 'more')),
    );
    expect(got.units).toEqual(wanted.units);
  });

  it('is what it was changed into, when it is written over meanwhile, or skipped when that never ends', async () => {
    const states = [
      turn('a', null, 'user', 'ask') + turn('b', 'a', 'assistant', 'old') + turn('c', 'a', 'assistant', 'new'),
      turn('a', null, 'user', 'ask') + turn('b', null, 'user', 'old') + turn('c', 'a', 'assistant', 'new'),
      turn('a', null, 'user', 'ask') + turn('b', 'a', 'assistant', 'old') + turn('c', 'b', 'assistant', 'new'),
    ];
    const folder = folderWith(states[0] ?? '');
    const path = join(folder, FILE);
    const got = await readIn(folder, STREAMED, {}, () => writeFileSync(path, states[2] ?? ''));
    expect(got.units).toEqual((await readIn(folder, WHOLE)).units);
    writeFileSync(path, states[0] ?? '');
    let changes = 0;
    const never = await readIn(folder, STREAMED, {}, () =>
      writeFileSync(path, states[++changes % 2 === 1 ? 2 : 0] ?? ''),
    );
    expect([never.units, never.skipped]).toEqual([[], expect.stringContaining('"unreadable"')]);
  });

  it('of the adapter has the limit that the others know of', async () => {
    const text = Array.from({ length: 400 }, (_, index) =>
      turn(
        String.fromCharCode(33 + index),
        index === 0 ? null : String.fromCharCode(32 + index),
        'user',
        'x'.repeat(90_000),
      ),
    ).join('');
    const folder = folderWith(text);
    const root = plainRoot(folder, 'notes');
    let pieces = 0;
    for await (const found of claudeCode.readLong?.(candidateOf(root, FILE), root, OPTIONS, {} as never) ?? [])
      if ('piece' in found) pieces++;
    expect(pieces).toBeGreaterThan(30);
  });
});
