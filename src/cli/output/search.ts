import { parseHeader } from '../../palace/transcript-header.js';
import type { SearchHit, SearchResult } from '../../search/types.js';
import type { SearchPrompt } from '../../services/find/prompt.js';
import { matchRanges } from '../../text/match-ranges.js';
import { createAnalyzer, searchable } from '../../text/tokens.js';
import { bestLines, lineWindow, markLine } from './marks.js';
import type { Output } from './output.js';
import { clip, oneLine, printable } from './width.js';
import { counted } from './words.js';

/** Lines of the passage shown for a hit; `palace show` has all of them. */
const LINES = 6;
/** Characters of a longer line that are shown around its first match. */
const LONGEST_LINE = 240;

/** The hits as a person reads them: what it is, where and when, and the lines that match. */
export function renderSearch(result: SearchResult, out: Output): void {
  const terms = new Set(searchable(createAnalyzer().query(result.used_query)).map(({ term }) => term));
  for (const [at, hit] of result.hits.entries()) {
    if (at > 0) out.line();
    renderHit(hit, terms, out);
  }
  if (result.hits.length > 0 && result.hits.length < result.total) out.line();
  if (result.hits.length < result.total)
    out.line(out.paint.dim(`${counted(result.hits.length, 'hit')} of ${result.total}; --limit shows more`));
  if (result.hits.length === 0) out.note(`nothing found for ${JSON.stringify(result.used_query)}`);
  for (const note of result.notes) out.note(oneLine(note));
}

/** The text to paste, and nothing else on standard output. */
export function renderPrompt({ text, notes }: SearchPrompt, out: Output): void {
  out.raw(out.terminal ? printable(text) : text);
  for (const note of notes) out.note(oneLine(note));
}

function renderHit(hit: SearchHit, terms: ReadonlySet<string>, out: Output): void {
  const { paint } = out;
  out.line(`${paint.bold(`${hit.rank}. ${clip(oneLine(hit.title || hit.path), out.width - 4)}`)}`);
  const facts = [
    `${hit.wing}/${hit.room}`,
    hit.hall,
    hit.date?.slice(0, 10),
    hit.labels.join(', '),
    hit.by,
    hit.unsaved ? 'unsaved' : undefined,
  ];
  out.line(`   ${paint.cyan(facts.filter((fact) => fact !== undefined && fact !== null && fact !== '').join(' · '))}`);
  const ranges = matchRanges(hit.text, terms);
  const [from] = hit.lines;
  const focus = hit.focus === null ? undefined : ([hit.focus[0] - from, hit.focus[1] - from] as const);
  const lines = bestLines(hit.text, ranges, LINES, focus);
  // `path:line` opens in an editor at the first line shown, so it is never cut.
  const line = hit.file_lines[0] + (lines[0]?.number ?? 0);
  out.line(`   ${paint.dim(`${printable(hit.path)}:${line}  ${hit.id}`)}`);
  for (const shown of lines) {
    if (shown.gap) out.line(paint.dim('     …'));
    const said = spokenBy(shown.text);
    if (said !== undefined) {
      out.line(paint.dim(`     ${printable(said)}:`));
      continue;
    }
    const { start, text, cutBefore, cutAfter } = lineWindow(shown, ranges, LONGEST_LINE);
    const drawn = markLine(text, start, ranges, (word) => paint.match(printable(word)), printable);
    out.line(`     ${cutBefore ? '… ' : ''}${drawn}${cutAfter ? ' …' : ''}`);
  }
  if (Object.keys(hit.signals ?? {}).length > 0)
    out.line(
      paint.dim(
        `     ${Object.entries(hit.signals ?? {})
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ')}`,
      ),
    );
}

/** Who said it and when, of a message's header line; undefined for any other line (a bare `### [x]` may be a heading). */
function spokenBy(line: string): string | undefined {
  const header = parseHeader(line);
  if (header === undefined || (header.time === undefined && header.id === undefined)) return undefined;
  const { speaker, time, kind, attributes } = header;
  const what = kind === 'text' ? undefined : [kind.replace('_', ' '), attributes?.name].filter(Boolean).join(' ');
  const when = time?.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2');
  return [speaker, when, what].filter((part) => part !== undefined && part !== '').join(' · ');
}
