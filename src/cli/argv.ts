import { SHARED_FLAGS } from './flags.js';

/**
 * `palace --palace X search foo` is written by people who come from other programs (and from the original): shared flags
 * in front of the command are moved behind it, before a `--`. Everything else keeps its order.
 */
export function arrangeArgv(argv: readonly string[]): string[] {
  const leading: string[] = [];
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? '';
    const [name = '', value] = splitFlag(word);
    const flag = Object.entries(SHARED_FLAGS).find(([key]) => key === name)?.[1];
    if (flag === undefined) break;
    leading.push(word);
    if (flag.type === 'option' && value === undefined && at + 1 < argv.length) leading.push(argv[++at] ?? '');
  }
  const rest = argv.slice(at);
  if (leading.length === 0 || rest.length === 0) return [...argv];
  const end = rest.indexOf('--');
  return end === -1 ? [...rest, ...leading] : [...rest.slice(0, end), ...leading, ...rest.slice(end)];
}

/** `--name=value` → name, value; anything that is no long flag → ''. */
function splitFlag(word: string): [name: string, value?: string] {
  if (!word.startsWith('--') || word === '--') return [''];
  const equals = word.indexOf('=');
  return equals === -1 ? [word.slice(2)] : [word.slice(2, equals), word.slice(equals + 1)];
}
