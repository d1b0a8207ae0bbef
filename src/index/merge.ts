import type { TermPostings } from './partition.js';
import { FIELD_COUNT, PARTITIONS, PostingList, readPostings } from './postings.js';
import type { Segment } from './segment.js';
import { SegmentTables } from './segment-tables.js';

/** A segment to be merged, and which of its blobs are still wanted. */
export interface MergeInput {
  segment: Segment;
  keeps(blob: number): boolean;
}

const DROPPED = 0xffffffff;

/**
 * One segment file that holds the wanted blobs of all inputs (a blob that several have, once); undefined when none is
 * wanted. Nothing is tokenised again.
 */
export function mergeSegments(inputs: readonly MergeInput[]): Buffer | undefined {
  const tables = new SegmentTables();
  const seen = new Set<string>();
  const renumbered = inputs.map(({ segment, keeps }) => {
    const numbers = new Uint32Array(segment.passages).fill(DROPPED);
    for (let blob = 0; blob < segment.blobs; blob++) {
      const id = segment.idBytes(blob);
      const name = id.toString('latin1');
      if (!keeps(blob) || seen.has(name)) continue;
      seen.add(name);
      const first = segment.firstPassage[blob] ?? 0;
      const count = segment.passagesOf(blob);
      for (let at = 0; at < count; at++) numbers[first + at] = tables.passages + at;
      tables.add({
        id,
        meta: segment.metaText(blob),
        hasProblem: segment.hasProblem(blob),
        drawer: segment.drawerBytes(blob),
        marks: segment.marksBytes(blob),
        passages: Array.from({ length: count }, (_, at) => ({
          firstLine: segment.firstLine(first + at),
          lastLine: segment.lastLine(first + at),
          time: segment.time(first + at) ?? '',
          labels: segment.labels(first + at),
          lengths: Array.from({ length: FIELD_COUNT }, (_unused, field) => segment.length(first + at, field)),
        })),
      });
    }
    return numbers;
  });
  if (seen.size === 0) return undefined;
  return tables.layOut(mergedPostings(inputs, renumbered));
}

/** Partition by partition, so that only one partition's lists are in memory as numbers. */
function* mergedPostings(inputs: readonly MergeInput[], renumbered: readonly Uint32Array[]): Generator<TermPostings> {
  for (let at = 0; at < PARTITIONS; at++) {
    const lists = new Map<string, PostingList>();
    inputs.forEach(({ segment }, input) => {
      const numbers = renumbered[input];
      for (const { term, list } of segment.partition(at).entries()) {
        let merged = lists.get(term);
        if (merged === undefined) {
          merged = new PostingList();
          lists.set(term, merged);
        }
        const target = merged;
        readPostings(list, (passage, frequencies) => {
          const number = numbers?.[passage] ?? DROPPED;
          if (number !== DROPPED) target.add(number, frequencies);
        });
      }
    });
    for (const [term, list] of lists) if (list.count > 0) yield { term, bytes: Uint8Array.from(list.bytes) };
  }
}
