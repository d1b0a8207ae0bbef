import { describe, expect, it } from 'vitest';
import { asObjectId } from '../../src/git/types.js';
import { memorySource } from '../../src/index/container.js';
import { createDocumentReader } from '../../src/index/document.js';
import { mergeSegments } from '../../src/index/merge.js';
import { Segment } from '../../src/index/segment.js';
import { SegmentBuilder } from '../../src/index/segment-builder.js';
import { labelBits } from '../../src/text/label-names.js';

const blob = (digit: string) => asObjectId(digit.repeat(40));
const drawer = (front: string, body = 'Words.'): Buffer =>
  Buffer.from(`---\nid: "d-0000000000000001"\n${front}---\n${body}`);

async function segmentOf(files: Record<string, Buffer>): Promise<Segment> {
  const reader = await createDocumentReader();
  const builder = new SegmentBuilder();
  for (const [digit, bytes] of Object.entries(files)) builder.add(blob(digit), reader.document(bytes));
  return Segment.open('s', memorySource(builder.finish() ?? Buffer.alloc(0)));
}

const marksIn = (segment: Segment, digit: string) => segment.marks(segment.find(blob(digit)) ?? -1);

describe('marks of drawers', () => {
  it('tell what was stated, and survive a merge of segments', async () => {
    const first = await segmentOf({
      a: drawer('importance: 4\ntags: ["Pinned", "x"]\ndate: "2026-03-04"\n'),
      b: drawer('tags: ["superseded"]\nfiled: "2026-05-06T10:00:00Z"\nhall: "diary"\n'),
    });
    const second = await segmentOf({
      c: drawer('importance: 9\n', 'We decided to move to Postgres.'),
      d: Buffer.from('plain'),
    });
    const merged = mergeSegments([first, second].map((segment) => ({ segment, keeps: () => true })));
    const whole = Segment.open('m', memorySource(merged ?? Buffer.alloc(0)));
    const day = (text: string): number => Date.parse(text) / 86_400_000;
    for (const digit of ['a', 'b']) expect(marksIn(whole, digit)).toEqual(marksIn(first, digit));
    expect(marksIn(whole, 'a')).toMatchObject({ importance: 4, pinned: true, retired: false, day: day('2026-03-04') });
    expect(marksIn(whole, 'b')).toMatchObject({ importance: 0, retired: true, diary: true, day: day('2026-05-06') });
    expect(marksIn(whole, 'c')).toMatchObject({ importance: 0, day: undefined, labels: labelBits(['decision']) });
    expect(marksIn(whole, 'd')).toMatchObject({ pinned: false, labels: 0 });
  });
});
