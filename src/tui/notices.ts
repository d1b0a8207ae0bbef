import type { Runtime } from '../base/runtime.js';

/** Keeps what services say until the screen is there to say it in its status line. */
export class Notices {
  readonly #said = new Set<string>();
  #listener: ((text: string) => void) | undefined;

  /** The same outside world, without lines on stderr that would tear the screen, and without a progress line. */
  runtime(runtime: Runtime): Runtime {
    return { ...runtime, logger: { warn: (text) => this.#say(text), debug: () => {} }, onProgress: () => {} };
  }

  listen(say: (text: string) => void): void {
    this.#listener = say;
    for (const text of this.#said) say(text);
  }

  #say(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#listener?.(text);
  }
}
