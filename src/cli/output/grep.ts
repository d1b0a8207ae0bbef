import type { GrepMatch, GrepResult } from '../../history/grep.js';
import { localTime } from './changes.js';
import type { Output } from './output.js';
import { oneLine, printable } from './width.js';
import { grouped, shortCommit } from './words.js';

/** Characters shown around the first match of a very long line. */
const AROUND = 200;

/** On a terminal the matches of a memory below its title; in a pipe one line each, `path:line:text`, as grep prints. */
export function renderGrep(result: GrepResult, out: Output): void {
  let above: string | undefined;
  for (const match of result.matches) {
    const line = marked(match, out);
    const when =
      match.commit === undefined ? '' : `${shortCommit(match.commit)} ${match.stands === true ? '' : 'gone '}`;
    if (!out.terminal) {
      out.line(`${when === '' ? '' : `${when.trimEnd()} `}${oneLine(match.path)}:${match.line}:${line}`);
      continue;
    }
    const heading = `${match.path} ${match.commit ?? ''}`;
    if (heading !== above) {
      const who = match.who ? `  ${localTime(match.who.date)}  ${oneLine(match.who.by ?? match.who.author)}` : '';
      out.line(`${out.paint.bold(oneLine(match.title))}  ${out.paint.dim(`${when}${oneLine(match.path)}${who}`)}`);
    }
    above = heading;
    out.line(`  ${out.paint.green(String(match.line))}: ${line}`);
  }
  if (result.total === 0) out.note('no line matches');
  else if (result.matches.length < result.total)
    out.note(`${grouped(result.matches.length)} of ${grouped(result.total)} lines; more with --limit`);
}

function marked({ text, ranges }: GrepMatch, { paint }: Output): string {
  const [first] = ranges;
  if (text.length > 4 * AROUND && first) {
    const from = Math.max(0, first[0] - AROUND);
    const to = Math.min(text.length, first[1] + AROUND);
    return `${from > 0 ? '…' : ''}${printable(text.slice(from, to))}${to < text.length ? '…' : ''}`;
  }
  let line = '';
  let at = 0;
  for (const [from, to] of ranges) {
    line +=
      printable(text.slice(at, from)) + (from < to ? paint.match(paint.red(printable(text.slice(from, to)))) : '');
    at = to;
  }
  return line + printable(text.slice(at));
}
