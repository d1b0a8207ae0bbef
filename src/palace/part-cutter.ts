import { partEnd, type Source } from './part-end.js';
import { type CutPart, PartRow } from './parts.js';
import { MessageScan } from './transcript-scan.js';

const LF = 0x0a;
/** Bytes that are taken in at a time: what is touched again and again stays near the processor. */
const STEP = 64 * 1024;
/** Room for the longest part that is not one long message, for what decides its end, and for a step. */
const ROOM = 256 * 1024;

/**
 * Cuts a source that comes in pieces exactly as `cutParts` cuts the whole of it, holding no more than a part or two (all of a
 * message that is longer). Its memory is used again: for all parts of a source and, after {@link end}, for the next source.
 */
export class PartCutter {
  private room = Buffer.allocUnsafeSlow(ROOM);
  /** What of the source is in `room`. */
  private source: Source;
  /** Where in it the part begins that comes next. */
  private start = 0;
  private row = new PartRow();

  /**
   * @param format As the source's unit says.
   * @param take Is given each part as soon as its end is known. Its `content` is written over after the call.
   */
  constructor(
    private readonly format: 'transcript/1' | undefined,
    private readonly take: (part: CutPart) => void,
  ) {
    this.source = this.nothing();
  }

  /** The next bytes of the source, cut anywhere. They are copied. */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += STEP) {
      this.append(bytes, at, Math.min(at + STEP, bytes.length));
      this.cut();
    }
  }

  /** The source is whole: gives its last parts (an empty one for an empty source), and is ready for another source. */
  end(): void {
    const { source } = this;
    source.isWhole = true;
    if (source.messages) this.findMessages(source.messages, source.bytes.length);
    this.cut();
    if (this.room.length > ROOM) this.room = Buffer.allocUnsafeSlow(ROOM);
    this.source = this.nothing();
    this.start = 0;
    this.row = new PartRow();
  }

  private nothing(): Source {
    const source: Source = { bytes: this.room.subarray(0, 0), isWhole: false, known: 0 };
    if (this.format !== undefined) source.messages = [];
    return source;
  }

  private append(piece: Buffer, from: number, to: number): void {
    if (this.source.bytes.length + to - from > this.room.length) this.makeRoom(to - from);
    const { source, room } = this;
    const { length } = source.bytes;
    piece.copy(room, length, from, to);
    source.bytes = room.subarray(0, length + to - from);
    // A line may be long: only what is new of it is looked through.
    const newline = room.subarray(length, length + to - from).lastIndexOf(LF);
    if (!source.messages) source.known = source.bytes.length;
    else if (newline !== -1) this.findMessages(source.messages, length + newline + 1);
  }

  /** Moves what is not cut yet to the beginning. */
  private makeRoom(wanted: number): void {
    const { source, start, row } = this;
    const kept = source.bytes.subarray(start);
    if (kept.length + wanted > this.room.length) this.room = Buffer.allocUnsafeSlow(2 * this.room.length);
    kept.copy(this.room);
    source.bytes = this.room.subarray(0, kept.length);
    source.known -= start;
    if (source.messages) source.messages = source.messages.slice(row.passed).map((place) => place - start);
    row.passed = 0;
    this.start = 0;
  }

  /** @param end Where a line ends. */
  private findMessages(messages: number[], end: number): void {
    const { bytes, known } = this.source;
    for (const scan = new MessageScan(bytes.subarray(0, end), known); scan.next(); ) messages.push(scan.start);
    this.source.known = end;
  }

  private cut(): void {
    const { source, row } = this;
    while (this.start < source.bytes.length || (source.isWhole && row.count === 0)) {
      const end = partEnd(source, this.start, row.passed);
      if (end === undefined) return;
      this.take(row.take(source, this.start, end));
      this.start = end;
    }
  }
}
