import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyHash } from '../../../src/palace/ids.js';
import { cutParts } from '../../../src/palace/parts.js';
import { Redactor } from '../../../src/palace/redactor.js';
import { renderMessage } from '../../../src/palace/transcript.js';
import type { Palace } from '../../../src/palace/types.js';
import { contentOf, SourceChanged } from '../../../src/services/mine/fresh.js';
import { Holding } from '../../../src/services/mine/holding.js';
import type { Job, Survey } from '../../../src/services/mine/jobs.js';
import { readPieces, readUnits } from '../../../src/services/mine/reading.js';
import { Rereader } from '../../../src/services/mine/rereading.js';
import { Gains } from '../../../src/services/mine/searchable.js';
import { withoutSecrets } from '../../../src/services/mine/secrets.js';
import type { BodyPiece, SourceAdapter, SourceUnit, StartOver } from '../../../src/sources/types.js';
import { candidateOf, plainRoot, write } from '../../sources/support.js';
import { longRun } from '../../support/counts.js';
import { testPalace } from '../../support/palace.js';
import { plantedSecrets } from '../../support/secrets.js';
import { tempDir } from '../../support/temp.js';

const SOURCE = 'claude-code:5a1e';

/** A file whose adapter gives what `read` gives. */
function jobOf(read: () => Iterable<BodyPiece | StartOver | SourceUnit>): Job {
  const root = plainRoot(write(tempDir(), { 'a.jsonl': 'x\n' }), 'notes');
  const adapter: SourceAdapter = {
    name: 'pieces',
    version: 1,
    kind: 'conversation',
    privacy: 'private',
    transforms: [],
    drops: [],
    detect: () => 1,
    async *read() {
      for (const one of read()) if ('body' in one) yield one;
    },
    async *readLong() {
      yield* read();
    },
  };
  const from = { root, project: undefined, typed: root.path, files: [], isComplete: true };
  return { from, candidate: candidateOf(root, 'a.jsonl'), adapter, shown: 'a.jsonl' };
}

function unitOf(body: Buffer, source = SOURCE): SourceUnit {
  return { kind: 'conversation', source, title: '', body, format: 'transcript/1', routePath: '', notKept: [] };
}

function guardedJob(job: Job, palace: Palace): Job {
  const survey: Survey = { roots: [], jobs: [job], skipped: [], notKept: [], close: async () => undefined };
  return withoutSecrets(survey, new Redactor(palace)).jobs[0] ?? job;
}

/** All pieces that count, joined with the body of the unit. */
async function bodyOf(job: Job, palace: Palace): Promise<Buffer> {
  let pieces: Buffer[] = [];
  for await (const found of readPieces(palace, job, { tools: 'full' }))
    if ('piece' in found) pieces.push(found.piece);
    else if ('startOver' in found) pieces = [];
    else if ('unit' in found) return Buffer.concat([...pieces, found.unit.body]);
  throw new Error('no unit came');
}

async function unitsOf(job: Job, given?: Palace, holding = new Holding(0)) {
  const palace = given ?? (await testPalace());
  const gains = new Gains();
  const rereader = new Rereader(palace, { tools: 'full' }, gains);
  const units = [];
  for await (const found of readUnits(readPieces(palace, job, { tools: 'full' }), gains, rereader.again(job), holding))
    if ('unit' in found) units.push(found.unit);
  return { units, rereader };
}

const planted = plantedSecrets(1);
const secret = planted.find(({ kind }) => kind === 'github-token')?.secret ?? '';
const said = (text: string): string => renderMessage({ speaker: 'user', kind: 'text', text });

