import type { DrawerCounts, MineResult, SkippedFile } from '../../services/mine/types.js';
import { noteManyContradictions } from './check.js';
import type { Output } from './output.js';
import { vectorLines } from './vectors.js';
import { oneLine } from './width.js';
import { bytes, counted, grouped, seconds, shortCommit, tally } from './words.js';

/** Names given of a long list; `--json` has all. */
const EXAMPLES = 3;

/** The report of `mine`: what was filed, what was left out and why, what needs a person. */
export function renderMine(result: MineResult, out: Output): void {
  const { paint } = out;
  if (result.dry_run) out.line(paint.yellow('dry run: nothing is written; this is what would be done'));
  const { unchanged, ...happened } = result.drawers;
  const place = result.wing ?? (result.wings.length === 0 ? 'no wing' : counted(result.wings.length, 'wing'));
  const before = unchanged === 0 ? '' : paint.dim(` (${grouped(unchanged)} unchanged)`);
  const what = Object.values(happened).every((count) => count === 0) ? 'nothing new' : tally(happened);
  out.line(`${paint.bold(oneLine(place))}: ${what}${before}`);
  if (result.wing === null && result.wings.length > 0) out.line(`  wings: ${result.wings.join(', ')}`);
  out.line(`  read ${counted(result.sources.read, 'source')} in ${seconds(result.took_ms)}${passages(result)}`);
  if (result.labels !== null) out.line(`  ${about(result.labels)}`);
  for (const { adapter, version, drawers } of result.learned)
    out.line(
      `  brought up to date: ${counted(drawers, 'memory', 'memories')}, ${adapter} reads more since version ${version}`,
    );
  for (const line of skippedLines(result.skipped)) out.line(`  ${line}`);
  for (const { what: kind, count, bytes: size } of result.not_kept)
    out.line(`  not kept: ${counted(count, singular(kind), kind)}${size > 0 ? ` (${bytes(size)})` : ''}`);
  if (result.dry_run) for (const line of planned(result)) out.line(`  ${line}`);
  if (result.vectors !== null) vectorLines(result.vectors, out);
  if (result.commits.length > 0) out.line(paint.dim(`  ${commits(result.commits)}`));
  for (const { path, message } of result.conflicts)
    out.line(paint.yellow(`  needs you: ${oneLine(path)}: ${oneLine(message)}`));
  if (result.contradictions !== null) noteManyContradictions(result.contradictions, out);
  for (const note of result.notes) out.note(oneLine(note));
}

/** The last line of `--watch`. */
export function watchSummary(mines: readonly DrawerCounts[]): string {
  const sum = { added: 0, changed: 0, moved: 0, removed: 0, merged: 0 };
  for (const drawers of mines) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += drawers[key];
  const what = Object.values(sum).every((count) => count === 0) ? 'nothing new' : tally(sum);
  return `stopped watching after ${counted(mines.length, 'mine')}: ${what}`;
}

/** The kinds of what is not kept are named in the plural: `damaged lines`, `system-reminder blocks`. */
export function singular(kind: string): string {
  const { head = kind, rest = '' } =
    /^(?<head>.+?)(?<rest> (?:and|beside|by|for|in|made|of|that|without|\().*)?$/.exec(kind)?.groups ?? {};
  if (/^ (?:and|that are) /.test(rest)) return kind;
  return (
    head
      .replace(/copies$/, 'copy')
      .replace(/sses$/, 'ss')
      .replace(/(?<!s)s$/, '') + rest
  );
}

function passages(result: MineResult): string {
  return result.passages === 0 ? '' : `, ${counted(result.passages, 'passage')} to search`;
}

/** `about: 3 decisions, 1 problem`. */
function about(labels: Readonly<Record<string, number>>): string {
  const counts = Object.entries(labels).flatMap(([label, count]) => (count === 0 ? [] : [counted(count, label)]));
  return counts.length === 0
    ? 'about: no passage is a decision, preference, milestone, problem or emotion'
    : `about: ${counts.join(', ')} (palace search QUERY --label decision)`;
}

/** What a reason means, for people; a reason that is not here is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  binary: 'binary',
  bookkeeping: 'no conversation in it',
  damaged: 'damaged',
  empty: 'empty',
  encrypted: 'protected by a password',
  extension: 'no text format that is read',
  ignored: 'ignored by git',
  'lock-file': 'written by a package manager',
  'name-not-utf8': 'the name is not UTF-8',
  'nested-palace': 'a palace of its own',
  'nested-repository': 'a repository of its own',
  'missing-package': 'reading them needs a package: npm install -g unpdf@1.4.0',
  'no-adapter': 'nothing reads it',
  'not-a-regular-file': 'no regular file',
  'part-of': 'read together with another file',
  'same-source': 'the same source as another file',
  'secret-in-name': 'with a secret in the name',
  'secrets-file': 'meant for secrets',
  'skip-list': 'tools, caches or build results',
  'sub-agent': 'transcripts of sub-agents',
  symlink: 'symbolic links',
  'too-large': 'too large (palace config set mine.max_source)',
  unreadable: 'unreadable',
  'unsafe-archive': 'unsafe in an archive',
  vanished: 'gone while it was read',
};

/** One line a reason, most frequent first, with the first few paths. */
export function skippedLines(skipped: readonly SkippedFile[]): string[] {
  const byReason = new Map<string, { count: number; paths: string[] }>();
  for (const { path, reason, count = 1 } of skipped) {
    const entry = byReason.get(reason) ?? { count: 0, paths: [] };
    entry.count += count;
    entry.paths.push(path);
    byReason.set(reason, entry);
  }
  const sorted = [...byReason].sort(([a, left], [b, right]) => right.count - left.count || (a < b ? -1 : 1));
  return sorted.map(([reason, { count, paths }]) => {
    const shown = paths.slice(0, EXAMPLES).map(oneLine).join(', ');
    const more = paths.length > EXAMPLES ? ', …' : '';
    return `skipped ${grouped(count)}, ${REASONS[reason] ?? reason}: ${shown}${more}`;
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
