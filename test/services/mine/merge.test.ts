import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../../src/services/mine/align.js';
import { byteLines, mergePieces } from '../../../src/services/mine/merge.js';
import { pairRenames, sketchOf } from '../../../src/services/mine/renames.js';
import { longRun } from '../../support/counts.js';

const text = (...lines: string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

async function merged(ours: Buffer, base: Buffer, ...theirs: Buffer[]): Promise<string[] | 'overlap'> {
  const outcome = await mergePieces(ours, base, theirs);
  return outcome.clean ? outcome.pieces.map(String) : 'overlap';
}

describe('three-way merge of a drawer with its source', () => {
  it('takes both sides when they changed different lines', async () => {
    const base = text('a', 'b', 'c', 'd', 'e');
    expect(await merged(text('a', 'mine', 'c', 'd', 'e'), base, text('a', 'b', 'c', 'd', 'theirs'))).toEqual([
      'a\nmine\nc\nd\ntheirs\n',
    ]);
  });

  it('stops where both changed the same lines, and not where both changed them alike', async () => {
    const base = text('a', 'b', 'c');
    expect(await merged(text('a', 'x', 'c'), base, text('a', 'y', 'c'))).toBe('overlap');
    expect(await merged(text('a', 'x', 'c'), base, text('a', 'x', 'c'))).toEqual(['a\nx\nc\n']);
    expect(await merged(text('a', 'c'), base, text('a', 'y', 'c'))).toBe('overlap');
    expect(await merged(text('a', 'b', 'c', 'mine'), base, text('a', 'b', 'c', 'theirs'))).toBe('overlap');
  });

  it('keeps bytes: CR before LF, a missing last newline, what is not UTF-8', async () => {
    const base = Buffer.from('a\r\nb\r\nc\xff', 'latin1');
    const ours = Buffer.from('mine\r\nb\r\nc\xff', 'latin1');
    const theirs = Buffer.from('a\r\nb\r\nc\xff\r\nd', 'latin1');
    const outcome = await mergePieces(ours, base, [theirs]);
    expect(outcome.clean && outcome.pieces[0]?.toString('latin1')).toBe('mine\r\nb\r\nc\xff\r\nd');
  });

  it('cuts the merged text where the pieces of theirs end', async () => {
    const base = text('a', 'b', 'c', 'd');
    const ours = text('a', 'b1', 'b2', 'c', 'd');
    expect(await merged(ours, base, text('a', 'b'), text('c', 'd', 'e'))).toEqual(['a\nb1\nb2\n', 'c\nd\ne\n']);
    expect(await merged(ours, base, text('zero', 'a'), text('b', 'c'), text('d'))).toEqual([
      'zero\na\n',
      'b1\nb2\nc\n',
      'd\n',
    ]);
    // A piece that begins inside a line cannot be told from the line.
    expect(await merged(ours, base, Buffer.from('a\nb'), Buffer.from('\nc\nd\n'))).toBe('overlap');
  });

  const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\r\n', '\n'), { maxLength: 14 });

  const someLines = lines.filter((piece) => piece.length > 0);

  it('without an edit gives theirs, without a new source gives ours, piece by piece', async () => {
    await fc.assert(
      fc.asyncProperty(
        lines,
        lines,
        fc.array(someLines, { minLength: 1, maxLength: 4 }),
        async (base, ours, pieces) => {
          const theirs = pieces.map((piece) => Buffer.from(piece.join('')));
          const [baseBytes, ourBytes] = [Buffer.from(base.join('')), Buffer.from(ours.join(''))];
          const untouched = await mergePieces(baseBytes, baseBytes, theirs);
          expect(untouched.clean && untouched.pieces).toEqual(theirs);
          const unchanged = await mergePieces(ourBytes, baseBytes, [baseBytes]);
          expect(unchanged.clean && unchanged.pieces).toEqual([ourBytes]);
        },
      ),
      { numRuns: longRun(200, 3000) },
    );
  });

  it('a clean merge has every line that either side brought', async () => {
    const numbered = fc.array(fc.nat(5), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(numbered, fc.infiniteStream(fc.nat(9)), async (start, dice) => {
        const roll = (): number => dice.next().value ?? 0;
        const base = start.map((word, line) => `${line}: ${word}\n`);
        const change = (who: string) =>
          base.flatMap((line, index) =>
            roll() === 0 ? [`${who} ${index}\n`] : roll() === 0 ? [line, `${who}+${index}\n`] : [line],
          );
        const [ours, theirs] = [change('ours'), change('theirs')];
        const outcome = await mergePieces(Buffer.from(ours.join('')), Buffer.from(base.join('')), [
          Buffer.from(theirs.join('')),
        ]);
        if (!outcome.clean) return;
        const result = new Set(byteLines(outcome.pieces[0] ?? Buffer.alloc(0)));
        for (const line of [...ours, ...theirs]) if (!base.includes(line)) expect(result).toContain(line);
        for (const line of base) if (ours.includes(line) && theirs.includes(line)) expect(result).toContain(line);
      }),
      { numRuns: longRun(300, 5000) },
    );
  });
});

describe('aligning drawers with the parts of a new source', () => {
  const hashed = (hashes: string) => [...hashes].map((hash) => ({ hash }));

  it('finds what stayed and what lies between', () => {
    expect(align(hashed('abcd'), hashed('abxd'))).toEqual({
      same: [
        { old: 0, fresh: 0 },
        { old: 1, fresh: 1 },
        { old: 3, fresh: 3 },
      ],
      stretches: [{ old: [2, 3], fresh: [2, 3] }],
    });
    expect(align(hashed(''), hashed('ab')).stretches).toEqual([{ old: [0, 0], fresh: [0, 2] }]);
    expect(align(hashed('ab'), hashed('ba')).same).toHaveLength(1);
    expect(align([{ hash: undefined }], [{ hash: 'a' }]).same).toEqual([]);
  });

  it('covers every drawer and every part once, in order', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (old, fresh) => {
        const { same, stretches } = align(hashed(old), hashed(fresh));
        for (const pair of same) expect(old[pair.old]).toBe(fresh[pair.fresh]);
        const range = ([from, to]: [number, number]) => Array.from({ length: to - from }, (_, n) => from + n);
        const sides = { old: old.length, fresh: fresh.length };
        for (const side of ['old', 'fresh'] as const) {
          const all = [...same.map((pair) => pair[side]), ...stretches.flatMap((stretch) => range(stretch[side]))];
          expect(all.sort((a, b) => a - b)).toEqual(range([0, sides[side]]));
        }
      }),
      { numRuns: longRun(300, 5000) },
    );
  });
});

describe('recognising a renamed source', () => {
  const source = (path: string, body: string) => ({ key: path, path, hash: body, sketch: sketchOf(Buffer.from(body)) });
  const story = Array.from({ length: 20 }, (_, line) => `line ${line} of the story\n`).join('');

  it('by equal content first, of equals the one of the same name', () => {
    const renames = pairRenames(
      [source('a/x.ts', 'same'), source('a/y.ts', 'same')],
      [source('b/y.ts', 'same'), source('b/z.ts', 'same')],
    );
    expect([...renames]).toEqual([
      ['b/y.ts', 'a/y.ts'],
      ['b/z.ts', 'a/x.ts'],
    ]);
  });

  it('by most of the text, and not by a little of it or by a few words', () => {
    const old = [source('old.md', story)];
    expect(pairRenames(old, [source('new.md', `${story}more\n`)]).get('new.md')).toBe('old.md');
    expect(
      pairRenames(old, [source('new.md', `${story.slice(0, 100)}${'other text entirely\n'.repeat(20)}`)]).size,
    ).toBe(0);
    expect(pairRenames([source('a', 'x\n')], [source('b', 'x\ny\n')]).size).toBe(0);
  });
});
