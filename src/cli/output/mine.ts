import type { MineResult, SkippedFile } from '../../services/mine/types.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { bytes, counted, grouped, seconds, shortCommit, tally } from './words.js';

/** Names given of a long list; `--json` has all. */
const EXAMPLES = 3;

/** The report of `mine`: what was filed, what was left out and why, what needs a person. */
export function renderMine(result: MineResult, out: Output): void {
  const { paint } = out;
  if (result.dry_run) out.line(paint.yellow('dry run: nothing is written; this is what would be done'));
  const { unchanged, ...happened } = result.drawers;
  const place = result.wing ?? (result.wings.length === 0 ? 'nothing' : `${result.wings.length} wings`);
  const before = unchanged === 0 ? '' : paint.dim(` (${grouped(unchanged)} unchanged)`);
  const what = Object.values(happened).every((count) => count === 0) ? 'nothing new' : tally(happened);
  out.line(`${paint.bold(oneLine(place))}: ${what}${before}`);
  if (result.wing === null && result.wings.length > 0) out.line(`  wings: ${result.wings.join(', ')}`);
  out.line(`  read ${counted(result.sources.read, 'source')} in ${seconds(result.took_ms)}${passages(result)}`);
  for (const line of skippedLines(result.skipped)) out.line(`  ${line}`);
  for (const { what: kind, count, bytes: size } of result.not_kept)
    out.line(`  not kept: ${grouped(count)} ${kind}${size > 0 ? ` (${bytes(size)})` : ''}`);
  if (result.dry_run) for (const line of planned(result)) out.line(`  ${line}`);
  if (result.commits.length > 0) out.line(paint.dim(`  ${commits(result.commits)}`));
  for (const { path, message } of result.conflicts)
    out.line(paint.yellow(`  needs you: ${oneLine(path)}: ${oneLine(message)}`));
  for (const { path, line, rule, message } of result.secrets)
    out.note(`a secret may stand in ${oneLine(path)}:${line} (${rule}): ${oneLine(message)}`);
  for (const note of result.notes) out.note(oneLine(note));
}

function passages(result: MineResult): string {
  return result.passages === 0 ? '' : `, ${counted(result.passages, 'passage')} to search`;
}

/** One line a reason, most frequent first, with the first few paths. */
export function skippedLines(skipped: readonly SkippedFile[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, reason } of skipped) {
    const paths = byReason.get(reason);
    if (paths === undefined) byReason.set(reason, [path]);
    else paths.push(path);
  }
  const sorted = [...byReason].sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1));
  return sorted.map(([reason, paths]) => {
    const shown = paths.slice(0, EXAMPLES).map(oneLine).join(', ');
    const more = paths.length > EXAMPLES ? ', …' : '';
    return `skipped: ${grouped(paths.length)} ${reason} (${shown}${more})`;
  });
}

function planned(result: MineResult): string[] {
  const most = 10;
  const lines = result.files
    .slice(0, most)
    .map(({ path, adapter, ids }) => `${oneLine(path)}: ${counted(ids.length, 'drawer')} (${adapter})`);
  if (result.files.length > most)
    lines.push(`and ${counted(result.files.length - most, 'more source')}; --json names all`);
  return lines;
}

function commits(ids: readonly string[]): string {
  const [first = '', ...rest] = ids.map(shortCommit);
  return rest.length === 0 ? `commit ${first}` : `${counted(ids.length, 'commit')}: ${first} … ${rest.at(-1) ?? ''}`;
}
