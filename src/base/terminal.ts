/** The terminal that the screen is drawn on, and what the operating system says: the only way to it. */
export interface TerminalHost {
  input: NodeJS.ReadStream;
  /** Where it is drawn: not the standard output when that is for the answer. */
  output: NodeJS.WriteStream;
  /** Of the output: 1 or 2. */
  descriptor: number;
  /** Whether this process may be stopped and continued by its shell. */
  canSuspend: boolean;
  /** Stops this process and those it was started with, as ctrl-z does. Comes back when it is continued. */
  stop(): void;
  /** Calls back when the process ends, by whatever error. Returns what takes it off again. */
  onExit(restore: () => void): () => void;
  /** Calls back when somebody else stops the process (and it is not stopped then), and when it was continued. */
  onStop(stopped: () => void): () => void;
  onContinue(continued: () => void): () => void;
}
