import type { PlacedMessage } from '../palace/transcript-types.js';
import type { DrawerFile, FrontMatter } from '../palace/types.js';
import type { Labeller } from '../text/labels.js';
import { countPassages as countCuts, cutPassages, type TextPassage } from '../text/passages.js';
import { FIELD_COUNT } from './postings.js';
import { isProse } from './prose.js';

/** Larger files are listed and found by their title, but their text is not cut into passages. */
export const LARGEST_INDEXED = 8 * 1024 * 1024;
/** Longest piece of a title, tags and source path that is ranked. */
const LONGEST_LABEL = 1_000;

/** What the index keeps of a drawer's file, all of it a function of the bytes alone. */
export interface DrawerMeta {
  front: FrontMatter;
  /** From the front-matter, else the first heading of the body, else ''. */
  title: string;
  bodyLine: number;
  /** Why the file could not be read as a drawer, or why its text is not indexed. */
  problem?: { line: number; message: string };
}

/** A passage as it is ranked: texts of the fields in the order of `FIELDS`. */
export interface PassageDocument {
  firstLine: number;
  lastLine: number;
  time?: string;
  /** What it is about, as bits of `labelBits`. */
  labels: number;
  fields: readonly string[];
}

export interface DrawerDocument {
  meta: DrawerMeta;
  passages: PassageDocument[];
}

/** Reads drawers for the index. The codec, the transcript grammar and the rules of labels are loaded once, when the first reader is made. */
export interface DocumentReader {
  document(bytes: Buffer): DrawerDocument;
  /** For each passage of a body that is about to be filed: what it is about, as bits of `labelBits`. */
  labels(body: Buffer, front: Pick<FrontMatter, 'body' | 'source'>): number[];
  /** What stands for a file that is too large to read. */
  tooLarge(size: number): DrawerDocument;
}

export async function createDocumentReader(): Promise<DocumentReader> {
  const [{ parseDrawer }, { parseTranscript }, { Labeller }] = await Promise.all([
    import('../palace/codec.js'),
    import('../palace/transcript.js'),
    import('../text/labels.js'),
  ]);
  const tools = { parseTranscript, labeller: new Labeller() };
  return {
    document: (bytes) =>
      bytes.length > LARGEST_INDEXED ? tooLarge(bytes.length) : documentOf(parseDrawer(bytes), tools),
    labels: (body, front) => documentOf({ front, body, bodyLine: 2 }, tools).passages.map(({ labels }) => labels),
    tooLarge,
  };
}

/** Passages of a body; `format` is the drawer's `body` key. */
export async function passagesOfBody(body: Buffer, format: string | undefined): Promise<TextPassage[]> {
  if (format !== 'transcript/1') return cutPassages(body);
  const { messageMarks } = await import('../palace/transcript.js');
  return cutPassages(body, messageMarks(body));
}

/**
 * How many passages {@link passagesOfBody} gives.
 * @param messages Where the messages of a transcript begin (`messageStarts`, `CutPart.messages`); absent for any other text.
 */
export function countPassages(body: Buffer, messages?: readonly number[]): number {
  if (messages === undefined || messages[0] === 0) return countCuts(body, messages ?? []);
  const before = messages[0] ?? body.length;
  // Text before the first message is one, unless it is blank.
  const isMore = before > 0 && body.toString('utf8', 0, before).trim() !== '';
  return countCuts(body, isMore ? [0, ...messages] : messages);
}

/** The bytes that follow `bodyLine - 1` newlines. */
export function bodyFrom(bytes: Buffer, bodyLine: number): Buffer {
  let at = 0;
  for (let line = 1; line < bodyLine; line++) {
    const newline = bytes.indexOf(0x0a, at);
    if (newline === -1) return bytes.subarray(bytes.length);
    at = newline + 1;
  }
  return bytes.subarray(at);
}

interface Tools {
  parseTranscript(body: Buffer): PlacedMessage[];
  labeller: Labeller;
}

