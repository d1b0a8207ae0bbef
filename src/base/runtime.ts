/** Where talk goes that is not the answer: one plain line each, stderr in the CLI. */
export interface Logger {
  /** A degraded mode or something a person should know; said once per distinct text. */
  warn(message: string): void;
  /** Only with `--verbose`. */
  debug(message: string): void;
}

/** Named moments of a write, in order. Tests kill the process at them; progress displays read them. */
export type Phase = 'scan' | 'write' | 'objects' | 'ref' | 'index' | 'passages' | 'vectors' | 'download';

/** One step of long work, for a progress line. `total` is absent while it is not known. */
export interface Progress {
  phase: Phase;
  done: number;
  total?: number;
  label?: string;
}

/**
 * Everything a module may need from the outside world, handed down as an argument: nothing below `src/cli/` reads
 * `process.cwd()`, `Date.now()` or `process.env` by itself (architecture rule 9).
 */
export interface Runtime {
  /** Absolute. */
  cwd: string;
  /** Absolute home directory. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  hostname: string;
  /** Changes at every boot of the machine; '' where it cannot be told. */
  bootId: string;
  pid: number;
  now(): Date;
  /** `size` cryptographically random bytes. */
  randomBytes(size: number): Buffer;
  logger: Logger;
  /** Called at the named moments; may throw (tests) or never return (kill tests). */
  onProgress?(progress: Progress): void;
  /** Aborted on SIGINT; long loops check it between batches. */
  signal?: AbortSignal;
}
