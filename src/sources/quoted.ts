import type { Message } from '../palace/transcript-types.js';
import { Fences } from './fences.js';

/** Lines that begin with `>` a text needs to be taken for a transcript (behaviour reference 10.2). */
const MARKS = 3;

/** A line of a text with its end (`\n`, `\r\n`, or none for the last). */
const LINE = /[^\n]*\n|[^\n]+$/g;
const MARK = /^[ \t]{0,3}>/;
/** Obsidian and GitHub write boxes as quotes: `> [!note]`. */
const CALLOUT = /^[ \t]{0,3}>[ \t]*\[![\w-]+\]/;

/**
 * True for a transcript of `> question` and answer: at least three marked lines that stand in two blocks or more, or that
 * the text begins with. Boxes, and marks inside code fences of an answer, do not count.
 */
export function isQuotedTranscript(text: string): boolean {
  const blocks = blocksOf(text).filter((block) => block.marked && !CALLOUT.test(block.lines[0] ?? ''));
  const marks = blocks.reduce((sum, block) => sum + block.lines.length, 0);
  if (marks < MARKS) return false;
  return blocks.length > 1 || MARK.test(text.replace(/^\ufeff?\s*/, ''));
}

/**
 * The messages of such a transcript. Marked lines in a row are one message of the user, whole, without their `> ` (or `>`);
 * what follows up to the next mark is the answer. Text before the first mark is a message of speaker `preamble`. Not in a message:
 * the marks, the line end that closes a block, one blank line on either side of an answer, blocks of blank lines only, a BOM.
 */
export function quotedMessages(text: string): Message[] {
  const blocks = blocksOf(text.replace(/^\ufeff/, ''));
  return blocks.flatMap((block, index): Message[] => {
    if (block.marked) {
      const said = block.lines.map((line) => line.replace(/^[ \t]{0,3}> ?/, '')).join('');
      return [{ speaker: 'user', kind: 'text', text: withoutLastEnd(said) }];
    }
    const lines = [...block.lines];
    if (index > 0 && isBlank(lines[0])) lines.shift();
    if (index < blocks.length - 1 && isBlank(lines.at(-1))) lines.pop();
    if (lines.every(isBlank)) return [];
    return [{ speaker: index === 0 ? 'preamble' : 'assistant', kind: 'text', text: withoutLastEnd(lines.join('')) }];
  });
}

interface Block {
  marked: boolean;
  lines: string[];
}

function blocksOf(text: string): Block[] {
  const lines = text.match(LINE) ?? [];
  const blocks: Block[] = [];
  const fences = new Fences(lines);
  for (const [index, line] of lines.entries()) {
    const marked = !fences.holds(index) && MARK.test(line);
    const last = blocks.at(-1);
    if (last?.marked === marked) last.lines.push(line);
    else blocks.push({ marked, lines: [line] });
  }
  return blocks;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function withoutLastEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
