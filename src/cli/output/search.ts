import type { SearchHit, SearchResult } from '../../search/types.js';
import { matchRanges } from '../../text/match-ranges.js';
import { createAnalyzer, searchable } from '../../text/tokens.js';
import { bestLines, markLine } from './marks.js';
import type { Output } from './output.js';
import { clip, oneLine, printable } from './width.js';
import { counted } from './words.js';

/** Lines of the passage shown for a hit; `palace show` has all of them. */
const LINES = 6;

/** The hits as a person reads them: what it is, where and when, and the lines that match. */
export function renderSearch(result: SearchResult, out: Output): void {
  const terms = new Set(searchable(createAnalyzer().query(result.used_query)).map(({ term }) => term));
  for (const hit of result.hits) renderHit(hit, terms, out);
  if (result.hits.length < result.total)
    out.line(out.paint.dim(`${counted(result.hits.length, 'hit')} of ${result.total}; --limit shows more`));
  if (result.hits.length === 0) out.note(`nothing found for ${JSON.stringify(result.used_query)}`);
  for (const note of result.notes) out.note(oneLine(note));
}

function renderHit(hit: SearchHit, terms: ReadonlySet<string>, out: Output): void {
  const { paint } = out;
  out.line(`${paint.bold(`${hit.rank}. ${clip(oneLine(hit.title || hit.path), out.width - 4)}`)}`);
  const facts = [
    `${hit.wing}/${hit.room}`,
    hit.hall,
    hit.date?.slice(0, 10),
    hit.by,
    hit.unsaved ? 'unsaved' : undefined,
  ];
  out.line(`   ${paint.cyan(facts.filter((fact) => fact !== undefined && fact !== null && fact !== '').join(' · '))}`);
  // `path:line` opens in an editor at the right place, so it is never cut.
  out.line(`   ${paint.dim(`${printable(hit.path)}:${hit.file_lines[0]}  ${hit.id}`)}`);
  const ranges = matchRanges(hit.text, terms);
  for (const { start, text, gap } of bestLines(hit.text, ranges, LINES)) {
    if (gap) out.line(paint.dim('     …'));
    // Long lines are left to the terminal to wrap: cutting could hide the very words that matched.
    out.line(`     ${markLine(text, start, ranges, (word) => paint.match(printable(word)), printable)}`);
  }
  if (Object.keys(hit.signals ?? {}).length > 0)
    out.line(
      paint.dim(
        `     ${Object.entries(hit.signals ?? {})
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ')}`,
      ),
    );
  out.line();
}
