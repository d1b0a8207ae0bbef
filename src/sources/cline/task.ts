import { AgentLog } from '../agents/log.js';
import { fileName, siblingObject, siblingOf } from '../agents/siblings.js';
import { isObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { SkipSource } from '../skip.js';
import { timeOfMilliseconds } from '../times.js';
import type { Candidate, ReadOptions, SourceUnit } from '../types.js';
import { takeApiMessage } from './api.js';
import { Screen } from './screen.js';

const API = 'api_conversation_history.json';
const SCREEN = ['ui_messages.json', 'claude_messages.json'];

/** Files of a task folder, of whichever program. */
export const TASK_FILE =
  /(?:^|\/)(?:api_conversation_history|ui_messages|claude_messages|task_metadata|history_item|context_history)\.json$/;

/** What both programs leave out. */
export const TASK_DROPS = [
  'damaged records',
  'invalid bytes (shown as U+FFFD)',
  'bookkeeping records (requests, checkpoints, progress)',
  'partial messages',
  'hidden thinking',
  'attachment data (type, size and hash are kept)',
  'tags around words of the person',
  'the copy on the screen of what went to the model',
  'tool calls and tool results with tools `none`, partly with `brief`',
] as const;

/**
 * A task folder: what went to the model, else what the screen showed. The first file that is there owns the task.
 * @throws SkipSource `part-of` for the others, `bookkeeping` for files without a conversation beside them.
 */
export async function readTask(
  candidate: Candidate,
  options: ReadOptions,
  sourceOf: (id: string | undefined) => string,
): Promise<SourceUnit> {
  const name = fileName(candidate);
  const owner = [API, ...SCREEN].find(
    (file) => file === name || siblingOf(candidate, file, options.maxBytes) !== undefined,
  );
  if (owner === undefined) throw new SkipSource('bookkeeping', 'it describes a task and holds no conversation');
  if (owner !== name) throw new SkipSource('part-of', `read with ${owner}`);
  const log = new AgentLog(options.tools);
  const { elements } = await readJsonList(candidate, { maxBytes: options.maxBytes, tally: log.tally });
  const screen = new Screen(log);
  for (const element of elements) {
    if (!isObject(element)) log.tally.add('damaged records', 0);
    else if (name === API) takeApiMessage(log, element, true);
    else screen.take(element);
  }
  return describeTask(candidate, log, sourceOf);
}

async function describeTask(
  candidate: Candidate,
  log: AgentLog,
  sourceOf: (id: string | undefined) => string,
): Promise<SourceUnit> {
  const history = await siblingObject(candidate, 'history_item.json');
  const metadata = await siblingObject(candidate, 'task_metadata.json');
  const folder = /([^/\\]+)[/\\][^/\\]+$/.exec(candidate.path)?.[1];
  const id =
    textOf(history.id) ?? (folder !== undefined && /^(?:\d{10,16}|[0-9a-f-]{36})$/.test(folder) ? folder : undefined);
  const usage = Array.isArray(metadata.model_usage) ? metadata.model_usage.filter(isObject) : [];
  const model = textOf(usage[0]?.model_id);
  const first = log.messages.find(({ time }) => time !== undefined)?.time;
  return log.unit({
    source: sourceOf(id),
    title: textOf(history.task)?.trim().split(/\r?\n/, 1)[0]?.slice(0, 200),
    cwd: textOf(history.workspace) ?? workingDirectory(log),
    date: first ?? timeOfMilliseconds(id),
    ...(model !== undefined && { facts: { model } }),
  });
}

/** The program tells the model where it is. */
function workingDirectory(log: AgentLog): string | undefined {
  for (const { kind, text } of log.messages) {
    const found = kind === 'context' ? /^# Current (?:Working|Workspace) Directory \((.+?)\) Files$/m.exec(text) : null;
    if (found?.[1] !== undefined) return found[1];
  }
  return undefined;
}
