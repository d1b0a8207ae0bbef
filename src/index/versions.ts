import { join } from 'node:path';
import { hashBlob } from '../git/hash.js';
import type { Palace, RoomName, WingName } from '../palace/types.js';
import type { Documents } from './documents.js';
import { type DrawerMarks, NO_MARKS } from './marks.js';
import { placeOf } from './matches.js';
import type { DrawerRow } from './types.js';
import { readQuietly } from './unsaved.js';

/** The keyword passage in which something stands. */
export interface PassagePlace {
  /** 0-based within its drawer. */
  ordinal: number;
  firstLine: number;
  lastLine: number;
  /** ISO; absent for plain text. */
  time?: string;
  /** What it is about, as bits of `labelBits`. */
  labels: number;
}

/**
 * The drawers of an index by the version (git blob) that they show: what other derived data, keyed by blob, is joined to.
 * One version has several rows where a file lies in two places.
 */
export interface Versions {
  /** Calls `visit` for each drawer, in order of path, with the id (20 bytes, of the index: not to be changed) of what it shows. */
  each(visit: (blob: Buffer, row: number) => void): void;
  /** Whether any row shows a version. */
  shows(blob: Buffer): boolean;
  /** Rows that show a version; empty for one of another time or branch. */
  rowsOf(blob: Buffer): number[];
  row(row: number): DrawerRow;
  /** How much the drawer of a row weighs. Cheap: neither its words nor its front-matter are read. */
  marks(row: number): DrawerMarks;
  /** Wing and room of a row, from its path. */
  placeOf(row: number): { wing: WingName; room: RoomName };
  /** 16 hex digits of the drawer id of a row; '' when it has none. */
  idDigits(row: number): string;
  /** The passage that holds a body line of a drawer; the last one for a line behind its end. */
  passageAt(row: number, line: number): PassagePlace;
  /** The whole file. @throws where neither the work tree nor git has it any more. */
  bytesOf(row: DrawerRow): Promise<Buffer>;
}

export function versionsOf(palace: Palace, documents: Documents, fromWorkTree: boolean): Versions {
  const { set } = documents;
  return {
    each(visit) {
      for (const row of documents.order) {
        const id = set.segments[documents.segmentOf(row)]?.idBytes(documents.blobNumber(row));
        if (id !== undefined) visit(id, row);
      }
    },
    shows(blob) {
      const place = set.find(blob);
      return place !== undefined && documents.showsBlob(place.segment, place.blob);
    },
    rowsOf(blob) {
      const place = set.find(blob);
      return place === undefined ? [] : documents.rowsOfBlob(place.segment, place.blob);
    },
    row: (row) => documents.row(row),
    marks: (row) => set.segments[documents.segmentOf(row)]?.marks(documents.blobNumber(row)) ?? NO_MARKS,
    placeOf: (row) => documents.placeOf(row),
    idDigits: (row) => set.segments[documents.segmentOf(row)]?.drawerDigits(documents.blobNumber(row)) ?? '',
    passageAt(row, line) {
      const segment = documents.segmentOf(row);
      const source = set.segments[segment];
      const blob = documents.blobNumber(row);
      const first = source?.firstPassage[blob] ?? 0;
      const count = source?.passagesOf(blob) ?? 0;
      let at = 0;
      for (let end = count; end - at > 1; ) {
        const middle = (at + end) >> 1;
        if ((source?.firstLine(first + middle) ?? 0) <= line) at = middle;
        else end = middle;
      }
      const { firstLine, lastLine, time, labels } = placeOf(documents, segment, first + at);
      return { ordinal: at, firstLine, lastLine, labels, ...(time === undefined ? {} : { time }) };
    },
    bytesOf: (row) => bytesOfRow(palace, row, fromWorkTree),
  };
}

/** The file of a row: from the work tree where it still is that version, else from git. */
export async function bytesOfRow(palace: Palace, row: DrawerRow, fromWorkTree: boolean): Promise<Buffer> {
  const content = fromWorkTree ? readQuietly(join(palace.root, row.path)) : undefined;
  if (content !== undefined && hashBlob(content) === row.blob) return content;
  try {
    return await palace.git.readBlob(row.blob);
  } catch (error) {
    // An unsaved file that was edited again since it was indexed: git never had that blob.
    if (content !== undefined) return content;
    throw error;
  }
}
