import { drawMermaid } from '../../services/timeline/draw.js';
import type { StoryResult } from '../../services/timeline/story.js';
import { nearHint } from './kg.js';
import type { Output, Renderer } from './output.js';
import { oneLine, printable } from './width.js';

export const STORY_FORMATS = ['text', 'mermaid'] as const;

/** Draws what happened: by day with the words, or as a diagram. */
export function storyRenderer(format: (typeof STORY_FORMATS)[number]): Renderer<StoryResult> {
  return (result, out) => {
    if (format === 'mermaid') {
      const moments = result.entries.map(({ date, kind, text }) => ({
        date,
        text: kind === 'ended' ? `${text} (ended)` : text,
      }));
      out.raw(drawMermaid(result.about, moments));
    } else drawText(result, out);
    for (const note of result.notes) out.note(note);
    if (result.entries.length === 0) out.note(`nothing is known of ${oneLine(result.about)}${nearHint(result.near)}`);
  };
}

function drawText({ entries }: StoryResult, out: Output): void {
  const { paint } = out;
  for (const { date, kind, text, quote, source_removed } of entries) {
    const mark = { started: paint.green('+'), ended: paint.yellow('-'), memory: paint.cyan('·') }[kind];
    out.line(
      `${(date ?? 'undated').slice(0, 10)} ${mark} ${paint.bold(oneLine(text))}${kind === 'ended' ? ' (ended)' : ''}`,
    );
    if (source_removed !== null) out.line(paint.dim(`    its memory ${source_removed} was removed`));
    if (quote === null) continue;
    for (const line of quote.text.split('\n')) if (line.trim() !== '') out.line(`    > ${printable(line)}`);
    out.line(paint.dim(`    ${quote.id}, lines ${quote.lines[0]}-${quote.lines[1]}: ${oneLine(quote.title)}`));
  }
}
