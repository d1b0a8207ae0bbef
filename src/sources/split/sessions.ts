import { partWords, startOf } from './session-head.js';

/** A stretch of a transcript that holds one session. Stretches follow each other without gaps. */
export interface SessionPart {
  /** First byte, and number of bytes. */
  start: number;
  bytes: number;
  lines: number;
  /** `2026-03-04T10:05` as the terminal showed it (no zone); absent when it did not. */
  startedAt?: string;
  /** The first thing that was asked, one line; absent when nothing was. */
  subject?: string;
  /** False for what stands before the first session's beginning. */
  isSession: boolean;
}

/** The line with which the terminal program announces itself; marks, logos and colours may stand before it. */
const BANNER = /^[^\p{L}\p{N}]*Claude Code v\d/u;
const COLOURS = /\u001b\[[0-9;]*m/g;
/** A banner that comes with one of these within its six lines opens an earlier session again and begins none. */
const RESTORED = /Ctrl\+E|previous messages/;
const NEAR = 6;
/** Lines of a session in which its time and its subject are looked for. */
const HEAD = { time: 50, subject: 400 } as const;
/** Of a longer line only the beginning is looked at. Bytes. */
const LOOKED_AT = 4096;

interface Open extends SessionPart {
  seen: number;
}

/** Finds the sessions of a concatenated transcript. Give it every line in order, with its end, then ask for the parts. */
export class SessionFinder {
  private readonly parts: Open[] = [];
  /** Banners whose six lines are not over, with the lines since. */
  private waiting: { start: number; texts: string[]; sizes: number[] }[] = [];
  private offset = 0;

  line(bytes: Buffer): void {
    const text = bytes.toString('utf8', 0, Math.min(bytes.length, LOOKED_AT)).replace(COLOURS, '').trimEnd();
    const [first] = this.waiting;
    if (first === undefined && !BANNER.test(text)) this.put(text, bytes.length);
    else {
      if (BANNER.test(text)) this.waiting.push({ start: this.offset, texts: [], sizes: [] });
      for (const banner of this.waiting) {
        banner.texts.push(text);
        banner.sizes.push(bytes.length);
      }
      this.settle(false);
    }
    this.offset += bytes.length;
  }

  /** The parts, in order; joined they are the file. Blank lines before the first session belong to it. */
  finish(): SessionPart[] {
    this.settle(true);
    const [before, next] = this.parts;
    if (before !== undefined && next !== undefined && !before.isSession && before.subject === BLANK) {
      this.parts.shift();
      next.start = before.start;
      next.bytes += before.bytes;
      next.lines += before.lines;
    }
    return this.parts.map(({ seen: _, subject, ...part }) =>
      subject === undefined || subject === BLANK ? part : { ...part, subject },
    );
  }

  /** Decides about the oldest banner as soon as its lines are there (or the file is over). */
  private settle(isOver: boolean): void {
    for (let [banner] = this.waiting; banner !== undefined; [banner] = this.waiting) {
      if (banner.texts.length < NEAR && !isOver && !banner.texts.some((text) => RESTORED.test(text))) return;
      this.waiting.shift();
      if (!banner.texts.some((text) => RESTORED.test(text))) this.begin(banner.start);
      // Lines up to the next banner that waits belong to this one; that one holds the rest itself.
      const until =
        this.waiting[0] === undefined ? banner.texts.length : banner.texts.length - this.waiting[0].texts.length;
      for (let at = 0; at < until; at++) this.put(banner.texts[at] ?? '', banner.sizes[at] ?? 0);
    }
  }

  private begin(start: number): void {
    this.parts.push({ start, bytes: 0, lines: 0, isSession: true, seen: 0 });
  }

  private put(text: string, size: number): void {
    let part = this.parts.at(-1);
    if (part === undefined) {
      part = { start: 0, bytes: 0, lines: 0, isSession: false, seen: 0, subject: BLANK };
      this.parts.push(part);
    }
    part.bytes += size;
    part.lines += 1;
    part.seen += 1;
    if (part.subject === BLANK && text.trim() !== '') delete part.subject;
    if (part.startedAt === undefined && part.seen <= HEAD.time) {
      const time = startOf(text);
      if (time !== undefined) part.startedAt = time;
    }
    if (part.subject === undefined && part.seen <= HEAD.subject) {
      const words = partWords(text);
      if (words !== undefined) part.subject = words;
    }
  }
}

/** Marks a beginning in which nothing but blank lines was seen. */
const BLANK = '\0';
