import type { Message } from '../../palace/transcript-types.js';

/** Turns of an export to markdown, by the lines that begin them. */
export interface MarkdownTurns {
  /** Speaker of the turn that begins at this line, and how many lines its heading takes; undefined for a line of a text. */
  headingAt(lines: readonly string[], at: number): { speaker: string; lines: number } | undefined;
  /** Lines at the end that the export adds after the last turn. */
  isEnd?(line: string): boolean;
}

/** The turns of an export as messages; blank lines around a text are layout. What stands before the first turn is left to the caller. */
export function turnsOf(text: string, how: MarkdownTurns): { speaker: string; text: string }[] {
  const lines = text.split('\n');
  const turns: { speaker: string; lines: string[] }[] = [];
  for (let at = 0; at < lines.length; ) {
    const heading = how.headingAt(lines, at);
    if (heading !== undefined) turns.push({ speaker: heading.speaker, lines: [] });
    else turns.at(-1)?.lines.push(lines[at] ?? '');
    at += heading?.lines ?? 1;
  }
  const last = turns.at(-1);
  if (last !== undefined && how.isEnd !== undefined) {
    last.lines = withoutBlanks(last.lines);
    if (how.isEnd(last.lines.at(-1) ?? '')) last.lines.pop();
  }
  return turns.map((turn) => ({ speaker: turn.speaker, text: withoutBlanks(turn.lines).join('\n') }));
}

function withoutBlanks(lines: readonly string[]): string[] {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.trim() === '') start++;
  while (end > start && lines[end - 1]?.trim() === '') end--;
  return lines.slice(start, end);
}

/** `---`, blank, **User** or **Cursor** alone on a line, blank. The rule or the word alone is text. */
export const CURSOR_TURNS: MarkdownTurns = {
  headingAt(lines, at) {
    if (lines[at] !== '---' || lines[at + 1] !== '') return undefined;
    const speaker = /^\*\*(User|Cursor)\*\*$/.exec(lines[at + 2] ?? '')?.[1];
    if (speaker === undefined || (lines[at + 3] ?? '') !== '') return undefined;
    return { speaker: speaker === 'User' ? 'user' : 'assistant', lines: 4 };
  },
  isEnd: (line) => line === '---',
};

/** Headings of Windsurf's Cascade; any other heading is text. */
export const CASCADE_TURNS: MarkdownTurns = {
  headingAt(lines, at) {
    const heading = /^### (User Input|Planner Response)[ \t]*$/.exec(lines[at] ?? '')?.[1];
    return heading === undefined ? undefined : { speaker: heading === 'User Input' ? 'user' : 'assistant', lines: 1 };
  },
};

/** An answer with the traces of tools in it: a paragraph that is one line in one pair of asterisks. */
export function withTraces(text: string): Pick<Message, 'kind' | 'text'>[] {
  const pieces: { kind: 'text' | 'tool_call'; lines: string[] }[] = [];
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const alone = (lines[at - 1] ?? '').trim() === '' && (lines[at + 1] ?? '').trim() === '';
    const kind = alone && /^\*(?!\*).*[^*\\]\*$/.test(line) ? 'tool_call' : 'text';
    const last = pieces.at(-1);
    if (kind === 'text' && last?.kind === 'text') last.lines.push(line);
    else pieces.push({ kind, lines: [line] });
  }
  return pieces
    .map((piece) => ({ kind: piece.kind, text: withoutBlanks(piece.lines).join('\n') }))
    .filter((piece) => piece.text !== '');
}
