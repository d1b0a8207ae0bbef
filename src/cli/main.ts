import { basename } from 'node:path';
import { EXIT } from '../base/errors.js';
import { type Beginning, begin } from './beginning.js';
import type { Program } from './command-line.js';
import { describeError, errorJson, errorText } from './errors.js';
import { sharedFromArgv } from './shared-flags.js';
import { toleratePipeEnd } from './signals.js';

/**
 * Runs one command line to its end and returns the exit code. Never throws.
 * @param argv words after the program name.
 */
export async function main(argv: readonly string[], program: Program): Promise<number> {
  toleratePipeEnd();
  const bin = programName(program.path);
  let beginning: Beginning | undefined;
  try {
    // Before oclif is loaded, so that git works meanwhile.
    beginning = await begin(argv);
    const { runCommandLine } = await import('./command-line.js');
    await runCommandLine(argv, { ...program, bin }, beginning);
  } catch (error) {
    const talk = sharedFromArgv(argv, process.env);
    const shown = describeError(error, { bin, flags: [] });
    if (talk.json) process.stdout.write(`${JSON.stringify(errorJson(shown), null, 2)}\n`);
    else process.stderr.write(errorText(shown, talk.verbose || Boolean(process.env.PALACE_DEBUG)));
    process.exitCode = shown.exit;
  }
  await beginning?.close();
  await drained(process.stdout);
  return Number(process.exitCode ?? EXIT.done);
}

/** `mempalace` when called so, else `palace`. */
export function programName(path: string): string {
  return basename(path).replace(/\.(js|cmd|exe|ps1)$/i, '') === 'mempalace' ? 'mempalace' : 'palace';
}

/** Resolves when everything written so far has been handed to the system: only then may the process end. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
