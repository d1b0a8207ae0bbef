import type { Phase, Progress } from '../base/runtime.js';
import { isCi } from './colour.js';

/** Nothing is shown for work that is over before this. */
const DELAY_MS = 1000;
const REDRAW_MS = 100;

const WORDS: Record<Phase, string> = {
  scan: 'reading',
  write: 'writing',
  objects: 'storing',
  ref: 'committing',
  index: 'updating git',
  passages: 'indexing',
  vectors: 'embedding',
  download: 'downloading',
};

export interface ProgressLine {
  show(step: Progress): void;
  /** Wipes the line, so that other text can be written. */
  clear(): void;
}

/** `reading 120/3400 src/app.ts`, at most `width - 1` characters. */
export function progressText(step: Progress, width: number): string {
  const count = step.total === undefined ? `${step.done}` : `${step.done}/${step.total}`;
  const label = step.label === undefined ? '' : ` ${step.label}`;
  return Array.from(`${WORDS[step.phase]} ${count}${label}`)
    .slice(0, Math.max(10, width - 1))
    .join('');
}

/** One line on a terminal's stderr, after a second of work; nothing in a pipe, in CI, on a dumb terminal or with `--quiet`. */
export function terminalProgress(
  stream: NodeJS.WriteStream,
  env: Readonly<Record<string, string | undefined>>,
  talk: { quiet: boolean },
  clock: () => number = () => performance.now(),
): ProgressLine {
  if (talk.quiet || stream.isTTY !== true || env.TERM === 'dumb' || isCi(env))
    return { show: () => {}, clear: () => {} };
  let started: number | undefined;
  let drawn = 0;
  let visible = false;
  const clear = (): void => {
    if (visible) stream.write('\r\u001b[K');
    visible = false;
  };
  return {
    show(step) {
      const now = clock();
      started ??= now;
      if (now - started < DELAY_MS || now - drawn < REDRAW_MS) return;
      drawn = now;
      stream.write(`\r\u001b[K${progressText(step, stream.columns)}`);
      visible = true;
    },
    clear,
  };
}
