import type { Message } from '../../palace/transcript-types.js';
import { withoutBlankEnds } from '../plain-transcript/turns.js';

/** One start of aider in its history file. */
export interface Run {
  /** `2026-06-09T14:01:00`, wall clock; absent for what stands before the first start. */
  started?: string;
  model?: string;
  messages: Message[];
}

const START = /^# aider chat started at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\s*$/;
/** aider ends the lines that it marks with two blanks; a heading or quote in an answer has none. */
const ASKED = /^#### (.*?) {2}$/;
const TOLD = /^> (.*?) {2}$/;
const MODEL = /^(?:Main m|M)odel: (\S+)/m;

type Kind = 'asked' | 'told' | 'answered';

/** True for a text that aider's history begins a run in. */
export function holdsRun(text: string): boolean {
  return text.split('\n').some((line) => START.test(line));
}

/** The runs of a history, in their order. `text` has LF line ends. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let lines: string[] = [];
  let started: string | undefined;
  const close = (): void => {
    const run = runOf(lines, started);
    if (started !== undefined || run.messages.length > 0) runs.push(run);
    lines = [];
  };
  for (const line of text.split('\n')) {
    const start = START.exec(line);
    if (start === null) lines.push(line);
    else {
      close();
      started = `${start[1]}T${start[2]}`;
    }
  }
  close();
  return runs;
}

function runOf(lines: readonly string[], started: string | undefined): Run {
  const blocks: { kind: Kind; lines: string[] }[] = [];
  // A blank line ends a question or notice; in an answer it is text.
  let goesOn = false;
  for (const line of lines) {
    const asked = ASKED.exec(line);
    const told = asked === null ? TOLD.exec(line) : null;
    const kind: Kind = asked !== null ? 'asked' : told !== null ? 'told' : 'answered';
    const last = blocks.at(-1);
    const text = asked?.[1] ?? told?.[1] ?? line;
    if (last?.kind === kind && (kind === 'answered' || goesOn)) last.lines.push(text);
    else if (kind !== 'answered' || line.trim() !== '' || last?.kind === 'answered')
      blocks.push({ kind, lines: [text] });
    goesOn = kind !== 'answered';
  }
  const messages = blocks.flatMap(({ kind, lines: said }): Message[] => {
    const text = kind === 'answered' ? withoutBlankEnds(said.join('\n')) : said.join('\n');
    if (text === '') return [];
    if (kind === 'told') return [{ speaker: 'system', kind: 'notice', text }];
    return [{ speaker: kind === 'asked' ? 'user' : 'assistant', kind: 'text', text }];
  });
  const model = messages
    .filter(({ kind }) => kind === 'notice')
    .map(({ text }) => MODEL.exec(text)?.[1])
    .find(Boolean);
  return { messages, ...(started !== undefined && { started }), ...(model !== undefined && { model }) };
}
