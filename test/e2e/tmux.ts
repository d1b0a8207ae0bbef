import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Machine, ROOT } from './support.js';

/** Whether the terminal multiplexer is here that end-to-end tests of the screen drive. */
export const HAS_TMUX = spawnSync('tmux', ['-V']).status === 0;

export interface PaneOptions {
  columns: number;
  rows: number;
  env?: Record<string, string>;
}

/** A shell in a terminal of its own, on a person's machine. Ends with the test. */
export class Pane {
  readonly #socket: string;
  readonly #env: Record<string, string>;

  constructor(machine: Machine, { columns, rows, env = {} }: PaneOptions) {
    this.#socket = join(machine.home, 'tmux');
    const own = { ...machine.env(), TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env };
    this.#env = Object.fromEntries(
      Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const rc = join(machine.home, 'rc');
    writeFileSync(rc, "PS1='ready$ '\nunset HISTFILE\n");
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, `bash --rcfile '${rc}' -i`);
    this.#tmux('set', '-g', 'status', 'off');
    this.#tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`);
    onTestFinished(() => void spawnSync('tmux', ['-S', this.#socket, 'kill-server']));
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...args], { env: this.#env, encoding: 'utf8' });
  }

  /** Types text as it is. */
  type(text: string): void {
    this.#tmux('send-keys', '-l', text);
  }

  /** Presses keys by their names: `Enter`, `Escape`, `C-n`, `M-2`, `Down`. */
  press(...keys: string[]): void {
    this.#tmux('send-keys', ...keys);
  }

  /** Starts the program. */
  run(...args: string[]): void {
    const words = [process.execPath, join(ROOT, 'bin', 'run.js'), ...args].map((word) => `'${word}'`);
    this.line(words.join(' '));
  }

  line(text: string): void {
    this.type(text);
    this.press('Enter');
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`);
  }

  /** What stands on the screen. */
  screen(): string {
    return this.#tmux('capture-pane', '-p');
  }

  /** A value of the terminal: `alternate_on`, `cursor_flag`, `wrap_flag`. */
  flag(name: string): string {
    return this.#tmux('display', '-p', `#{${name}}`).trim();
  }

  /** Process id of what the shell runs in the foreground. */
  program(): number {
    return Number(execFileSync('pgrep', ['-P', this.flag('pane_pid')], { encoding: 'utf8' }).trim());
  }

  /** The screen as soon as it has this. */
  async shows(wanted: string | RegExp): Promise<string> {
    const matches = (screen: string): boolean =>
      typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen);
    let last = '';
    const look = (): string => {
      last = this.screen();
      return last;
    };
    await expect
      .poll(() => matches(look()), {
        timeout: 40_000,
        interval: 50,
        message: `${wanted} on the screen`,
      })
      .toBe(true)
      .catch((error: unknown) => {
        throw new Error(`${String(wanted)} did not come; the screen was:\n${last}`, { cause: error });
      });
    return last;
  }
}
