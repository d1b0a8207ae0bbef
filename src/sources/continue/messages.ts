import type { MessageLog, Stamp } from '../agents/message-log.js';
import { pathOfUri } from '../agents/places.js';
import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';

/** A step of a session: a message with what was attached to it. `answered`: ids of calls that a message answers. */
export function takeStep(log: MessageLog, step: JsonObject, answered: ReadonlySet<string>): void {
  const message = isObject(step.message) ? step.message : {};
  const stamp: Stamp = { id: textOf(message.id), ...(message.role === 'assistant' && { model: modelOf(step) }) };
  const reasoning = isObject(step.reasoning) ? textOf(step.reasoning.text) : undefined;
  if (reasoning !== undefined) log.say('assistant', reasoning, stamp, 'thinking');
  if (message.role === 'tool') {
    log.result(textOf(message.toolCallId), textsOf(message.content).join('\n'), stamp);
    return;
  }
  takeContent(log, message, stamp);
  takeContext(log, step.contextItems, stamp);
  for (const call of listOf(message.toolCalls)) {
    const called = isObject(call.function) ? call.function : {};
    log.call(textOf(called.name), textOf(call.id), called.arguments, stamp);
  }
  for (const state of listOf(step.toolCallStates)) takeState(log, state, answered, stamp);
  log.system('summary', textOf(step.conversationSummary) ?? '', { id: stamp.id });
  const copies = [step.promptLogs, step.editorState].filter((copy) => copy !== undefined);
  if (copies.length > 0)
    log.tally.add('second copies (prompts, editor state)', Buffer.byteLength(JSON.stringify(copies)));
}

function takeContent(log: MessageLog, message: JsonObject, stamp: Stamp): void {
  const { role } = message;
  const hasCalls = listOf(message.toolCalls).length > 0;
  for (const part of Array.isArray(message.content) ? message.content : [message.content]) {
    const text =
      typeof part === 'string' ? part : isObject(part) && typeof part.text === 'string' ? part.text : undefined;
    const picture = isObject(part) && isObject(part.imageUrl) ? textOf(part.imageUrl.url) : undefined;
    if (picture !== undefined) log.attach('user', { type: 'image', ...ofAddress(picture) }, stamp);
    else if (text === undefined) {
      if (part !== undefined && part !== null) log.unknown(part, isObject(part) ? part.type : undefined, stamp);
    } else if (hasCalls && text.trim() === '') {
      if (text !== '') log.tally.add('blank text beside a tool call', Buffer.byteLength(text));
    } else if (role === 'user' || role === 'assistant') log.say(role, text, stamp);
    else if (role === 'thinking') log.say('assistant', text, stamp, 'thinking');
    else log.system('context', text, stamp);
  }
}

/** Files and selections that the person put beside the question, with their text. */
function takeContext(log: MessageLog, items: unknown, stamp: Stamp): void {
  for (const item of listOf(items)) {
    const uri = isObject(item.uri) ? textOf(item.uri.value) : undefined;
    const type = isObject(item.id) ? textOf(item.id.providerTitle) : undefined;
    log.attach('user', { type, title: textOf(item.name), link: pathOfUri(uri), text: textOf(item.content) }, stamp);
  }
}

/** The state of a call holds its answer again; where no message answers, only here. */
function takeState(log: MessageLog, state: JsonObject, answered: ReadonlySet<string>, stamp: Stamp): void {
  const call = textOf(state.toolCallId);
  const texts = listOf(state.output).map(({ content }) => asText(content ?? ''));
  if (call !== undefined && answered.has(call))
    log.tally.add('second copies (tool output)', Buffer.byteLength(texts.join('')));
  else for (const text of texts) log.result(call, text, { id: stamp.id }, { isError: state.status === 'errored' });
}

/** Ids of the calls that have an answer of their own among these steps. */
export function answeredCalls(steps: readonly JsonObject[]): Set<string> {
  const answered = new Set<string>();
  for (const { message } of steps)
    if (isObject(message) && message.role === 'tool' && typeof message.toolCallId === 'string')
      answered.add(message.toolCallId);
  return answered;
}

function modelOf(step: JsonObject): string | undefined {
  const [log] = listOf(step.promptLogs);
  const options = isObject(log?.completionOptions) ? log.completionOptions : {};
  return textOf(options.model) ?? textOf(log?.modelTitle);
}

function textsOf(content: unknown): string[] {
  const list = Array.isArray(content) ? content : [content];
  return list.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : asText(part ?? '')));
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