describe('secrets in a body that comes in pieces', () => {
  it('become the placeholders that they would become in the whole, wherever they stand', async () => {
    const texts = fc.constantFrom(
      'plain words',
      `the token is ${secret} here`,
      `password: ${secret}`,
      '[secret:github-token:1]',
      '[secret:password:1] and [secret:password:2]',
      ...planted.slice(0, 6).map(({ text }) => text),
      ...planted.slice(0, 6).map((one) => `again ${one.secret}`),
    );
    const palace = await testPalace();
    const pieces = fc.array(fc.array(texts, { maxLength: 3 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const bytes = all.map((piece) => Buffer.from(piece.map(said).join('')));
        const last = bytes.pop() ?? Buffer.alloc(0);
        const job = jobOf(() => [...bytes.map((piece) => ({ piece, source: SOURCE })), unitOf(last)]);
        const whole = jobOf(() => [unitOf(Buffer.concat([...bytes, last]))]);
        const got = await bodyOf(guardedJob(job, palace), palace);
        const wanted = await bodyOf(guardedJob(whole, palace), palace);
        expect(got.toString()).toBe(wanted.toString());
        expect(got.includes(secret)).toBe(false);
      }),
      { numRuns: longRun(40, 2_000) },
    );
  });

  it('are kept out of a title that is made of them, and of what an adapter started over', async () => {
    const held = Buffer.from(said(`token ${secret}`));
    const plain = Buffer.from(said('plain words'));
    const job = jobOf(() => [
      { piece: held, source: SOURCE },
      { startOver: true },
      { piece: plain, source: SOURCE },
      { piece: held, source: SOURCE },
      { ...unitOf(plain), title: `token ${secret}`, nameHint: `token ${secret}` },
      unitOf(held, `${SOURCE}/agent`),
    ]);
    const palace = await testPalace();
    const guarded = guardedJob(job, palace);
    const { units } = await unitsOf(guarded, palace);
    expect(units.map(({ source }) => source)).toEqual([SOURCE, `${SOURCE}/agent`]);
    expect(units[0]?.title).toBe('token [secret:github-token:1]');
    expect(units[0]?.nameHint).not.toContain(secret);
    expect((await bodyOf(guarded, palace)).toString()).toContain('token [secret:github-token:1]');
    expect(units[0]?.beginning.toString().startsWith(plain.toString())).toBe(true);
  });

  it('of a file that never comes to rest are not filed', async () => {
    let count = 0;
    const job = jobOf(() => [
      { piece: Buffer.from(said(`ghp_${String(++count).padStart(36, 'a1B2')}`)), source: SOURCE },
      unitOf(Buffer.from(said('end'))),
    ]);
    const palace = await testPalace();
    const found = [];
    for await (const one of readPieces(palace, guardedJob(job, palace), { tools: 'full' })) found.push(one);
    expect(found.at(-1)).toMatchObject({ skipped: { reason: 'vanished' } });
    expect(found.some((one) => 'unit' in one)).toBe(false);
  });
});

describe('a body that comes in pieces', () => {
  const messages = Array.from({ length: 600 }, (_, at) => said(`${at} ${'words of some length '.repeat(at % 90)}`));
  const body = Buffer.from(messages.join(''));
  const inPieces = (size: number): BodyPiece[] =>
    Array.from({ length: Math.ceil(messages.length / size) }, (_, at) => ({
      piece: Buffer.from(messages.slice(at * size, (at + 1) * size).join('')),
      source: SOURCE,
    }));

  it('has the parts, the size and the passages of the whole, and gives their bytes when they are asked for', async () => {
    const odd = [
      { piece: Buffer.from(said('of a pass that counts for nothing')), source: SOURCE },
      { startOver: true as const },
    ];
    const rest = unitOf(Buffer.from(said('the end')));
    const whole = Buffer.concat([body, rest.body]);
    const wanted = cutParts(whole, 'transcript/1');
    const { units } = await unitsOf(jobOf(() => [...odd, ...inPieces(37), rest, unitOf(body, `${SOURCE}/2`)]));
    const [unit, second] = units;
    expect(unit?.size).toBe(whole.length);
    expect(unit?.parts.map(({ hash, anchor }) => [hash, anchor])).toEqual(
      wanted.map(({ content, anchor }) => [bodyHash(content), anchor]),
    );
    const counter = new Gains();
    const about = { format: 'transcript/1' as const, source: SOURCE };
    for (const part of unit?.parts ?? []) {
      const content = await contentOf(part);
      expect(bodyHash(content)).toBe(part.hash);
      expect(part.gain).toEqual(counter.of(content, about));
    }
    // Backwards too, as nobody does.
    for (const part of [...(unit?.parts ?? [])].reverse()) expect(bodyHash(await contentOf(part))).toBe(part.hash);
    expect((await unit?.whole())?.equals(whole)).toBe(true);
    expect(unit?.beginning.equals(whole.subarray(0, 64 * 1024))).toBe(true);
    expect((await second?.whole())?.equals(body)).toBe(true);
  });

  it('that changed is not given as what it was', async () => {
    let pieces = inPieces(50);
    const job = jobOf(() => [...pieces, unitOf(Buffer.alloc(0))]);
    const { units } = await unitsOf(job);
    pieces = [{ piece: Buffer.from(said('something else')), source: SOURCE }, ...pieces];
    const [first] = units[0]?.parts ?? [];
    if (first === undefined) throw new Error('no part');
    await expect(contentOf(first)).rejects.toThrow(SourceChanged);
    pieces = [];
    await expect(contentOf(first)).rejects.toThrow(SourceChanged);
  });

  it('is let go of where a short one would be, and read again', async () => {
    const job = jobOf(() => [unitOf(body, 'claude-code:1'), unitOf(Buffer.from(messages[5] ?? ''), 'claude-code:2')]);
    const { units, rereader } = await unitsOf(job);
    for (const unit of units) rereader.release(unit, job);
    expect(units.flatMap(({ parts }) => parts).some(({ bytes }) => Buffer.isBuffer(bytes))).toBe(false);
    for (const unit of units) {
      const contents = [];
      for (const part of unit.parts) contents.push(await contentOf(part));
      expect(Buffer.concat(contents).equals(await unit.whole())).toBe(true);
    }
  });
});
