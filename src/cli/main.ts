import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { normalizeArgv } from '@oclif/core/help';
import { settings } from '@oclif/core/settings';
import { EXIT, PalaceError } from '../base/errors.js';
import { nearest } from '../base/near.js';
import { arrangeArgv } from './argv.js';
import { sharedFromArgv } from './base-command.js';
import { describeError, errorJson, errorText } from './errors.js';
import { toleratePipeEnd } from './signals.js';

/** The part of package.json that is read here. */
type PackageJson = Interfaces.PJSON & { oclif: Interfaces.PJSON['oclif'] };

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

/**
 * Runs one command line to its end and returns the exit code. Never throws.
 * @param argv words after the program name.
 * @param root folder of package.json, dist/ and oclif.manifest.json.
 * @param program path as which the program was called: `mempalace` keeps that name in help and errors.
 */
export async function main(argv: readonly string[], root: string, program: string): Promise<number> {
  toleratePipeEnd();
  const bin = programName(program);
  try {
    const config = await loadConfig(root, bin);
    await runCommandLine(arrangeArgv(argv), config);
  } catch (error) {
    const talk = sharedFromArgv(argv, process.env);
    const shown = describeError(error, { bin, flags: [] });
    if (talk.json) process.stdout.write(`${JSON.stringify(errorJson(shown), null, 2)}\n`);
    else process.stderr.write(errorText(shown, talk.verbose || Boolean(process.env.PALACE_DEBUG)));
    process.exitCode = shown.exit;
  }
  await drained(process.stdout);
  return Number(process.exitCode ?? EXIT.done);
}

/** `mempalace` when called so, else `palace`. */
export function programName(path: string): string {
  return basename(path).replace(/\.(js|cmd|exe|ps1)$/i, '') === 'mempalace' ? 'mempalace' : 'palace';
}

async function loadConfig(root: string, bin: string): Promise<Config> {
  // Whatever NODE_ENV says, the program is what stands in dist/; oclif would go looking for TypeScript.
  settings.enableAutoTranspile = false;
  const pjson: PackageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Config.load({ root, pjson: { ...pjson, oclif: { ...pjson.oclif, bin } } });
}

async function runCommandLine(argv: string[], config: Config): Promise<void> {
  const [first, ...others] = argv;
  if (first === undefined || HELP.has(first)) return showHelp(config, []);
  // Before the words are joined to the name of a command: `help search` is none.
  if (first === 'help') return showHelp(config, others);
  const [id = first, ...rest] = splitCommand(normalizeArgv(config, argv), config);
  const helpAt = rest.findIndex((word) => HELP.has(word));
  const end = rest.indexOf('--');
  const wantsHelp = helpAt !== -1 && (end === -1 || helpAt < end);
  if (wantsHelp && config.findCommand(id) !== undefined) return showHelp(config, [id]);
  const command = config.findCommand(id);
  if (command !== undefined) return void (await config.runCommand(id, rest, command));
  if (config.findTopic(id) !== undefined) return showHelp(config, [id]);
  throw unknownCommand(id, config);
}

/**
 * Words after a command that takes none are joined to its name (`status:foo`): they are taken off again, so that the command
 * says that it takes none.
 */
function splitCommand([joined = '', ...rest]: readonly string[], config: Config): string[] {
  const words = joined.split(':');
  for (let many = words.length - 1; many > 0 && config.findCommand(joined) === undefined; many--) {
    const id = words.slice(0, many).join(':');
    // `config gett` means a command below `config`, not an argument of it.
    if (config.commandIDs.some((other) => other.startsWith(`${id}:`))) break;
    if (config.findCommand(id) !== undefined) return [id, ...words.slice(many), ...rest];
  }
  return [joined, ...rest];
}

async function showHelp(config: Config, words: string[]): Promise<void> {
  const { PalaceHelp } = await import('./help.js');
  const help = new PalaceHelp(config);
  const id = words.filter((word) => !word.startsWith('-')).join(':');
  if (id !== '' && config.findCommand(id) === undefined && config.findTopic(id) === undefined)
    throw unknownCommand(id, config);
  await help.showHelp(id === '' ? [] : [id]);
}

/** `palace serch` → did you mean `palace search`? Looks at the deepest part that is still known. */
function unknownCommand(id: string, config: Config): PalaceError {
  const known = config.commands.filter(({ hidden }) => !hidden).map(({ id: name }) => name.replaceAll(':', ' '));
  const typed = upToUnknown(id, config);
  const first = typed.split(' ')[0] ?? typed;
  const near = nearest(typed, known);
  const candidates = near.length > 0 ? near : nearest(first, new Set(known.map((name) => name.split(' ')[0] ?? name)));
  return new PalaceError('unknown-command', `${config.bin} has no command "${typed}"`, {
    exit: EXIT.usage,
    next: [...candidates.map((name) => `did you mean ${config.bin} ${name}?`), `${config.bin} --help`],
  });
}

/** The words up to the first that names nothing: `serch` of `serch foo`, `index stat` of `index stat foo`. */
function upToUnknown(id: string, config: Config): string {
  const words = id.split(':');
  let known = 0;
  while (known < words.length - 1 && config.findTopic(words.slice(0, known + 1).join(':')) !== undefined) known += 1;
  return words.slice(0, known + 1).join(' ');
}

/** Resolves when everything written so far has been handed to the system: only then may the process end. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
