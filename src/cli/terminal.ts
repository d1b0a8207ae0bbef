import type { TerminalHost } from '../base/terminal.js';
import { isCi } from './colour.js';

/**
 * The terminal of a person, to draw a screen on; undefined where there is none (a pipe, a build log, `TERM=dumb`).
 * @param print the standard output is for the answer: the screen goes to stderr.
 */
export function terminalHost(print = false): TerminalHost | undefined {
  const input = process.stdin;
  const output = print ? process.stderr : process.stdout;
  const { TERM: term } = process.env;
  if (input.isTTY !== true || output.isTTY !== true || term === 'dumb' || isCi(process.env)) return undefined;
  return {
    input,
    output,
    descriptor: print ? 2 : 1,
    // In `vim $(palace tui --print)` the shell waits for our answer and could not continue us.
    canSuspend: process.platform !== 'win32' && process.stdout.isTTY === true,
    stop: () => {
      const listeners = process.listeners('SIGTSTP');
      process.removeAllListeners('SIGTSTP');
      // The whole group, as the terminal does: scripts that started us stop too.
      process.kill(0, 'SIGTSTP');
      for (const listener of listeners) process.on('SIGTSTP', listener);
    },
    onExit: listening('exit'),
    onStop: process.platform === 'win32' ? () => () => {} : listening('SIGTSTP'),
    onContinue: process.platform === 'win32' ? () => () => {} : listening('SIGCONT'),
  };
}

function listening(event: 'exit' | 'SIGTSTP' | 'SIGCONT'): (heard: () => void) => () => void {
  return (heard) => {
    const listener = (): void => heard();
    process.on(event, listener);
    return () => void process.off(event, listener);
  };
}
