import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { keepAlive } from './cat-file.js';
import type { GitRunner } from './run.js';

/** Runs its arguments once for each line that it reads. They are arguments, never part of the script. */
const SCRIPT = `while read -r turn; do "$@" </dev/null; printf '\\0%s %s\\0' "$turn" "$?"; done`;

interface Waiting {
  turn: string;
  resolve(output: Buffer | undefined): void;
}

/**
 * One git command that a process which stays asks again and again. A small shell starts it: starting a process from a large one
 * costs it more than git takes. It does not keep our process alive while nothing is asked, and ends with it.
 */
export class RepeatedCommand {
  #child: ChildProcessWithoutNullStreams | undefined;
  #isUnable = false;
  #waiting: Waiting[] = [];
  #output: Buffer = Buffer.alloc(0);
  #turns = 0;
  /** No line of any output begins so. */
  readonly #mark = `turn-${randomBytes(12).toString('hex')}-`;

  constructor(
    private readonly runner: GitRunner,
    private readonly args: readonly string[],
  ) {}

  /** What it prints now; undefined when it fails, or there is no shell: run it by itself, which says why. */
  run(): Promise<Buffer | undefined> {
    const child = this.#started();
    if (child === undefined) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const turn = `${this.#mark}${++this.#turns}`;
      this.#waiting.push({ turn, resolve });
      keepAlive(child, true);
      child.stdin.write(`${turn}\n`);
    });
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  #started(): ChildProcessWithoutNullStreams | undefined {
    if (this.#child !== undefined || this.#isUnable) return this.#child;
    const child = this.runner.startIn('sh', ['-c', SCRIPT, 'sh'], this.args);
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => {
      this.#output = Buffer.concat([this.#output, chunk]);
      this.#answer();
      if (this.#waiting.length === 0) keepAlive(child, false);
    });
    child.stderr.resume();
    child.stdin.on('error', () => {}); // told by `close`
    child.on('error', () => this.#ended(child));
    child.on('close', () => this.#ended(child));
    return child;
  }

  #ended(child: ChildProcessWithoutNullStreams): void {
    // One that ends by itself (no shell, a signal) would do so again.
    if (this.#child === child) this.#isUnable = true;
    this.#child = undefined;
    this.#output = Buffer.alloc(0);
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  /** Commands run one after the other, so answers come in the order of the questions. */
  #answer(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const mark = Buffer.from(`\0${next.turn} `);
      const at = this.#output.indexOf(mark);
      const end = at === -1 ? -1 : this.#output.indexOf(0, at + mark.length);
      if (end === -1) return;
      const code = this.#output.toString('latin1', at + mark.length, end);
      const output = this.#output.subarray(0, at);
      this.#output = this.#output.subarray(end + 1);
      this.#waiting.shift();
      next.resolve(code === '0' ? output : undefined);
    }
  }
}
