import { AgentLog } from '../agents/log.js';
import { CURSOR_TURNS, turnsOf } from '../agents/markdown.js';
import { fileName } from '../agents/siblings.js';
import { takeTranscriptLine } from '../cursor/agent-transcript.js';
import { rowsOf, tableOf } from '../cursor/rows.js';
import { storeUnits } from '../cursor/store.js';
import { isNoteName } from '../file-lists.js';
import { headText } from '../head-text.js';
import { forEachRecord, LINE_DROPS } from '../json-lines.js';
import { readJsonList } from '../json-list.js';
import { fromDatabase, isSqlite } from '../sqlite.js';
import { Tally } from '../tally.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { plainText } from './plain-text.js';

const STORE = /\.vscdb(?:\.backup)?$/i;
const EXPORTED = /^_Exported on .* from Cursor \([^)]*\)_[ \t]*$/m;
const HEADING = /^# (.+)$/m;

/** Conversations of Cursor: its store (`state.vscdb`), its export to markdown, and the transcripts of its agents. */
export const cursor: SourceAdapter = {
  name: 'cursor',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  transforms: [
    'bubbles become blocks of transcript/1, in the order of the headers',
    'bubbles that no header names are marked `branch: alternate`, at the end',
    'in markdown, blank lines around a turn and the rules between turns are layout; lines end with LF',
    'words of the person in a transcript lose the tag around them',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...LINE_DROPS,
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'empty drafts',
    'conversations without words',
    'messages that the store no longer holds',
    'second copies (rich text)',
    'settings of the editor',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    if (STORE.test(candidate.relative)) return isSqlite(candidate) ? 0.95 : 0;
    if (isNoteName(candidate.relative)) return EXPORTED.test(headText(candidate).slice(0, 2000)) ? 0.95 : 0;
    if (/\.jsonl$/i.test(candidate.relative))
      return /^\{\s*"role"\s*:\s*"(?:user|assistant)"\s*,\s*"message"\s*:\s*\{\s*"content"\s*:/.test(
        headText(candidate),
      )
        ? 0.85
        : 0;
    if (!/\.json$/i.test(candidate.relative)) return 0;
    return /^\s*\[\s*\{\s*"key"\s*:\s*"(?:bubbleId|composerData|checkpointId):/.test(headText(candidate)) ? 0.9 : 0;
  },
  async *read(candidate, root, options, runtime) {
    if (isSqlite(candidate))
      yield* fromDatabase(candidate, runtime, (database) =>
        storeUnits(tableOf(database, 'cursorDiskKV'), tableOf(database, 'ItemTable'), options.tools),
      );
    else if (/\.jsonl$/i.test(candidate.relative)) yield await readTranscript(candidate, root, options);
    else if (/\.json$/i.test(candidate.relative)) yield* readDump(candidate, options);
    else yield await readMarkdown(candidate, root, options);
  },
};

/** Rows of the store as JSON, as tools without SQLite write them. */
async function* readDump(candidate: Candidate, options: ReadOptions): AsyncIterable<SourceUnit> {
  const tally = new Tally();
  const { elements } = await readJsonList(candidate, { maxBytes: options.maxBytes, tally });
  yield* storeUnits(rowsOf(elements), undefined, options.tools, tally);
}

async function readTranscript(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  await forEachRecord(candidate, options.maxBytes, log.tally, (record, bytes) => {
    if (typeof record.role === 'string' && 'message' in record) takeTranscriptLine(log, record);
    else log.tally.add('damaged records', bytes);
  });
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i.exec(fileName(candidate))?.[1];
  return log.unit({ source: id === undefined ? sourceOf(root, candidate.relative) : `cursor:transcript/${id}` });
}

/** The day in an export is that of the export, in the form of its machine: no date of the chat. */
async function readMarkdown(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const { text, notKept } = await plainText(candidate, options.maxBytes);
  const log = new AgentLog(options.tools);
  for (const { what, count, bytes } of notKept) log.tally.add(what, bytes, count);
  for (const turn of turnsOf(text, CURSOR_TURNS)) log.say(turn.speaker, turn.text, {});
  const before = text.slice(0, EXPORTED.exec(text)?.index ?? 0);
  return log.unit({ source: sourceOf(root, candidate.relative), title: HEADING.exec(before)?.[1]?.trim() });
}
