import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfMilliseconds } from '../times.js';
import type { Rollout } from './rollout.js';
import { speak } from './speech.js';

/** A finished item of the paginated history, where it alone holds the conversation. */
export function takeItem(rollout: Rollout, item: JsonObject, recorded: string | undefined, bytes: number): void {
  const { log } = rollout;
  const time = recorded ?? timeOfMilliseconds(item.completed_at_ms);
  const model = rollout.modelStamp(time, item);
  const id = textOf(item.id);
  const parts = Array.isArray(item.content) ? item.content.filter(isObject) : [];
  const texts = parts.map(({ text }) => text).filter((text): text is string => typeof text === 'string');
  switch (item.type) {
    case 'UserMessage':
      if (speak(rollout, 'item', 'user', texts, rollout.stamp(time, id))) takePictures(rollout, parts, time, id);
      return;
    case 'AgentMessage':
      speak(rollout, 'item', 'assistant', texts, model);
      return;
    case 'Plan':
      speak(rollout, 'item', 'assistant', [textOf(item.text) ?? ''], model);
      return;
    case 'Reasoning':
      for (const text of [item.summary_text, item.raw_content].flat())
        if (typeof text === 'string') speak(rollout, 'item', 'thinking', [text], model);
      return;
    case 'ContextCompaction':
      log.tally.add('bookkeeping records', bytes);
      return;
  }
  if (id !== undefined && log.knows(id)) log.tally.add('mirror copies', bytes);
  else if (item.type === 'CommandExecution' || item.type === 'FileChange' || item.type === 'McpToolCall')
    takeTool(rollout, item, item.type, time);
  else log.unknown(item, item.type, model);
}

function takePictures(
  rollout: Rollout,
  parts: readonly JsonObject[],
  time: string | undefined,
  id: string | undefined,
): void {
  const stamp = rollout.stamp(time, id);
  for (const part of parts) {
    if (typeof part.text === 'string') continue;
    const link = textOf(part.path);
    const title = link?.slice(Math.max(link.lastIndexOf('/'), link.lastIndexOf('\\')) + 1) ?? textOf(part.name);
    const address = textOf(part.image_url) ?? textOf(part.url);
    const type = asText(part.type ?? 'file').includes('image') ? 'image' : asText(part.type ?? 'file');
    const where = address === undefined ? { link } : ofAddress(address);
    rollout.log.attach(rollout.person, { type, title, ...where }, stamp);
  }
}

function takeTool(rollout: Rollout, item: JsonObject, type: string, time: string | undefined): void {
  const { log } = rollout;
  const id = textOf(item.id);
  const name = textOf(item.tool) ?? type;
  const stamp = rollout.modelStamp(time, item);
  log.call(name, id, item.command ?? item.arguments ?? item.changes, stamp);
  const error = isObject(item.error) ? item.error.message : item.error;
  const output = item.aggregated_output ?? item.result ?? error ?? item.stdout;
  const isError = item.status === 'failed' || (typeof item.exit_code === 'number' && item.exit_code !== 0);
  if (output !== undefined && output !== null) log.result(id, asText(output), stamp, { isError });
}
