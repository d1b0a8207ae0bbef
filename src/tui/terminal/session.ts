import { StringDecoder } from 'node:string_decoder';
import type { TerminalHost } from '../../base/terminal.js';
import type { Size } from '../draw/layout.js';
import { decodePresses, type Press } from '../keys/press.js';
import { FrameScreen } from './screen.js';

const ESC = '\u001b[';
/** Alternate screen, no wrapping at the right edge, pasted text in brackets. */
const ENTER = `${ESC}?1049h${ESC}?7l${ESC}?2004h${ESC}2J`;
const LEAVE = `${ESC}0m${ESC}?2004l${ESC}?7h${ESC}?25h${ESC}?1049l`;
/** A screen reader reads the lines as they come. */
const ENTER_SPOKEN = `${ESC}?2004h`;
const LEAVE_SPOKEN = `${ESC}?2004l`;

/** How long the rest of a key may take to come (ms): an escape on its own is a key. */
const ESCAPE_PAUSE = 40;
/** For a stop to reach us, or to be ignored (ms). */
const STOP_PAUSE = 50;

export interface SessionEvents {
  onPresses(presses: readonly Press[]): void;
  onResize(size: Size): void;
  /** Somebody else wants the process stopped. */
  onStop(): void;
}

/** The terminal while the program has it: raw keys in, frames out, and everything as it was at the end, whatever the end is. */
export class TerminalSession {
  readonly screen: FrameScreen;
  readonly #host: TerminalHost;
  readonly #spoken: boolean;
  readonly #events: SessionEvents;
  readonly #utf8 = new StringDecoder('utf8');
  #pending = '';
  #timer: NodeJS.Timeout | undefined;
  #entered = false;
  #offs: (() => void)[] = [];

  constructor(host: TerminalHost, options: { ascii: boolean; spoken: boolean }, events: SessionEvents) {
    this.#host = host;
    this.#spoken = options.spoken;
    this.#events = events;
    this.screen = new FrameScreen((text) => void host.output.write(text), options);
  }

  get size(): Size {
    const { columns, rows } = this.#host.output;
    // A terminal that does not know its size says 0.
    return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 };
  }

  /** Takes the terminal. */
  start(): void {
    const { input, output } = this.#host;
    const onData = (bytes: Buffer): void => this.#read(this.#utf8.write(bytes));
    const onResize = (): void => {
      // What the terminal has made of the old rows is not known.
      if (!this.#spoken) output.write(`${ESC}2J`);
      this.screen.begin();
      this.#events.onResize(this.size);
    };
    input.on('data', onData);
    output.on('resize', onResize);
    this.#offs = [
      () => input.off('data', onData),
      () => output.off('resize', onResize),
      this.#host.onExit(() => this.#leave()),
      this.#host.onStop(() => this.#events.onStop()),
      this.#host.onContinue(() => this.#continued()),
    ];
    this.#enter();
  }

  /** Gives the terminal back for good. */
  end(): void {
    this.#leave();
    clearTimeout(this.#timer);
    for (const off of this.#offs) off();
    this.#offs = [];
    this.#host.input.pause();
  }

  /** Lends the terminal to another program. */
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#leave();
    this.#host.input.pause();
    try {
      return await work();
    } finally {
      this.#enter();
      this.#events.onResize(this.size);
    }
  }

  /** Stops the process until its shell continues it. */
  async suspend(): Promise<void> {
    if (!this.#host.canSuspend) return;
    await this.lend(async () => {
      this.#host.stop();
      // Stopped meanwhile, or not at all where nobody could continue us.
      await new Promise((resolve) => setTimeout(resolve, STOP_PAUSE));
    });
  }

  /** Text for the clipboard of the terminal the person sits at, also over ssh. */
  copy(text: string): void {
    this.#host.output.write(`\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`);
  }

  /** Stopped and continued behind our back: the terminal may be in any state. */
  #continued(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#enter();
    this.#events.onResize(this.size);
  }

  #enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#host.input.setRawMode(true);
    this.#host.input.resume();
    this.#host.output.write(this.#spoken ? ENTER_SPOKEN : ENTER);
    this.screen.begin();
  }

  #leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.screen.end();
    this.#host.output.write(this.#spoken ? LEAVE_SPOKEN : LEAVE);
    this.#host.input.setRawMode(false);
  }

  #read(text: string): void {
    clearTimeout(this.#timer);
    this.#decode(this.#pending + text, false);
    if (this.#pending !== '') this.#timer = setTimeout(() => this.#decode(this.#pending, true), ESCAPE_PAUSE);
  }

  #decode(text: string, isEnd: boolean): void {
    const { presses, rest } = decodePresses(text, isEnd);
    this.#pending = rest;
    if (presses.length > 0) this.#events.onPresses(presses);
  }
}
