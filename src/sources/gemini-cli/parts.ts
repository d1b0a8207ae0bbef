import type { MessageLog, Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';

/** Content is a text, one part, or a list of texts and parts. */
export function partsOf(content: unknown): JsonObject[] {
  if (content === undefined || content === null) return [];
  const list = Array.isArray(content) ? content : [content];
  return list.map((part) => (isObject(part) ? part : { text: asText(part) }));
}

/** The texts of a content, joined. */
export function plainTextOf(content: unknown): string {
  return partsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}

/** The parts of one message, in order. `speaker` is `user` or `assistant`. */
export function takeParts(log: MessageLog, speaker: string, content: unknown, stamp: Stamp): void {
  for (const part of partsOf(content)) {
    if (typeof part.text === 'string') takeText(log, speaker, part, stamp);
    else if (isObject(part.inlineData)) {
      const { mimeType, data, displayName } = part.inlineData;
      const bytes = Buffer.from(asText(data ?? ''), 'base64');
      log.attach(speaker, { type: textOf(mimeType), title: textOf(displayName), bytes }, stamp);
    } else if (isObject(part.fileData)) {
      const { mimeType, fileUri, displayName } = part.fileData;
      log.attach(speaker, { type: textOf(mimeType), title: textOf(displayName), link: textOf(fileUri) }, stamp);
    } else if (isObject(part.functionCall)) {
      const { name, id, args } = part.functionCall;
      log.call(textOf(name), textOf(id), args, stamp);
    } else if (isObject(part.functionResponse)) takeResponse(log, part.functionResponse, stamp);
    else if (isObject(part.executableCode)) log.call('code_execution', undefined, part.executableCode.code, stamp);
    else if (isObject(part.codeExecutionResult))
      log.result(undefined, asText(part.codeExecutionResult.output ?? ''), stamp, { name: 'code_execution' });
    else log.unknown(part, Object.keys(part)[0], stamp);
  }
}

function takeText(log: MessageLog, speaker: string, part: JsonObject, stamp: Stamp): void {
  const text = asText(part.text);
  if (part.thought === true) log.say('assistant', text, stamp, 'thinking');
  else if (speaker === 'user' && isContext(text)) log.system('context', text, stamp);
  else log.say(speaker, text, stamp);
}

/** What the program tells the model at the beginning, in the person's place. */
export function isContext(text: string): boolean {
  return (
    /^(?:This is the Gemini CLI\. We are|Okay, just) setting up the context for our chat\b/.test(text) ||
    /^\s*<session_context>[\s\S]*<\/session_context>\s*$/.test(text)
  );
}

/** What a tool gave back: its output, its error, else all of it as JSON. */
export function takeResponse(log: MessageLog, answer: JsonObject, stamp: Stamp, call?: string): void {
  const response = isObject(answer.response) ? answer.response : {};
  const error = textOf(response.error);
  const output = typeof response.output === 'string' ? response.output : (error ?? asText(answer.response ?? ''));
  const name = textOf(answer.name);
  log.result(textOf(answer.id) ?? call, output, stamp, {
    ...(name !== undefined && { name }),
    isError: error !== undefined,
  });
}
