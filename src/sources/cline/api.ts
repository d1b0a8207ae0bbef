import type { MessageLog, Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfMilliseconds } from '../times.js';
import { piecesOf, toolOf } from './wrappers.js';

/**
 * A message as it went to the model (`api_conversation_history.json`, `*.messages.json`): words of the person, answers of tools
 * and context stand side by side in the place of the person. `wrapped`: they stand in tags and under headings, as in the task
 * folders of Cline and Roo Code.
 */
export function takeApiMessage(log: MessageLog, message: JsonObject, wrapped: boolean): void {
  const info = isObject(message.modelInfo) ? message.modelInfo : {};
  const stamp: Stamp = {
    time: timeOfMilliseconds(message.ts),
    id: textOf(message.id),
    ...(message.role === 'assistant' && { model: textOf(info.modelId) ?? textOf(info.id) }),
  };
  const blocks = blocksOf(message.content);
  if (blocks === undefined) {
    log.tally.add('damaged records', Buffer.byteLength(asText(message)));
    return;
  }
  let tool: string | undefined;
  for (const block of blocks) {
    const text = typeof block.text === 'string' ? block.text : undefined;
    if (block.type !== 'text' || text === undefined) takeBlock(log, message, block, stamp, wrapped);
    else if (message.isSummary === true) log.system('summary', text, stamp);
    else if (message.role === 'assistant') log.say('assistant', text, stamp);
    else if (message.role !== 'user') log.system('context', text, stamp);
    else if (!wrapped) log.say('user', text, stamp);
    else {
      takePieces(log, text, tool, stamp);
      tool = toolOf(text) ?? tool;
    }
  }
}

function blocksOf(content: unknown): JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return undefined;
  return content.map((block) => (isObject(block) ? block : { type: 'text', text: asText(block) }));
}

/** `call`: id of the call that a block of the model's own tools answers; absent where answers are told by their headings. */
function takePieces(
  log: MessageLog,
  text: string,
  tool: string | undefined,
  stamp: Stamp,
  call?: { id: string | undefined; isError: boolean },
): void {
  for (const { from, text: words, name } of piecesOf(text, tool)) {
    if (from === 'user') log.say('user', words, stamp);
    else if (from === 'context') log.system('context', words, stamp);
    else if (call !== undefined) log.result(call.id, words, stamp, { isError: call.isError });
    else log.result(undefined, words, stamp, name === undefined ? {} : { name });
  }
}

function takeBlock(log: MessageLog, message: JsonObject, block: JsonObject, stamp: Stamp, wrapped: boolean): void {
  const speaker = message.role === 'assistant' ? 'assistant' : 'user';
  switch (block.type) {
    case 'thinking':
    case 'reasoning':
      log.say('assistant', asText(block.thinking ?? block.text ?? ''), stamp, 'thinking');
      return;
    case 'redacted_thinking':
      log.tally.add('hidden thinking', Buffer.byteLength(asText(block.data ?? '')));
      return;
    case 'tool_use':
      log.call(textOf(block.name), textOf(block.id), block.input, stamp);
      return;
    case 'tool_result':
      takeResult(log, block, stamp, wrapped);
      return;
    case 'image':
    case 'document':
      log.attach(speaker, pictureOf(block), stamp);
      return;
    case 'file': {
      const path = textOf(block.path);
      const title = path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      log.attach(speaker, { type: 'file', title, link: path, text: textOf(block.content) }, stamp);
      return;
    }
    default:
      log.unknown(block, block.type, stamp);
  }
}

function takeResult(log: MessageLog, block: JsonObject, stamp: Stamp, wrapped: boolean): void {
  const call = textOf(block.tool_use_id);
  const isError = block.is_error === true;
  for (const part of blocksOf(block.content ?? '') ?? [{ type: 'text', text: asText(block.content) }]) {
    const text = typeof part.text === 'string' ? part.text : undefined;
    if (part.type === 'image' || part.type === 'document') log.attach('tool', pictureOf(part), stamp);
    else if (text !== undefined && wrapped) takePieces(log, text, '', stamp, { id: call, isError });
    else log.result(call, text ?? asText(part), stamp, { isError });
  }
}

function pictureOf(block: JsonObject) {
  const source = isObject(block.source) ? block.source : {};
  const data = textOf(source.data);
  const type = asText(source.media_type ?? block.type);
  const bytes = data === undefined ? undefined : Buffer.from(data, 'base64');
  return { type, title: textOf(block.title), bytes, link: textOf(source.url) };
}
