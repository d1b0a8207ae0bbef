import { quotedTranscript, type ShownMessage } from '../../services/show/conversation.js';
import type { ShowResult } from '../../services/show/show.js';
import type { Output } from './output.js';
import { oneLine, printable } from './width.js';
import { shortCommit } from './words.js';

/** Keys of the front-matter that people look for, in this order. */
const SHOWN_KEYS = ['date', 'source', 'part', 'hall', 'importance', 'tags', 'entities', 'by', 'filed'] as const;

/** The drawer with a head that says what it is; the words as they are, but for control characters. */
export function renderShow(result: ShowResult, out: Output): void {
  head(result, out);
  out.raw(endWithNewline(printable(result.body)));
}

/** The view of a conversation with `> ` before what the user said. */
export function renderTranscriptView(result: ShowResult, out: Output): void {
  head(result, out);
  out.raw(endWithNewline(printable(quotedTranscript(result.messages ?? []))));
}

/** Every message with its speaker and time. */
export function renderMessages(result: ShowResult, out: Output): void {
  head(result, out);
  for (const message of result.messages ?? []) {
    out.line(messageHead(message, out));
    out.raw(endWithNewline(printable(message.text)));
    out.line();
  }
}

function messageHead({ speaker, kind, timestamp, attributes }: ShownMessage, { paint }: Output): string {
  const name = attributes?.name === undefined ? '' : ` ${oneLine(attributes.name)}`;
  const what = kind === 'text' ? '' : ` (${kind.replace('_', ' ')}${name})`;
  return `${paint.bold(oneLine(speaker))}${what}${timestamp === null ? '' : `  ${paint.dim(timestamp)}`}`;
}

function head(result: ShowResult, out: Output): void {
  const { paint } = out;
  out.line(paint.bold(oneLine(result.title)));
  out.line(paint.dim(`${result.wing}/${result.room}  ${result.id}  ${oneLine(result.path)}`));
  const facts = SHOWN_KEYS.flatMap((key) => {
    const value = result[key];
    if (value === undefined || value === null) return [];
    return [`${key}: ${oneLine(Array.isArray(value) ? value.join(', ') : String(value))}`];
  });
  if (result.edited === true) facts.push('edited since it was filed');
  if (result.at !== null) facts.push(`as of ${shortCommit(result.at)}`);
  if (facts.length > 0) out.line(paint.dim(facts.join('  ')));
  if (result.problem) out.note(oneLine(`${result.path}:${result.problem.line}: ${result.problem.message}`));
  if (result.body_base64 !== undefined) out.note('some bytes are not UTF-8; --raw gives them exactly');
  out.line();
}

function endWithNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
