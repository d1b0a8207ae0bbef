/** Marks of terminal text. Each is the identity where colour is off. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  underline(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
  /** A matched word. */
  match(text: string): string;
  readonly on: boolean;
}

const ESC = '\u001b[';

function wrap(open: number, close: number): (text: string) => string {
  // Each line is closed and opened again: a pager that shows one line shows it right.
  return (text) =>
    text
      .split('\n')
      .map((line) => (line === '' ? '' : `${ESC}${open}m${line}${ESC}${close}m`))
      .join('\n');
}

const plain = (text: string): string => text;

export function paint(on: boolean): Paint {
  if (!on)
    return {
      on,
      bold: plain,
      dim: plain,
      underline: plain,
      red: plain,
      green: plain,
      yellow: plain,
      blue: plain,
      cyan: plain,
      match: plain,
    };
  const bold = wrap(1, 22);
  const underline = wrap(4, 24);
  return {
    on,
    bold,
    underline,
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    blue: wrap(34, 39),
    cyan: wrap(36, 39),
    match: (text) => bold(underline(text)),
  };
}

/**
 * Whether a stream gets colours. `--no-color` and `NO_COLOR` win, then `FORCE_COLOR`; else only a terminal that is not
 * `TERM=dumb` and not a CI log.
 */
export function wantsColour(
  stream: { isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  noColour: boolean,
): boolean {
  if (noColour || (env.NO_COLOR !== undefined && env.NO_COLOR !== '')) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb' && !isCi(env);
}

/** A build log, not a person: no colours of our own accord and no progress line. */
export function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.CI !== undefined && env.CI !== '' && env.CI !== '0' && env.CI !== 'false';
}
