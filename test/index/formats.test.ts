import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SEGMENTS, planMerge } from '../../src/index/compaction.js';
import {
  bytesOf,
  Container,
  DamagedCacheError,
  memorySource,
  stringHeap,
  writeContainer,
} from '../../src/index/container.js';
import { bodyFrom, createDocumentReader } from '../../src/index/document.js';
import { Partition, writePartition } from '../../src/index/partition.js';
import { PostingList, readPostings } from '../../src/index/postings.js';
import { longRun } from '../support/counts.js';

describe('containers', () => {
  it('property: sections come back, and no flipped byte goes unnoticed where it is read', () => {
    const sections = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sections, fc.nat(), (parts, where) => {
        const bytes = writeContainer('TEST', 7, parts);
        const opened = Container.open(memorySource(bytes), 'TEST', 7);
        parts.forEach((part, at) => {
          expect([...opened.section(at)]).toEqual([...part]);
        });
        const damaged = Buffer.from(bytes);
        const at = where % damaged.length;
        damaged[at] = (damaged[at] ?? 0) ^ 0x10;
        let read: number[][] | undefined;
        try {
          const container = Container.open(memorySource(damaged), 'TEST', 7);
          read = parts.map((_, part) => [...container.section(part)]);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedCacheError);
        }
        // Padding between sections is nobody's.
        if (read !== undefined) expect(read).toEqual(parts.map((part) => [...part]));
      }),
      { numRuns: longRun(300, 3000) },
    );
  });

  it('refuses another version or kind', () => {
    const bytes = writeContainer('TEST', 7, [bytesOf(Uint32Array.of(1, 2))]);
    expect(() => Container.open(memorySource(bytes), 'TEST', 8)).toThrow(DamagedCacheError);
    expect(() => Container.open(memorySource(bytes), 'ELSE', 7)).toThrow(DamagedCacheError);
  });

  it('string heaps keep the places of strings of any script', () => {
    const { offsets, heap } = stringHeap(['', 'é', '切换', '😀', 'x']);
    expect(['', 'é', '切换', '😀', 'x']).toEqual(
      [0, 1, 2, 3, 4].map((at) => heap.toString('utf8', offsets[at], offsets[at + 1])),
    );
  });
});

describe('postings', () => {
  const entry = fc.tuple(
    fc.integer({ min: 1, max: 2 ** 27 }),
    fc.array(fc.nat({ max: 40 }), { minLength: 3, maxLength: 3 }),
  );

  it('property: read back as written', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (gaps) => {
        const list = new PostingList();
        const written: [number, number[]][] = [];
        let passage = -1;
        for (const [gap, frequencies] of gaps) {
          passage += gap;
          if (!frequencies.some((frequency) => frequency > 0)) frequencies.fill(1);
          list.add(passage, frequencies);
          written.push([passage, frequencies]);
        }
        const read: [number, number[]][] = [];
        readPostings(Buffer.from(list.bytes), (number, frequencies) => read.push([number, [...frequencies]]));
        expect(read).toEqual(written);
      }),
    );
  });

  it('property: a partition finds every term, and none that is not there', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { maxLength: 40 }),
        (terms) => {
          const [absent, ...present] = terms;
          const lists = present.map((term, at) => ({ term, bytes: [at % 256, 1] }));
          const partition = new Partition(Buffer.from(writePartition(lists)));
          for (const { term, bytes } of lists) expect([...(partition.find(term) ?? [])]).toEqual(bytes);
          if (absent !== undefined) expect(partition.find(absent)).toBeUndefined();
          expect([...partition.entries()].map(({ term }) => term).sort()).toEqual([...present].sort());
        },
      ),
    );
  });
});

describe('planMerge', () => {
  it('rolls small segments together and leaves large ones alone', () => {
    const whole = (passages: number) => ({ passages, live: passages });
    expect(planMerge([whole(20_000)], false)).toEqual([]);
    expect(planMerge([whole(20_000), whole(3)], false)).toEqual([]);
    expect(planMerge([whole(20_000), whole(3), whole(1)], false)).toEqual([1, 2]);
  });

  it('rewrites what is a twentieth dead when asked to, only what is half dead in passing, and drops what is all dead', () => {
    expect(planMerge([{ passages: 20_000, live: 18_000 }], true)).toEqual([0]);
    expect(planMerge([{ passages: 20_000, live: 18_000 }], false)).toEqual([]);
    expect(planMerge([{ passages: 10_000, live: 4_000 }], false)).toEqual([0]);
    expect(planMerge([{ passages: 9, live: 0 }], false)).toEqual([0]);
  });

  it('property: after a thorough merge there are never more than the most segments', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 60 }), (sizes) => {
        const plan = planMerge(
          sizes.map((passages) => ({ passages, live: passages })),
          true,
        );
        expect(sizes.length - Math.max(0, plan.length - 1)).toBeLessThanOrEqual(MOST_SEGMENTS);
      }),
    );
  });
});

describe('documents', () => {
  it('take speakers out of the text of a conversation, and its headers too', async () => {
    const { document } = await createDocumentReader();
    const body =
      '### [Ada] 2026-03-01T10:00:00Z {msg-uuid}\nwhy graphql\n\n### [agent] {m2} (kind="tool_call" name="Bash")\nls\n\n';
    const file = Buffer.from(
      `---\ntitle: "Talk"\nbody: "transcript/1"\nsource: "claude-code:abc"\ntags: ["api"]\n---\n${body}`,
    );
    const { meta, passages } = document(file);
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ firstLine: 1, lastLine: 6, time: '2026-03-01T10:00:00Z' });
    expect(passages[0]?.fields).toEqual(['why graphql\n\nls\n\n', 'Talk\napi', expect.stringContaining('Ada')]);
    expect(bodyFrom(file, meta.bodyLine).toString()).toBe(body);
  });

  it('property: the body is found again by its line, whatever its bytes', async () => {
    const { document } = await createDocumentReader();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, front) => {
        const body = Buffer.from(bytes);
        const file = front ? Buffer.concat([Buffer.from('---\ntitle: "x"\n---\n'), body]) : body;
        const { meta } = document(file);
        if (front) expect(bodyFrom(file, meta.bodyLine)).toEqual(body);
      }),
    );
  });
});
