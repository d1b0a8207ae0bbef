import { AgentLog } from '../agents/log.js';
import { siblingObject } from '../agents/siblings.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { byId, type OpencodeMessage, takeMessage } from '../opencode/messages.js';
import { type StoragePlace, sessionFile, storagePlace, storedMessages } from '../opencode/storage.js';
import { SkipSource } from '../skip.js';
import { timeOfMilliseconds } from '../times.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Sessions of opencode: what `opencode export` writes, and its storage folder, where every part is a file. */
export const opencode: SourceAdapter = {
  name: 'opencode',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'messages and parts become blocks of transcript/1, in the order of their ids',
    'input of tools is written as compact JSON',
    'what was undone is marked `branch: alternate`',
    'text that the program put in is marked as context, the answer of a compaction as summary',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    'bookkeeping records (steps, snapshots, patches)',
    'repeated records',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'attachment data (type, size and hash are kept)',
    'sub-agent transcripts, unless asked for',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    if (!/\.json$/i.test(candidate.relative)) return 0;
    const head = headText(candidate);
    const hasId = /"(?:id|sessionID)"\s*:\s*"(?:ses|msg|prt)_/.test(head);
    if (!hasId) return 0;
    if (/^\s*\{\s*"info"\s*:\s*\{/.test(head) && /"messages"\s*:\s*\[|"projectID"/.test(head)) return 0.95;
    return storagePlace(candidate.path) === undefined ? 0 : 0.9;
  },
  async *read(candidate, root, options) {
    const place = storagePlace(candidate.path);
    const isExport = /^\s*\{\s*"info"\s*:/.test(headText(candidate));
    yield await (place === undefined || isExport
      ? readExport(candidate, root, options)
      : readStored(candidate, root, options, place));
  },
};

async function readExport(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  const { maxBytes } = options;
  const { elements, around } = await readJsonList(candidate, { maxBytes, property: 'messages', tally: log.tally });
  const messages: OpencodeMessage[] = [];
  for (const element of elements) {
    if (isObject(element) && isObject(element.info) && Array.isArray(element.parts))
      messages.push({ info: element.info, parts: element.parts.filter(isObject) });
    else log.tally.add('damaged records', 0);
  }
  return unitOf(candidate, root, options, log, isObject(around.info) ? around.info : {}, messages);
}

/** The session's own file owns it; where that is gone, the first of its messages does. */
async function readStored(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  place: StoragePlace,
): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  if (place.kind === 'session') {
    const info = await siblingObject(candidate, `${place.id}.json`);
    const messages = await storedMessages(candidate, place.up, place.id, log.tally);
    return unitOf(candidate, root, options, log, { id: place.id, ...info }, messages);
  }
  if (place.kind !== 'message') {
    if (place.kind === 'part') throw new SkipSource('part-of', `read with its message ${place.folder}`);
    throw new SkipSource('bookkeeping', 'it holds no conversation');
  }
  const owner = sessionFile(candidate, place, place.folder);
  if (owner !== undefined) throw new SkipSource('part-of', `read with the session ${place.folder}`);
  const messages = await storedMessages(candidate, place.up, place.folder, log.tally);
  if (messages[0]?.info.id !== place.id) throw new SkipSource('part-of', 'read with the first message of its session');
  return unitOf(candidate, root, options, log, { id: place.folder }, messages);
}

function unitOf(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  log: AgentLog,
  info: JsonObject,
  messages: readonly OpencodeMessage[],
): SourceUnit {
  const parent = textOf(info.parentID);
  if (parent !== undefined && !(options.subagents ?? root.file === candidate.relative))
    throw new SkipSource('sub-agent', 'a session between agents; not read unless asked for', [
      { what: 'sub-agent transcripts', count: 1, bytes: candidate.size },
    ]);
  const revert = isObject(info.revert) ? textOf(info.revert.messageID) : undefined;
  const seen = new Set<string>();
  for (const message of [...messages].sort((one, other) => byId(one.info, other.info))) {
    const messageId = textOf(message.info.id) ?? '';
    if (messageId !== '' && seen.has(messageId)) {
      log.tally.add('repeated records', Buffer.byteLength(JSON.stringify(message)));
      continue;
    }
    seen.add(messageId);
    const from = log.length;
    takeMessage(log, message);
    if (revert !== undefined && messageId >= revert) log.markAlternate(from);
  }
  const time = isObject(info.time) ? info.time : {};
  const id = textOf(info.id);
  return log.unit({
    source: id === undefined ? sourceOf(root, candidate.relative) : `opencode:${id}`,
    title: textOf(info.title),
    cwd: textOf(info.directory),
    parent: parent === undefined ? undefined : `opencode:${parent}`,
    date: timeOfMilliseconds(time.created),
  });
}
