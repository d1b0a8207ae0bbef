import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import { timeOfText } from '../export-time.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { SourceAdapter, SourceUnit } from '../types.js';
import { readText } from './text-file.js';

const HEADER = /^\ufeff?"?Conversation"?,"?Time"?,"?Author"?,"?Message"?\r?(?:\n|$)/;
/** Where a row begins, however the one before it was damaged. */
const ROW = /^(?:"(?:[^"]|""){0,2000}"|[^",\r\n]{0,2000}),"?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[^,\r\n]*,[^,\r\n]*,/gm;
const SPEAKERS: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  copilot: 'assistant',
};

interface Row {
  title: string;
  message: Message;
}

/** The activity history of Microsoft Copilot: a table of messages, newest first. */
export const copilotCsv: SourceAdapter = {
  name: 'copilot-csv',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'rows of one title become a conversation, oldest first; of equal times the lower row is the older',
    'text that is not UTF-8 is converted to UTF-8',
  ],
  drops: ['damaged rows', 'invalid bytes (shown as U+FFFD)', 'rows without text'],
  detect: (candidate) => (/\.csv$/i.test(candidate.relative) && HEADER.test(headText(candidate)) ? 0.95 : 0),
  async *read(candidate, _root, options) {
    const tally = new Tally();
    const { body, replaced, encoding } = await readText(candidate, options.maxBytes);
    if (replaced > 0) tally.add('invalid bytes', replaced, replaced);
    const rows = (await recordsOf(body.toString('utf8').replace(HEADER, ''), tally)).flatMap((cells) =>
      rowOf(cells, tally),
    );
    const conversations = new Map<string, Message[]>();
    for (const { title, message } of oldestFirst(rows)) {
      const messages = conversations.get(title);
      if (messages === undefined) conversations.set(title, [message]);
      else messages.push(message);
    }
    const notKept = tally.list();
    const isDamaged = notKept.some(({ what }) => what === 'damaged rows');
    if (conversations.size === 0) throw new SkipSource(isDamaged ? 'damaged' : 'empty', 'it holds no message', notKept);
    let left = conversations.size;
    for (const [title, messages] of conversations) {
      const isLast = --left === 0;
      const unit: SourceUnit = conversationUnit({
        // The export has no ids: its title is all that tells a conversation from another.
        source: `copilot-csv:${title.replace(/\s+/g, ' ').trim() || (messages[0]?.time ?? '')}`,
        title,
        messages,
        notKept: isLast ? notKept : [],
        notes: isLast && isDamaged ? [`${candidate.relative}: damaged rows were passed over`] : [],
        ...(encoding !== undefined && { encoding }),
      });
      yield unit;
    }
  },
};

/** The cells of all rows; a row that is damaged costs itself only. */
async function recordsOf(text: string, tally: Tally): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  const read = (part: string): string[][] =>
    parse(part, { relax_column_count: true, skip_empty_lines: true, bom: true });
  try {
    return read(text);
  } catch {
    const starts = [...text.matchAll(ROW)].map(({ index }) => index);
    if (starts[0] !== 0) starts.unshift(0);
    return starts.flatMap((start, place) => {
      const part = text.slice(start, starts[place + 1]);
      try {
        return read(part);
      } catch {
        tally.add('damaged rows', Buffer.byteLength(part));
        return [];
      }
    });
  }
}

function rowOf(cells: readonly string[], tally: Tally): Row[] {
  const [title, at, author, text] = cells;
  if (title === undefined || author === undefined || text === undefined || cells.length > 4) {
    tally.add('damaged rows', Buffer.byteLength(cells.join()));
    return [];
  }
  if (text === '') {
    tally.add('rows without text', 0);
    return [];
  }
  const time = timeOfText(at);
  return [
    {
      title,
      message: {
        speaker: SPEAKERS[author.toLowerCase()] ?? author,
        kind: 'text',
        text,
        ...(time !== undefined && { time }),
      },
    },
  ];
}

/** Question and answer share one time, so rows are turned round and never sorted. */
function oldestFirst(rows: readonly Row[]): Row[] {
  const first = rows.find(({ message }) => message.time !== undefined)?.message.time;
  const last = rows.findLast(({ message }) => message.time !== undefined)?.message.time;
  return first !== undefined && last !== undefined && first < last ? [...rows] : [...rows].reverse();
}
