import type { ObjectId } from '../git/types.js';
import { createAnalyzer } from '../text/tokens.js';
import type { DrawerDocument } from './document.js';
import { marksOf } from './marks.js';
import { FIELD_COUNT, PostingList } from './postings.js';
import { SegmentTables } from './segment-tables.js';

/** A term's list, with the frequencies of the passage at hand. */
class TermEntry {
  readonly list = new PostingList();
  readonly frequencies = new Array<number>(FIELD_COUNT).fill(0);
  touched = false;
}

/**
 * Builds a segment from drawers: postings are written as the passages come, so memory holds them once and encoded.
 * One builder makes one segment.
 */
export class SegmentBuilder {
  private readonly analyzer = createAnalyzer();
  private readonly entries = new Map<string, TermEntry>();
  private readonly tables = new SegmentTables();
  private readonly blobs = new Set<ObjectId>();
  private lastLabel = '';
  private lastLabelTerms: string[] = [];

  /** Passages so far. */
  get passages(): number {
    return this.tables.passages;
  }

  has(blob: ObjectId): boolean {
    return this.blobs.has(blob);
  }

  /** Adds the drawer that `blob` holds; a blob is added once. */
  add(blob: ObjectId, drawer: DrawerDocument): void {
    if (this.blobs.has(blob)) return;
    this.blobs.add(blob);
    const first = this.tables.passages;
    this.tables.add({
      id: Buffer.from(blob, 'hex'),
      meta: JSON.stringify(drawer.meta),
      hasProblem: drawer.meta.problem !== undefined,
      drawer: drawerKey(drawer.meta.front.id),
      marks: marksOf(drawer),
      passages: drawer.passages.map((passage, at) => ({
        firstLine: passage.firstLine,
        lastLine: passage.lastLine,
        time: passage.time ?? '',
        labels: passage.labels,
        lengths: this.addPassage(first + at, passage.fields),
      })),
    });
  }

  /** The segment file; undefined when nothing was added. */
  finish(): Buffer | undefined {
    if (this.blobs.size === 0) return undefined;
    return this.tables.layOut(Array.from(this.entries, ([term, entry]) => ({ term, bytes: entry.list.bytes })));
  }

  private addPassage(passage: number, fields: readonly string[]): number[] {
    const touched: TermEntry[] = [];
    const lengths = fields.map((text, field) => {
      let different = 0;
      for (const term of this.termsOf(text, field)) {
        let entry = this.entries.get(term);
        if (entry === undefined) {
          entry = new TermEntry();
          this.entries.set(term, entry);
        }
        if (!entry.touched) {
          entry.touched = true;
          touched.push(entry);
        }
        const before = entry.frequencies[field] ?? 0;
        if (before === 0) different += 1;
        entry.frequencies[field] = before + 1;
      }
      return different;
    });
    for (const entry of touched) {
      entry.list.add(passage, entry.frequencies);
      entry.frequencies.fill(0);
      entry.touched = false;
    }
    return lengths;
  }

  /** All passages of a drawer carry the same title. */
  private termsOf(text: string, field: number): string[] {
    if (text === '') return [];
    if (field === 0) return this.analyzer.terms(text);
    if (text !== this.lastLabel) {
      this.lastLabelTerms = this.analyzer.terms(text);
      this.lastLabel = text;
    }
    return this.lastLabelTerms;
  }
}

/** The 8 bytes of a drawer id; zeros when there is none. */
export function drawerKey(id: string | undefined): Buffer {
  return id !== undefined && /^d-[0-9a-f]{16}$/.test(id) ? Buffer.from(id.slice(2), 'hex') : Buffer.alloc(8);
}
