import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { normalizeArgv } from '@oclif/core/help';
import { settings } from '@oclif/core/settings';
import { EXIT, PalaceError } from '../base/errors.js';
import { nearest } from '../base/near.js';
import { arrangeArgv } from './argv.js';
import type { PalaceCommand } from './base-command.js';
import type { Beginning } from './beginning.js';
import { commandsFor } from './other-words.js';

/** The part of package.json that is read here. */
type PackageJson = Interfaces.PJSON & { oclif: Interfaces.PJSON['oclif'] };

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

/** What a file below commands/ holds. */
type CommandClass = (new (argv: string[], config: Config) => PalaceCommand) & { id: string };

/** The program as it was started. */
export interface Program {
  /** Folder of package.json, dist/ and oclif.manifest.json. */
  root: string;
  /** Path as which the program was called: `mempalace` keeps that name in help and errors. */
  path: string;
  /** Exports of a file of dist/: the class, of that of a command. */
  load(file: string): unknown;
}

/**
 * Runs the command that a command line names, or shows the help that it asks for. What goes wrong within a command is shown by it.
 * @param beginning what was begun for that command.
 * @throws PalaceError `unknown-command`.
 */
export async function runCommandLine(
  argv: readonly string[],
  program: Program & { bin: string },
  beginning?: Beginning,
): Promise<void> {
  const words = arrangeArgv(argv);
  const id = plainCommand(words, program);
  if (id === undefined) return runWords(words, await loadConfig(program), program);
  return runCommand(id, words.slice(1), new BareConfig(program), program, beginning);
}

/**
 * The command that the first word names, when it can be told without oclif's list of all: a file, and no folder of further ones
 * beside it. Undefined also where help is asked for.
 */
function plainCommand([first = '', ...rest]: readonly string[], { root }: Program): string | undefined {
  if (!/^[a-z]+$/.test(first) || wantsHelp(rest)) return undefined;
  const file = join(root, 'dist', 'commands', first);
  return existsSync(`${file}.js`) && !existsSync(file) ? first : undefined;
}

/** What a command needs of oclif's configuration: loading all of it would take longer than most commands. */
class BareConfig extends Config {
  constructor({ root, bin }: { root: string; bin: string }) {
    super({ root });
    this.root = root;
    this.bin = bin;
  }

  /** This program has no hooks, and without the list of plugins oclif could not look for any. */
  override async runHook<Event extends keyof Interfaces.Hooks>(): Promise<
    Interfaces.Hook.Result<Interfaces.Hooks[Event]['return']>
  > {
    return { failures: [], successes: [] };
  }
}

async function runCommand(
  id: string,
  words: string[],
  config: Config,
  program: Program,
  beginning?: Beginning,
): Promise<void> {
  const folder = join(program.root, 'dist', 'commands');
  const path = id.replaceAll(':', '/');
  const file = existsSync(join(folder, `${path}.js`)) ? `${path}.js` : `${path}/index.js`;
  const Command = program.load(`commands/${file}`) as CommandClass;
  Command.id = id;
  await new Command(words, config).start(beginning);
}

async function loadConfig({ root, bin }: { root: string; bin: string }): Promise<Config> {
  // Whatever NODE_ENV says, the program is what stands in dist/; oclif would go looking for TypeScript.
  settings.enableAutoTranspile = false;
  const pjson: PackageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Config.load({ root, pjson: { ...pjson, oclif: { ...pjson.oclif, bin } } });
}

async function runWords(argv: string[], config: Config, program: Program): Promise<void> {
  const [first, ...others] = argv;
  if (first === undefined && (await opensScreen())) return runCommand('tui', [], config, program);
  if (first === undefined || HELP.has(first)) return showHelp(config, []);
  // Before the words are joined to the name of a command: `help search` is none.
  if (first === 'help') return showHelp(config, others);
  const [id = first, ...rest] = splitCommand(normalizeArgv(config, argv), config);
  const command = config.findCommand(id);
  if (command !== undefined && wantsHelp(rest)) return showHelp(config, [id]);
  // By its own id, not by an alias.
  if (command !== undefined) return runCommand(command.id, rest, config, program);
  if (config.findTopic(id) !== undefined) return showHelp(config, [id]);
  throw unknownCommand(id, config);
}

/** Whether `palace` alone opens the screen: a person sits at a terminal and has a palace. */
async function opensScreen(): Promise<boolean> {
  const { terminalHost } = await import('./terminal.js');
  if (terminalHost() === undefined) return false;
  const { hasPalace } = await import('./open-palace.js');
  return hasPalace();
}

function wantsHelp(words: readonly string[]): boolean {
  const at = words.findIndex((word) => HELP.has(word));
  const end = words.indexOf('--');
  return at !== -1 && (end === -1 || at < end);
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
  const other = commandsFor(first, config.bin);
  const near = other.length > 0 ? [] : nearest(typed, known);
  const candidates =
    near.length > 0 || other.length > 0
      ? near
      : nearest(first, new Set(known.map((name) => name.split(' ')[0] ?? name)));
  return new PalaceError('unknown-command', `${config.bin} has no command "${typed}"`, {
    exit: EXIT.usage,
    next: [...other, ...candidates.map((name) => `did you mean ${config.bin} ${name}?`), `${config.bin} --help`],
  });
}

/** The words up to the first that names nothing: `serch` of `serch foo`, `index stat` of `index stat foo`. */
function upToUnknown(id: string, config: Config): string {
  const words = id.split(':');
  let known = 0;
  while (known < words.length - 1 && config.findTopic(words.slice(0, known + 1).join(':')) !== undefined) known += 1;
  return words.slice(0, known + 1).join(' ');
}
