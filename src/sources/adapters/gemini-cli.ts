import { AgentLog } from '../agents/log.js';
import { decoded } from '../agents/places.js';
import { fileName, siblingNames, siblingText } from '../agents/siblings.js';
import { isContext, plainTextOf, takeParts } from '../gemini-cli/parts.js';
import { Session } from '../gemini-cli/session.js';
import { headText } from '../head-text.js';
import { isObject, textOf } from '../json.js';
import { forEachRecord, LINE_DROPS } from '../json-lines.js';
import { readJsonList } from '../json-list.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import { timeOfText } from '../times.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

const SESSION = /"sessionId"\s*:/;
const PROJECT = /"projectHash"\s*:/;

/** Sessions of Gemini CLI (`~/.gemini/tmp/<project>/chats/`), its saved checkpoints, and its list of prompts. */
export const geminiCli: SourceAdapter = {
  name: 'gemini-cli',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  transforms: [
    'records become blocks of transcript/1; a message that was written again stands at its first place with its last text',
    'turns that were rewound are marked `branch: alternate`',
    'input of tools is written as compact JSON; of an answer its output or error',
    'the set-up of the program in the place of the person is marked as context',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...LINE_DROPS,
    'earlier writes of a message',
    'bookkeeping records',
    'unknown records',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'prompts that stand in a session',
    'attachment data (type, size and hash are kept)',
    'sub-agent transcripts, unless asked for',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    const head = headText(candidate);
    if (/\.jsonl$/i.test(candidate.relative)) {
      const [first = ''] = head.split('\n', 1);
      return SESSION.test(first) && PROJECT.test(first) && !/"type"\s*:/.test(first) ? 0.95 : 0;
    }
    if (!/\.json$/i.test(candidate.relative)) return 0;
    if (SESSION.test(head) && PROJECT.test(head)) return 0.95;
    if (fileName(candidate) === 'logs.json' && SESSION.test(head) && /"messageId"\s*:/.test(head)) return 0.9;
    const isHistory = /^\s*(?:\{\s*"history"\s*:\s*)?\[\s*\{\s*"(?:role|parts)"\s*:/.test(head);
    const hasParts = /"parts"\s*:\s*\[/.test(head) && /"role"\s*:\s*"(?:user|model)"/.test(head);
    return isHistory && hasParts ? (/(?:^|\/)checkpoint/.test(candidate.relative) ? 0.9 : 0.8) : 0;
  },
  async *read(candidate, root, options) {
    const head = headText(candidate);
    if (/\.jsonl$/i.test(candidate.relative)) yield await readSession(candidate, root, options);
    else if (SESSION.test(head) && /"messageId"\s*:/.test(head)) yield* readPrompts(candidate, options);
    else if (SESSION.test(head)) yield await readSession(candidate, root, options);
    else yield await readCheckpoint(candidate, root, options);
  },
};

async function readSession(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const session = new Session(options.tools);
  const { log, facts } = session;
  const { maxBytes } = options;
  if (/\.jsonl$/i.test(candidate.relative))
    await forEachRecord(candidate, maxBytes, log.tally, (record, bytes) => session.take(record, bytes));
  else {
    const { elements, around } = await readJsonList(candidate, { maxBytes, property: 'messages', tally: log.tally });
    session.describe(around);
    for (const message of elements) {
      if (isObject(message) && typeof message.type === 'string') session.take(message, 0);
      else log.tally.add('damaged records', 0);
    }
  }
  if (facts.kind === 'subagent' && !(options.subagents ?? root.file === candidate.relative))
    throw new SkipSource('sub-agent', 'a session between agents; not read unless asked for', [
      { what: 'sub-agent transcripts', count: 1, bytes: candidate.size },
    ]);
  session.finish();
  const id = textOf(facts.sessionId);
  const directory = Array.isArray(facts.directories) ? textOf(facts.directories[0]) : undefined;
  return log.unit({
    source: id === undefined ? sourceOf(root, candidate.relative) : `gemini-cli:${id}`,
    title: textOf(facts.summary),
    date: timeOfText(facts.startTime),
    cwd: directory ?? (await siblingText(candidate, '../.project_root'))?.trim(),
  });
}

/** A saved chat: no ids, no times, named by the person. */
async function readCheckpoint(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  const property = /^\s*\{/.test(headText(candidate)) ? { property: 'history' } : {};
  const list = await readJsonList(candidate, { maxBytes: options.maxBytes, ...property, tally: log.tally });
  let isSetUp = false;
  for (const [index, entry] of list.elements.entries()) {
    if (!isObject(entry) || entry.parts === undefined) {
      log.tally.add('damaged records', 0);
      continue;
    }
    const speaker = entry.role === 'model' ? 'assistant' : 'user';
    // The model's thanks for the set-up are no answer to the person.
    if (isSetUp && index === 1 && speaker === 'assistant') log.system('context', plainTextOf(entry.parts), {});
    else takeParts(log, speaker, entry.parts, {});
    if (index === 0) isSetUp = isContext(plainTextOf(entry.parts));
  }
  const tag = /^checkpoint-(.+)\.json$/i.exec(fileName(candidate))?.[1];
  return log.unit({
    source: sourceOf(root, candidate.relative),
    title: tag === undefined ? undefined : decoded(tag),
    cwd: (await siblingText(candidate, '.project_root'))?.trim(),
  });
}

/** `logs.json`: what the person typed. It is all that is left of sessions that were not recorded. */
async function* readPrompts(candidate: Candidate, options: ReadOptions): AsyncIterable<SourceUnit> {
  const tally = new Tally();
  const { elements } = await readJsonList(candidate, { maxBytes: options.maxBytes, tally });
  const recorded = siblingNames(candidate, 'chats');
  const logs = new Map<string, AgentLog>();
  for (const entry of elements) {
    const session = isObject(entry) ? textOf(entry.sessionId) : undefined;
    const message = isObject(entry) ? textOf(entry.message) : undefined;
    if (!isObject(entry) || session === undefined || message === undefined) {
      tally.add('damaged records', 0);
      continue;
    }
    if (recorded.some((name) => name.includes(`-${session.slice(0, 8)}.json`))) {
      tally.add('prompts that stand in a session', Buffer.byteLength(message));
      continue;
    }
    const log = logs.get(session) ?? new AgentLog(options.tools);
    logs.set(session, log);
    log.say('user', message, { time: timeOfText(entry.timestamp) });
  }
  const cwd = (await siblingText(candidate, '.project_root'))?.trim();
  if (logs.size === 0) throw new SkipSource('part-of', 'its prompts stand in the sessions in chats/', tally.list());
  let isFirst = true;
  for (const [session, log] of logs) {
    const unit = log.unit({ source: `gemini-cli:${session}`, cwd });
    yield isFirst ? { ...unit, notKept: [...unit.notKept, ...tally.list()] } : unit;
    isFirst = false;
  }
}
