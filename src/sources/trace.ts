/**
 * Takes down what a reading depends on besides the bytes of its own file, so that it is done again when that changes. Whoever
 * looks at a file or a folder beside a candidate says so, also when nothing is there; absolute paths.
 */
export interface Trace {
  /** A file that was read, or looked for. */
  file(path: string): void;
  /** A folder whose names were listed. */
  names(path: string): void;
}
