/** Values of the shared flags. */
export interface SharedFlags {
  palace?: string;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  'no-color': boolean;
}

/** The shared flags of a parsed command. */
export function sharedFromFlags(flags: Readonly<Record<string, unknown>>): SharedFlags {
  return {
    palace: typeof flags.palace === 'string' ? flags.palace : undefined,
    json: flags.json === true,
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    'no-color': flags['no-color'] === true,
  };
}

/** How a wrong command line wants its error: the shared flags as far as they can be told without parsing. */
export function sharedFromArgv(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SharedFlags {
  const end = argv.indexOf('--');
  const words = new Set(end === -1 ? argv : argv.slice(0, end));
  const given = (flag: string, variable: string): boolean =>
    words.has(`--${flag}`) || /^(1|true|yes|y)$/i.test(env[variable] ?? '');
  return {
    palace: lastPalace(end === -1 ? argv : argv.slice(0, end)),
    json: given('json', 'PALACE_JSON'),
    quiet: given('quiet', 'PALACE_QUIET'),
    verbose: given('verbose', 'PALACE_VERBOSE'),
    'no-color': given('no-color', 'PALACE_NO_COLOR'),
  };
}

/** Value of the last `--palace`. */
function lastPalace(words: readonly string[]): string | undefined {
  const at = words.findLastIndex((word) => word === '--palace' || word.startsWith('--palace='));
  const word = words[at];
  return word === '--palace' ? words[at + 1] : word?.slice('--palace='.length);
}
