import { contentDate } from '../../text/dates.js';
import { decodeText } from '../../text/encoding.js';
import { readCandidate } from '../candidate.js';
import { isNoteName, isProseName } from '../file-lists.js';
import { SkipSource } from '../skip.js';
import type { Candidate, ReadOptions, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf, unitPath } from '../unit-path.js';

/** The whole file as one unit with an exact body. @throws SkipSource `binary`, `empty`, and what reading a file can meet. */
export async function* readTextFile(
  kind: 'file' | 'note',
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
): AsyncIterable<SourceUnit> {
  const text = await readText(candidate, options.maxBytes);
  const beginning = text.body.toString('utf8', 0, BEGINNING);
  const unit: SourceUnit = {
    kind,
    source: sourceOf(root, candidate.relative),
    title: titleOf(kind, candidate.relative, unitPath(root, candidate.relative), beginning),
    body: text.body,
    routePath: candidate.relative,
    notKept: [],
    ...dateOf(candidate, root, options, beginning),
  };
  if (text.encoding !== undefined) unit.encoding = text.encoding;
  if (text.replaced > 0) unit.notKept.push({ what: 'invalid bytes', count: text.replaced, bytes: text.replaced });
  yield unit;
}

/** Characters in which a title and a date are looked for. Bytes. */
const BEGINNING = 32 * 1024;

/** Bytes of a text file as UTF-8. @throws SkipSource for a binary or blank file. */
export async function readText(
  candidate: Candidate,
  maxBytes: number,
): Promise<{ body: Buffer; encoding?: string; replaced: number }> {
  const bytes = await readCandidate(candidate, maxBytes);
  if (bytes.length === 0) throw new SkipSource('empty', 'it has no bytes');
  const decoded = await decodeText(bytes);
  if ('binary' in decoded) throw new SkipSource('binary', decoded.binary);
  if (isBlank(decoded.utf8)) throw new SkipSource('empty', 'it has nothing but white space');
  return { body: decoded.utf8, encoding: decoded.encoding, replaced: decoded.replaced ?? 0 };
}

function isBlank(body: Buffer): boolean {
  // Nearly every file shows a letter in its first bytes; only a blank beginning is worth reading on.
  if (/\S/.test(body.toString('utf8', 0, 256).replace(/^\ufeff/, ''))) return false;
  return !/\S/.test(body.toString('utf8').replace(/^\ufeff/, ''));
}

function titleOf(kind: 'file' | 'note', relative: string, path: string, beginning: string): string {
  const heading = isNoteName(relative) || /\.mdx$/i.test(relative) ? firstHeading(beginning) : undefined;
  if (heading !== undefined) return heading;
  if (kind === 'file') return path;
  const base = relative.slice(relative.lastIndexOf('/') + 1);
  return isNoteName(base) ? base.replace(/\.[^.]+$/, '') : base;
}

/** Text of the first top-level markdown heading outside front-matter and code fences; undefined when there is none. */
export function firstHeading(text: string): string | undefined {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  let start = 0;
  if (lines[0] === '---') start = Math.max(0, lines.indexOf('---', 1) + 1);
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (index < start) continue;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      continue;
    }
    if (fence !== undefined) continue;
    const heading = /^# +(.+?)(?: +#+)? *$/.exec(line)?.[1]?.trim();
    if (heading !== undefined && heading !== '') return heading.slice(0, 200);
  }
  return undefined;
}

function dateOf(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  beginning: string,
): Pick<SourceUnit, 'date' | 'dateFrom'> {
  const said = contentDate(candidate.relative, beginning, { lines: isProseName(candidate.relative) });
  if (said !== undefined) return { date: said, dateFrom: 'content' };
  const commit = options.dates?.get(unitPath(root, candidate.relative));
  if (commit !== undefined) return { date: commit, dateFrom: 'commit' };
  // A checkout sets all file times to now: in a git project they would differ from clone to clone.
  if (root.isGit) return {};
  return { date: candidate.modified.toISOString().slice(0, 10), dateFrom: 'modified' };
}
