import type { Paint } from '../colour.js';

/** Where a text renderer writes: stdout for the answer, stderr for the talk. */
export interface Output {
  /** One line of the answer; LF is added. */
  line(text?: string): void;
  /** Bytes of the answer exactly as they are (`show --raw`). */
  raw(bytes: Buffer | string): void;
  /** One plain line on stderr; silent with `--quiet`. */
  note(text: string): void;
  paint: Paint;
  /** Columns of the terminal; 80 in a pipe. */
  width: number;
  /** Stdout is a terminal. */
  terminal: boolean;
}

/** Draws the result of one service as text. Pure but for `out`. */
export type Renderer<Result> = (result: Result, out: Output) => void;
