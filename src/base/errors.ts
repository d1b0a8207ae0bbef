/** Exit codes of the command line (docs: README, "Exit codes"). A code means the same in every command. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  noPalace: 3,
  notFound: 4,
  conflict: 5,
  remote: 6,
  locked: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * The one kind of error that services throw: what happened, why, and what to type next.
 * `code` is a stable kebab-case word for programs (`{"error": {"code", "message", "next"}}`); `next` holds commands or
 * actions, most useful first; `details` is extra data for `--json` (snake_case keys).
 */
export class PalaceError extends Error {
  readonly code: string;
  readonly exit: ExitCode;
  readonly next: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { exit?: ExitCode; next?: readonly string[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PalaceError';
    this.code = code;
    this.exit = options.exit ?? EXIT.failed;
    this.next = options.next ?? [];
    this.details = options.details ?? {};
  }
}

/** `code` of a Node system error (`ENOENT`, `ENOSPC`, …), else undefined. */
export function systemCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