function documentOf(drawer: DrawerFile, { parseTranscript, labeller }: Tools): DrawerDocument {
  const meta: DrawerMeta = { front: drawer.front, title: titleOf(drawer), bodyLine: drawer.bodyLine };
  if (drawer.problem) meta.problem = drawer.problem;
  // A memory that was filed may hold any bytes; a file without front-matter and with NULs is a picture in the wrong place.
  if (drawer.bodyLine === 1 && drawer.body.subarray(0, 8_000).includes(0)) {
    meta.problem = { line: 1, message: 'looks like a binary file: its content is not searched' };
    return { meta, passages: [emptyPassage(meta)] };
  }
  const messages = drawer.front.body === 'transcript/1' ? parseTranscript(drawer.body) : [];
  const label = labelOf(meta);
  const prose = messages.length > 0 || isProse(drawer.front);
  return {
    meta,
    passages: cutPassages(drawer.body, marksOf(messages)).map((passage) => ({
      firstLine: passage.firstLine,
      lastLine: passage.lastLine,
      ...(passage.time === undefined ? {} : { time: passage.time }),
      ...(messages.length === 0
        ? { labels: prose ? labeller.bits(passage.text) : 0, fields: [passage.text, label, ''] }
        : spoken(passage, label, messages, labeller)),
    })),
  };
}

function tooLarge(size: number): DrawerDocument {
  const megabytes = Math.round(size / 1024 / 1024);
  const meta: DrawerMeta = {
    front: {},
    title: '',
    bodyLine: 1,
    problem: { line: 1, message: `${megabytes} MiB, more than 8 MiB: its content is not searched` },
  };
  return { meta, passages: [emptyPassage(meta)] };
}

function emptyPassage(meta: DrawerMeta): PassageDocument {
  return { firstLine: 1, lastLine: 1, labels: 0, fields: [meta.title, ...new Array<string>(FIELD_COUNT - 1).fill('')] };
}

function titleOf(drawer: DrawerFile): string {
  if (drawer.front.title !== undefined) return drawer.front.title;
  if (drawer.problem || drawer.front.body !== undefined) return '';
  const head = drawer.body.toString('utf8', 0, Math.min(drawer.body.length, 4_000));
  return /^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*\r?$/m.exec(head)?.[1]?.slice(0, 200) ?? '';
}

/** Title, tags, entities and the path within the source: what a person would call the drawer. */
function labelOf(meta: DrawerMeta): string {
  const { source, tags = [], entities = [] } = meta.front;
  const inSource = source?.includes('#') ? source.slice(source.indexOf('#') + 1) : '';
  const parts = [meta.title, ...tags, ...entities];
  if (inSource !== '' && inSource !== meta.title) parts.push(inSource);
  return parts.join('\n').slice(0, LONGEST_LABEL);
}

function marksOf(messages: readonly PlacedMessage[]): { line: number; time?: string }[] {
  return messages.map(({ firstLine, time }) => (time === undefined ? { line: firstLine } : { line: firstLine, time }));
}

/** Header lines (ids, times) are not words that anybody said: speakers and tool names go to a field of their own. */
function spoken(
  passage: TextPassage,
  label: string,
  messages: readonly PlacedMessage[],
  labeller: Labeller,
): Pick<PassageDocument, 'labels' | 'fields'> {
  const within = messages.slice(
    lastStartingBy(messages, passage.firstLine),
    lastStartingBy(messages, passage.lastLine) + 1,
  );
  // Text before the first message has no header line.
  const headers = new Set(
    within.flatMap((message) => (message.textLine > message.firstLine ? [message.firstLine] : [])),
  );
  const speakers = new Set<string>();
  for (const message of within) {
    if (message.speaker !== '') speakers.add(message.speaker);
    if (message.attributes?.name !== undefined) speakers.add(message.attributes.name);
  }
  const lines = passage.text.split('\n');
  const words = lines.filter((_, at) => !headers.has(passage.firstLine + at)).join('\n');
  return {
    labels: labeller.bits(saidIn(lines, passage.firstLine, within)),
    fields: [words, label, [...speakers].join('\n').slice(0, LONGEST_LABEL)],
  };
}

/** What a label may be about: words of people and models, not what tools gave back nor what a program put in. */
const SAID: ReadonlySet<string> = new Set(['text', 'summary']);

/** The lines of a passage that somebody said, without header lines. */
function saidIn(lines: readonly string[], firstLine: number, messages: readonly PlacedMessage[]): string {
  if (messages.every(({ kind }) => !SAID.has(kind))) return '';
  let current = 0;
  return lines
    .filter((_, at) => {
      const line = firstLine + at;
      while ((messages[current + 1]?.firstLine ?? Number.POSITIVE_INFINITY) <= line) current += 1;
      const message = messages[current];
      return message !== undefined && SAID.has(message.kind) && (line >= message.textLine || line < message.firstLine);
    })
    .join('\n');
}

/** Index of the last message that starts at or before `line`; 0 when none does. */
function lastStartingBy(messages: readonly PlacedMessage[], line: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.firstLine ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
