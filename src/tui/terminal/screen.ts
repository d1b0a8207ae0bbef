import { Writable } from 'node:stream';
import { displayWidth } from '../../text/width.js';
import type { Size } from '../draw/layout.js';
import { toAscii } from '../draw/theme.js';
import { RowStore } from './row-store.js';

const ESC = '\u001b[';
/** Terminals that know it show all that is written between these at once. */
const SYNC_ON = `${ESC}?2026h`;
const SYNC_OFF = `${ESC}?2026l`;
const HIDE = `${ESC}?25l`;
const SHOW = `${ESC}?25h`;

type Cursor = { row: number; column: number } | undefined;

/**
 * Takes whole frames and writes the rows that changed: no flicker, and little for a slow connection. `spoken`: lines that are new are
 * appended instead, for a screen reader, and nothing is ever overwritten.
 */
export class FrameScreen {
  /** Where components put the rows that they draw. */
  readonly rows = new RowStore();
  readonly #write: (text: string) => void;
  readonly #options: { ascii: boolean; spoken: boolean };
  #shown: string[] = [];
  #frame: string[] = [];
  #cursor: Cursor;
  #shownCursor: Cursor | null = null;
  #due = false;
  #on = false;

  constructor(write: (text: string) => void, options: { ascii: boolean; spoken: boolean }) {
    this.#write = write;
    this.#options = options;
  }

  /** From now on frames are written; the first one whole. */
  begin(): void {
    this.#on = true;
    this.#shown = [];
    this.#shownCursor = null;
    this.#flush();
  }

  /** Nothing is written until it begins again. */
  end(): void {
    this.#on = false;
  }

  present(frame: string): void {
    const { ascii, spoken } = this.#options;
    const lines = frame.split('\n').map((line) => this.rows.expand(line));
    this.#frame = ascii || spoken ? lines.map((line) => (ascii ? toAscii(line, displayWidth) : line)) : lines;
    this.#plan();
  }

  cursor(cursor: Cursor): void {
    this.#cursor = cursor;
    this.#plan();
  }

  /** A frame and its cursor come one after the other, and go out together. */
  #plan(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (!this.#on || this.#frame.length === 0) return;
    if (this.#options.spoken) this.#speak();
    else this.#draw();
    this.#shown = this.#frame;
  }

  #draw(): void {
    let rows = '';
    const height = Math.max(this.#frame.length, this.#shown.length);
    for (let at = 0; at < height; at++) {
      const line = this.#frame[at] ?? '';
      if (line !== this.#shown[at]) rows += `${ESC}${at + 1};1H${ESC}2K${line}${ESC}0m`;
    }
    const cursor = this.#cursor;
    const moved = cursor?.row !== this.#shownCursor?.row || cursor?.column !== this.#shownCursor?.column;
    if (rows === '' && !moved && this.#shownCursor !== null) return;
    const place = cursor === undefined ? HIDE : `${ESC}${cursor.row + 1};${cursor.column + 1}H${SHOW}`;
    this.#shownCursor = cursor;
    this.#write(`${SYNC_ON}${rows === '' ? '' : HIDE}${rows}${place}${SYNC_OFF}`);
  }

  #speak(): void {
    const before = new Set(this.#shown);
    const lines = this.#frame.map((line) => line.trimEnd()).filter((line) => line !== '' && !before.has(line));
    this.#frame = this.#frame.map((line) => line.trimEnd());
    if (lines.length > 0) this.#write(`${lines.join('\r\n')}\r\n`);
  }
}

/** What ink takes for its terminal: hands each frame on, and writes nothing itself. */
export function frameStream(screen: FrameScreen, size: () => Size): NodeJS.WriteStream {
  const stream = new Writable({
    decodeStrings: false,
    write(frame: string, _encoding, done) {
      screen.present(String(frame));
      done();
    },
  });
  Object.defineProperties(stream, {
    columns: { get: () => size().columns },
    rows: { get: () => size().rows },
  });
  // Ink asks for no more of a terminal than these.
  return stream as unknown as NodeJS.WriteStream;
}
