import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ReaderBeside } from '../../src/sources/apart/beside.js';
import { AHEAD } from '../../src/sources/apart/messages.js';
import { noRuntime } from '../../src/sources/apart/no-runtime.js';
import { ReaderThread } from '../../src/sources/apart/thread.js';
import { adapterNamed } from '../../src/sources/registry.js';
import { SkipSource } from '../../src/sources/skip.js';
import type { Candidate, SourceRoot, SourceUnit } from '../../src/sources/types.js';
import { tempDir } from '../support/temp.js';
import { candidateOf, OPTIONS, plainRoot, write } from './support.js';

const opened = ReaderThread.open();
afterAll(() => opened?.close());

const line = (at: number, text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, sessionId: 's', message: { role: 'user', content: text } })}\n`;

const units = async (reading: AsyncIterable<object>): Promise<SourceUnit[]> => {
  const all = [];
  for await (const item of reading) if ('body' in item) all.push(item as SourceUnit);
  return all;
};

const readers = [
  ['this thread', new ReaderBeside()] as const,
  ...(opened ? [['another thread', opened] as const] : []),
];

describe.each(readers)('%s, reading', (_, reader) => {
  let root: SourceRoot;
  beforeEach(() => {
    root = plainRoot(write(tempDir(), {}), 'notes');
  });
  const order = (candidate: Candidate) => reader.read({ adapter: 'claude-code', candidate, root, options: OPTIONS });
  const file = (name: string, lines: number, text = 'words'): Candidate => {
    write(root.path, { [name]: '' });
    for (let at = 0; at < lines; at++) appendFileSync(join(root.path, name), line(at, `${at} ${text}`));
    return candidateOf(root, name);
  };
  it('gives what the adapter gives, for several files ordered at once, in whatever order they are taken', async () => {
    const files = [file('a.jsonl', 3), file('b.jsonl', 40, 'long '.repeat(500)), file('c.jsonl', 1)];
    const orders = files.map((candidate) => order(candidate));
    for (const at of [2, 0, 1]) {
      const candidate = files[at] as Candidate;
      const wanted = await units(adapterNamed('claude-code').read(candidate, root, OPTIONS, noRuntime()));
      const got = await units(orders[at] as AsyncIterable<object>);
      expect(got).toEqual(wanted);
      expect(Buffer.isBuffer(got[0]?.body)).toBe(true);
    }
  });

  it('gives short bodies in memory of their size: thousands of them are held, and each was a slice of a megabyte', async () => {
    for (const words of [10, 20_000]) {
      const [unit] = await units(order(file(`${words}.jsonl`, 3, 'words '.repeat(words))));
      const body = unit?.body ?? Buffer.alloc(0);
      expect(body.length).toBeGreaterThan(18 * words);
      expect(body.buffer.byteLength).toBeLessThanOrEqual(2 * body.length);
    }
  });

  it('goes on with the next file while more than it may hold of one is not taken', async () => {
    const long = order(file('long.jsonl', 3, 'x'.repeat(AHEAD)));
    expect(await units(order(file('short.jsonl', 1)))).toHaveLength(1);
    expect(await units(long)).toHaveLength(1);
  });

  it('tells why a file gives nothing, as the adapter would', async () => {
    const empty = order(file('empty.jsonl', 0));
    await expect(units(empty)).rejects.toThrow(SkipSource);
    const gone = { ...file('gone.jsonl', 1), path: join(root.path, 'nowhere.jsonl') };
    await expect(units(order(gone))).rejects.toThrow(SkipSource);
  });

  it('may be stopped before, during and after, and serves the next one', async () => {
    const stopped = order(file('d.jsonl', 5));
    stopped.stop();
    expect(await units(stopped)).toEqual([]);
    for await (const item of order(file('e.jsonl', 5))) {
      expect(item).toHaveProperty('body');
      break;
    }
    expect(await units(order(file('f.jsonl', 5)))).toHaveLength(1);
  });

  it('gives a body that is longer than a piece in pieces, and each piece once', async () => {
    const candidate = file('pieces.jsonl', 60, 'words '.repeat(10_000));
    const [wanted] = await units(adapterNamed('claude-code').read(candidate, root, OPTIONS, noRuntime()));
    for (let round = 0; round < 4; round++) {
      const pieces: Buffer[] = [];
      const kept: Buffer[] = [];
      for await (const item of order(candidate)) {
        expect(kept.every(({ length }) => length === 0)).toBe(true);
        if ('piece' in item) {
          pieces.push(Buffer.from(item.piece));
          kept.push(item.piece);
        } else if ('body' in item) pieces.push(item.body);
      }
      expect(pieces.length).toBeGreaterThan(2);
      expect(wanted?.body.equals(Buffer.concat(pieces))).toBe(true);
    }
  });
});

describe.skipIf(opened === undefined)('a thread', () => {
  it('that ended says so to whoever waits, and to whoever comes', async () => {
    const root = plainRoot(write(tempDir(), { 'g.jsonl': line(0, 'words') }), 'notes');
    const candidate = candidateOf(root, 'g.jsonl');
    const own = ReaderThread.open() as ReaderThread;
    const waiting = own.read({ adapter: 'claude-code', candidate, root, options: OPTIONS });
    await own.close();
    await expect(units(waiting)).rejects.toThrow('ended');
    const late = own.read({ adapter: 'claude-code', candidate, root, options: OPTIONS });
    await expect(units(late)).rejects.toThrow('ended');
  });
});

describe.skipIf(opened === undefined)('a thread whose memory does not suffice', () => {
  it('says so, and what helps, to whoever waits and to whoever comes', async () => {
    const root = plainRoot(write(tempDir(), {}), 'notes');
    const content = Array.from({ length: 400_000 }, () => ({ type: 'text', text: 'a' }));
    write(root.path, {
      'a.jsonl': `${JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content } })}\n`,
    });
    const thread = ReaderThread.open({ maxOldGenerationSizeMb: 16 });
    const order = () =>
      thread?.read({ adapter: 'claude-code', candidate: candidateOf(root, 'a.jsonl'), root, options: OPTIONS }) ?? [];
    const wanted = { code: 'out-of-memory', next: [expect.stringContaining('--max-old-space-size')] };
    await expect(units(order() as AsyncIterable<object>)).rejects.toMatchObject(wanted);
    await expect(units(order() as AsyncIterable<object>)).rejects.toMatchObject(wanted);
    await thread?.close();
  });
});
