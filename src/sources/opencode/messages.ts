import type { MessageLog, Stamp } from '../agents/message-log.js';
import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfMilliseconds } from '../times.js';

/** Marks of progress, states of the files, and settings: no words. */
const BOOKKEEPING = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'agent', 'compaction']);

export interface OpencodeMessage {
  info: JsonObject;
  parts: readonly JsonObject[];
}

/** Ids grow with time, so their order is that of what was said, wherever the parts stand. */
export function byId(one: JsonObject, other: JsonObject): number {
  const [left, right] = [asText(one.id ?? ''), asText(other.id ?? '')];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** One message with its parts, in the order of their ids. */
export function takeMessage(log: MessageLog, { info, parts }: OpencodeMessage): void {
  const time = isObject(info.time) ? timeOfMilliseconds(info.time.created) : undefined;
  const model = textOf(info.modelID) ?? (isObject(info.model) ? textOf(info.model.modelID) : undefined);
  const seen = new Set<string>();
  for (const part of [...parts].sort(byId)) {
    const id = textOf(part.id);
    if (id !== undefined && seen.has(id)) {
      log.tally.add('repeated records', Buffer.byteLength(JSON.stringify(part)));
      continue;
    }
    if (id !== undefined) seen.add(id);
    const own = isObject(part.time) ? timeOfMilliseconds(part.time.start) : undefined;
    takePart(log, info, part, { time: own ?? time, id: id ?? textOf(info.id), ...(model !== undefined && { model }) });
  }
  const error = isObject(info.error) ? info.error : undefined;
  if (error === undefined) return;
  const data = isObject(error.data) ? error.data : {};
  log.system('notice', textOf(data.message) ?? textOf(error.name) ?? asText(error), { time, id: textOf(info.id) });
}

function takePart(log: MessageLog, info: JsonObject, part: JsonObject, stamp: Stamp): void {
  const speaker = info.role === 'assistant' ? 'assistant' : 'user';
  const { model: _, ...plain } = stamp;
  const text = typeof part.text === 'string' ? part.text : undefined;
  switch (part.type) {
    case 'text':
      if (text === undefined) log.tally.add('damaged records', Buffer.byteLength(JSON.stringify(part)));
      else if (part.synthetic === true || part.ignored === true) log.system('context', text, plain);
      else if (info.summary === true) log.system('summary', text, plain);
      else log.say(speaker, text, stamp);
      return;
    case 'reasoning':
      log.say('assistant', text ?? '', stamp, 'thinking');
      return;
    case 'tool':
      takeTool(log, part, stamp);
      return;
    case 'file': {
      const title = textOf(part.filename);
      log.attach(speaker, { type: textOf(part.mime), title, ...ofAddress(textOf(part.url) ?? '') }, plain);
      return;
    }
    case 'subtask':
      log.call('task', undefined, { agent: part.agent, description: part.description, prompt: part.prompt }, stamp);
      return;
    case 'retry':
      log.system(
        'notice',
        asText(isObject(part.error) ? (part.error.message ?? part.error) : (part.error ?? '')),
        plain,
      );
      return;
    default:
      if (BOOKKEEPING.has(asText(part.type)))
        log.tally.add('bookkeeping records', Buffer.byteLength(JSON.stringify(part)));
      else log.unknown(part, part.type, plain);
  }
}

function takeTool(log: MessageLog, part: JsonObject, stamp: Stamp): void {
  const state = isObject(part.state) ? part.state : {};
  const call = textOf(part.callID);
  const time = isObject(state.time) ? (timeOfMilliseconds(state.time.start) ?? stamp.time) : stamp.time;
  log.call(textOf(part.tool), call, state.input, { ...stamp, time });
  const { model: _, ...plain } = { ...stamp, time };
  const isError = state.status === 'error';
  const output = state.output ?? (isError ? state.error : undefined);
  if (output !== undefined) log.result(call, asText(output), plain, { isError });
  if (!Array.isArray(state.attachments)) return;
  for (const file of state.attachments.filter(isObject))
    log.attach(
      'tool',
      { type: textOf(file.mime), title: textOf(file.filename), ...ofAddress(textOf(file.url) ?? '') },
      plain,
    );
}
