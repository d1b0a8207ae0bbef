import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Rollout } from './rollout.js';
import { speak } from './speech.js';

const HIDDEN = new Set([
  'ghost_snapshot',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'compaction_trigger',
]);

/** An item of the model's view: message, reasoning, call or answer of a tool. */
export function takeResponse(rollout: Rollout, item: JsonObject, time: string | undefined, bytes: number): void {
  const { log } = rollout;
  const name = textOf(item.name);
  const call = textOf(item.call_id);
  switch (item.type) {
    case 'message':
      takeMessage(rollout, item, time, bytes);
      return;
    case 'reasoning':
      takeReasoning(rollout, item, time);
      return;
    case 'function_call':
      log.call(name, call, item.arguments, rollout.modelStamp(time, {}));
      return;
    case 'custom_tool_call':
      log.call(name, call, item.input, rollout.modelStamp(time, {}));
      return;
    case 'local_shell_call': {
      const action = isObject(item.action) ? (item.action.command ?? item.action) : item.action;
      log.call('local_shell', call ?? textOf(item.id), action, rollout.modelStamp(time, {}));
      return;
    }
    case 'web_search_call':
      log.call('web_search', textOf(item.id), item.action, rollout.modelStamp(time, {}));
      return;
    case 'image_generation_call': {
      const data = textOf(item.result);
      const picture = { type: 'image', ...(data !== undefined && { bytes: Buffer.from(data, 'base64') }) };
      log.attach('assistant', picture, rollout.modelStamp(time, item));
      return;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      takeOutput(rollout, call, item.output, time);
      return;
    default:
      if (HIDDEN.has(asText(item.type))) log.tally.add('bookkeeping records', bytes);
      else log.unknown(item, item.type, rollout.stamp(time));
  }
}

function takeMessage(rollout: Rollout, item: JsonObject, time: string | undefined, bytes: number): void {
  const { log } = rollout;
  const parts = partsOf(item.content);
  if (parts === undefined) {
    log.tally.add('damaged records', bytes);
    return;
  }
  const texts = parts.map(({ text }) => text).filter((text): text is string => typeof text === 'string');
  const stamp = rollout.stamp(time, item.id);
  if (item.role === 'assistant') speak(rollout, 'response', 'assistant', texts, rollout.modelStamp(time, item));
  else if (item.role === 'user') {
    if (!speak(rollout, 'response', 'user', texts, stamp)) return;
  } else for (const text of texts) log.system('context', text, stamp);
  for (const part of parts) {
    const address = textOf(part.image_url);
    if (address !== undefined) log.attach(rollout.person, { type: 'image', ...ofAddress(address) }, stamp);
    else if (typeof part.text !== 'string') log.unknown(part, part.type, stamp);
  }
}

function takeReasoning(rollout: Rollout, item: JsonObject, time: string | undefined): void {
  const parts = [...(partsOf(item.summary) ?? []), ...(partsOf(item.content) ?? [])];
  // The screen shows part by part, so each has its mirror.
  for (const { text } of parts)
    if (typeof text === 'string') speak(rollout, 'response', 'thinking', [text], rollout.modelStamp(time, {}));
  const hidden = textOf(item.encrypted_content);
  if (hidden !== undefined) rollout.log.tally.add('hidden thinking', Buffer.byteLength(hidden));
}

/** Text, or a list of texts and pictures, or (for a while) an object around either. */
function takeOutput(rollout: Rollout, call: string | undefined, output: unknown, time: string | undefined): void {
  const { log } = rollout;
  const stamp = rollout.stamp(time);
  const inner = isObject(output) && 'content' in output ? output.content : output;
  const failed = isObject(output) && output.success === false ? { isError: true } : {};
  if (!Array.isArray(inner)) {
    log.result(call, asText(inner ?? ''), stamp, failed);
    return;
  }
  for (const part of inner) {
    const address = isObject(part) ? textOf(part.image_url) : undefined;
    if (address !== undefined) log.attach('tool', { type: 'image', ...ofAddress(address) }, stamp);
    else log.result(call, isObject(part) && typeof part.text === 'string' ? part.text : asText(part), stamp, failed);
  }
}

function partsOf(content: unknown): JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content === null || content === undefined) return [];
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => (isObject(part) ? part : { type: 'text', text: asText(part) }));
}
