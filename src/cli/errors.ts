import { EXIT, type ExitCode, PalaceError, systemCode } from '../base/errors.js';
import { nearest } from '../base/near.js';
import { printable } from './output/width.js';

/** An error as the command line shows it: the same fields for text and `--json`. */
export interface ShownError {
  code: string;
  message: string;
  next: readonly string[];
  details: Readonly<Record<string, unknown>>;
  exit: ExitCode;
  /** Only for what nobody expected: shown with `--verbose`. */
  stack?: string;
}

/** What `describeError` must know of the command that failed. */
export interface FailedCommand {
  /** `palace` or `mempalace`. */
  bin: string;
  /** As typed: `index status`; absent when no command ran. */
  name?: string;
  /** Long flags of the command, without dashes. */
  flags: readonly string[];
}

/** Any thrown value as a {@link ShownError}. */
export function describeError(error: unknown, command: FailedCommand): ShownError {
  if (error instanceof PalaceError) {
    const { code, message, next, details, exit } = error;
    return { code, message, next, details, exit };
  }
  if (isParseError(error)) return usageError(error, command);
  if (error instanceof Error && error.name === 'AbortError')
    return { code: 'interrupted', message: 'interrupted', next: [], details: {}, exit: EXIT.interrupted };
  const shown = error instanceof Error ? error : new Error(String(error));
  return {
    code: systemCode(error)?.toLowerCase() ?? 'unexpected',
    message: shown.message === '' ? shown.name : shown.message,
    next: [`${command.bin} ${command.name ?? 'COMMAND'} --verbose shows where this happened`],
    details: {},
    exit: EXIT.failed,
    stack: shown.stack,
  };
}

/** `error: …`, then one `  next: …` line for each thing to try; the stack only with `verbose`. */
export function errorText(shown: ShownError, verbose: boolean): string {
  // Paths, names and git's own words in it come from elsewhere: they must not move the cursor either.
  const lines = [`error: ${shown.message.trimEnd()}`, ...shown.next.map((step) => `  next: ${step}`)].map(printable);
  if (verbose && shown.stack !== undefined) lines.push(shown.stack);
  return `${lines.join('\n')}\n`;
}

/** The `--json` form: `{"error": {"code", "message", "next"}}` and what `details` adds. */
export function errorJson(shown: ShownError): { error: Record<string, unknown> } {
  const { code, message, next, details } = shown;
  return { error: { ...details, code, message, next } };
}

/** The part of oclif's parse errors that is read here; they carry no stable code of their own. */
interface ParseError extends Error {
  oclif?: { exit?: number };
  parse?: unknown;
  /** Unknown flags, as typed. */
  flags?: unknown;
  /** Unexpected arguments (strings) or missing ones (objects). */
  args?: unknown;
}

function isParseError(error: unknown): error is ParseError {
  return error instanceof Error && ('parse' in error || 'oclif' in error);
}

function usageError(error: ParseError, command: FailedCommand): ShownError {
  const name = command.name === undefined ? command.bin : `${command.bin} ${command.name}`;
  const next: string[] = [];
  let message = error.message.replace(/\n?See more help with --help\s*$/, '').trim();
  const unknown = strings(error.flags);
  if (unknown.length > 0 && message.startsWith('Nonexistent flag')) {
    message = `${name} has no flag ${unknown.join(', ')}`;
    for (const flag of unknown)
      for (const near of nearest(flag.replace(/^-+/, ''), command.flags)) next.push(`did you mean --${near}?`);
  }
  const extra = strings(error.args);
  if (extra.length > 0 && message.startsWith('Unexpected argument'))
    message = `${name} takes no argument "${extra.join('", "')}" here; quote a text of several words`;
  const missing = names(error.args);
  if (missing.length > 0 && message.startsWith('Missing')) message = `${name} needs ${missing.join(' and ')}`;
  // "Parsing --limit \n\tExpected an integer but received: abc", and lists over several lines, as one line.
  message = message.replace(/^Parsing (--\S+)\s+Expected/, '$1: expected').replace(/\s*\n\s*/g, ' ');
  next.push(`${name} --help`);
  return { code: 'bad-usage', message, next, details: {}, exit: EXIT.usage };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'
      ? [item.name.toUpperCase()]
      : [],
  );
}
