import { HEADER_START, type MessageHeader, parseHeader, renderHeader } from './transcript-header.js';
import { MessageScan } from './transcript-scan.js';
import type { Message, PlacedMessage } from './transcript-types.js';
import { wellFormed } from './unicode.js';

const LF = 0x0a;
const CR = 0x0d;
/** Characters that are turned into bytes at a time: longer strings get pages of their own, which costs more than the rest. */
const PIECE = 48 * 1024;
/** Bytes that a header may take up; room that is not needed is never touched and costs no memory. */
const ROOM = 200;

/** A conversation as a `transcript/1` body (docs/format.md); {@link parseTranscript} gives back the same messages, exactly. */
export function renderTranscript(messages: readonly Message[]): Buffer {
  let bytes = Buffer.allocUnsafeSlow(messages.reduce((sum, { text }) => sum + Buffer.byteLength(text) + ROOM, ROOM));
  let length = 0;
  let piece = '';
  const write = (): void => {
    const most = piece.length * 3;
    if (length + most > bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], 2 * bytes.length + most);
    length += bytes.write(piece, length);
    piece = '';
  };
  for (const message of messages) {
    piece += renderMessage(message);
    if (piece.length >= PIECE) write();
  }
  write();
  return bytes.subarray(0, length);
}

/** One block: header line, text, blank line. Lone surrogates become U+FFFD. */
export function renderMessage(message: Message): string {
  // Not the flag `m`: it would see lines after CR, U+2028 and U+2029 too.
  const whole = wellFormed(message.text);
  const text = whole.includes(HEADER_START) ? whole.replace(/(^|\n)(\\*### \[)/g, '$1\\$2') : whole;
  return `${renderHeader(message)}\n${text}\n\n`;
}

/**
 * The messages of a `transcript/1` body with their lines. Bodies that a person has edited are read as far as they make sense:
 * text before the first header is a `notice` of speaker '', a line that only looks like a header is text, missing blank lines
 * and CRLF around blocks are accepted, bytes that are not UTF-8 show as U+FFFD. Never throws.
 */
export function parseTranscript(body: Buffer): PlacedMessage[] {
  const messages: PlacedMessage[] = [];
  const blocks = [...blocksOf(body)];
  const first = blocks[0]?.start ?? body.length;
  let line = 1;
  if (first > 0) {
    const preface = place({ speaker: '', kind: 'notice' }, body.subarray(0, first), false, line);
    if (preface.text.trim() !== '') messages.push({ ...preface, firstLine: line });
    line += count(body, 0, first);
  }
  blocks.forEach((block, index) => {
    const end = blocks[index + 1]?.start ?? body.length;
    const content = body.subarray(block.textStart, end);
    messages.push({ ...place(block.header, content, block.crlf, line + 1), firstLine: line });
    line += 1 + count(body, block.textStart, end);
  });
  return messages;
}

/** Offsets at which messages begin, ascending: the places where a transcript may be cut. */
export function messageStarts(body: Buffer): number[] {
  const starts: number[] = [];
  for (const scan = new MessageScan(body); scan.next(); ) starts.push(scan.start);
  return starts;
}

/** Where the second message begins, or text before a message ends; the length of a body that is one message. */
export function firstMessageEnd(body: Buffer): number {
  for (const scan = new MessageScan(body); scan.next(); ) if (scan.start > 0) return scan.start;
  return body.length;
}

/** Where messages stand: what {@link parseTranscript} says of lines and times, without their texts. */
export function messageMarks(body: Buffer): { line: number; time?: string }[] {
  const marks: { line: number; time?: string }[] = [];
  let counted = 0;
  let line = 1;
  for (const scan = new MessageScan(body); scan.next(); ) {
    const { start } = scan;
    if (marks.length === 0 && start > 0 && body.toString('utf8', 0, start).trim() !== '') marks.push({ line });
    line += count(body, counted, start);
    counted = start;
    const time = scan.time();
    marks.push(time === undefined ? { line } : { line, time });
  }
  if (marks.length === 0 && body.length > 0 && body.toString('utf8').trim() !== '') marks.push({ line });
  return marks;
}

interface Block {
  start: number;
  header: MessageHeader;
  textStart: number;
  /** The header line ends with CR LF: somebody's editor converted the whole file. */
  crlf: boolean;
}

function* blocksOf(body: Buffer): Generator<Block> {
  for (const scan = new MessageScan(body); scan.next(); ) {
    const { start, lineEnd } = scan;
    const crlf = lineEnd < body.length && body[lineEnd - 1] === CR;
    const header = parseHeader(body.toString('utf8', start, crlf ? lineEnd - 1 : lineEnd));
    if (header) yield { start, header, textStart: Math.min(lineEnd + 1, body.length), crlf };
  }
}

function place(
  header: MessageHeader,
  content: Buffer,
  crlf: boolean,
  textLine: number,
): Omit<PlacedMessage, 'firstLine'> {
  const kept = withoutSeparator(content, crlf);
  const raw = kept.toString('utf8');
  const text = raw.includes(`\\${HEADER_START}`) ? raw.replace(/(^|\n)\\(\\*### \[)/g, '$1$2') : raw;
  return { ...header, text, textLine, lastLine: textLine + count(content, 0, kept.length) };
}

/** The two newlines that end a block, or as many of them as a hand edit has left. */
function withoutSeparator(content: Buffer, crlf: boolean): Buffer {
  let end = content.length;
  for (let removed = 0; removed < 2 && content[end - 1] === LF; removed++) {
    if (crlf && content[end - 2] === CR) end -= 2;
    else end -= 1;
  }
  return content.subarray(0, end);
}

function count(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, from); at !== -1 && at < to; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
