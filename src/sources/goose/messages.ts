import type { MessageLog, Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfSeconds } from '../times.js';

/** A message of goose: text, thoughts, calls and answers of tools stand in its content, in order. */
export function takeMessage(log: MessageLog, message: JsonObject): void {
  const stamp: Stamp = { time: timeOfSeconds(message.created), id: textOf(message.id) };
  const content = Array.isArray(message.content)
    ? message.content.map((block) => (isObject(block) ? block : { type: 'text', text: asText(block) }))
    : undefined;
  if (content === undefined) {
    log.tally.add('damaged records', Buffer.byteLength(JSON.stringify(message)));
    return;
  }
  const isHidden = isObject(message.metadata) && message.metadata.userVisible === false;
  for (const block of content)
    takeBlock(log, message.role === 'assistant' ? 'assistant' : 'user', block, stamp, isHidden);
}

function takeBlock(log: MessageLog, speaker: string, block: JsonObject, stamp: Stamp, isHidden: boolean): void {
  switch (block.type) {
    case 'text':
      // What only the model sees was not said by anybody.
      if (isHidden) log.system('context', asText(block.text ?? ''), stamp);
      else log.say(speaker, asText(block.text ?? ''), stamp);
      return;
    case 'thinking':
    case 'reasoning':
      log.say('assistant', asText(block.thinking ?? block.text ?? ''), stamp, 'thinking');
      return;
    case 'redactedThinking':
      log.tally.add('hidden thinking', Buffer.byteLength(asText(block.data ?? '')));
      return;
    case 'image': {
      const bytes = Buffer.from(asText(block.data ?? ''), 'base64');
      log.attach(speaker, { type: textOf(block.mimeType) ?? 'image', bytes }, stamp);
      return;
    }
    case 'toolRequest':
    case 'frontendToolRequest':
      takeRequest(log, block, stamp);
      return;
    case 'toolResponse':
      takeResponse(log, block, stamp);
      return;
    case 'systemNotification':
    case 'contextLengthExceeded':
    case 'summarizationRequested':
    case 'conversationCompacted':
      log.system('notice', asText(block.msg ?? ''), stamp);
      return;
    case 'toolConfirmationRequest':
      log.tally.add('questions for permission', Buffer.byteLength(JSON.stringify(block)));
      return;
    default:
      log.unknown(block, block.type, stamp);
  }
}

/** A call that the model made, or tried to make: then what was wrong with it. */
function takeRequest(log: MessageLog, block: JsonObject, stamp: Stamp): void {
  const call = isObject(block.toolCall) ? block.toolCall : {};
  const id = textOf(block.id);
  if (!isObject(call.value)) {
    log.call(undefined, id, call.error ?? call, { ...stamp, attributes: { error: 'true' } });
    return;
  }
  log.call(textOf(call.value.name), id, call.value.arguments, stamp);
}

function takeResponse(log: MessageLog, block: JsonObject, stamp: Stamp): void {
  const result = isObject(block.toolResult) ? block.toolResult : {};
  const id = textOf(block.id);
  const { value } = result;
  if (value === undefined) {
    log.result(id, asText(result.error ?? result), stamp, { isError: true });
    return;
  }
  const inner = isObject(value) && Array.isArray(value.content) ? value.content : value;
  const isError = isObject(value) && value.isError === true;
  for (const part of Array.isArray(inner) ? inner : [inner]) {
    if (isObject(part) && part.type === 'image')
      log.attach(
        'tool',
        { type: textOf(part.mimeType) ?? 'image', bytes: Buffer.from(asText(part.data ?? ''), 'base64') },
        stamp,
      );
    else {
      const resource = isObject(part) && isObject(part.resource) ? part.resource.text : undefined;
      const text = isObject(part) ? (textOf(part.text) ?? textOf(resource)) : undefined;
      log.result(id, text ?? asText(part), stamp, { isError });
    }
  }
}
