import type { MessageLog, Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfMilliseconds } from '../times.js';

/** Marks of progress and links between parts: no words. */
const PROGRESS = new Set(
  `prepareToolInvocation mcpServersStarting progressMessage progressTask progressTaskSerialized undoStop codeblockUri
  multiDiffData clearToPreviousToolInvocation extensions references codeCitation command externalToolInvocationUpdate
  workspaceEdit changesSummary hook`.split(/\s+/),
);

/** A question with its answer. Answers have no time of their own: they stand under that of the question. */
export function takeRequest(log: MessageLog, request: JsonObject): void {
  const from = log.length;
  const stamp: Stamp = { time: timeOfMilliseconds(request.timestamp), id: textOf(request.requestId) };
  const question = isObject(request.message) ? request.message.text : request.message;
  log.say(
    'user',
    asText(question ?? ''),
    request.isCanceled === true ? { ...stamp, attributes: { canceled: 'true' } } : stamp,
  );
  const variables = isObject(request.variableData) ? listOf(request.variableData.variables) : [];
  for (const variable of variables)
    log.attach(
      'user',
      { type: textOf(variable.kind) ?? 'file', title: textOf(variable.name), link: placeOf(variable.value) },
      stamp,
    );
  takeAnswer(log, request.response, { ...stamp, model: textOf(request.modelId) });
  const details = isObject(request.result) && isObject(request.result.errorDetails) ? request.result.errorDetails : {};
  log.system('notice', textOf(details.message) ?? '', stamp);
  if (isObject(request.shouldBeRemovedOnSend)) log.markAlternate(from);
}

/** Markdown parts run on without separator, with references read as their names; anything else stands between two texts. */
function takeAnswer(log: MessageLog, response: unknown, stamp: Stamp): void {
  let text = '';
  const flush = (): void => {
    log.say('assistant', text, stamp);
    text = '';
  };
  for (const part of Array.isArray(response) ? response : []) {
    const markdown = markdownOf(part);
    if (markdown !== undefined) text += markdown;
    else if (isObject(part) && PROGRESS.has(asText(part.kind ?? '')))
      log.tally.add('progress marks', Buffer.byteLength(JSON.stringify(part)));
    else {
      flush();
      takePart(log, isObject(part) ? part : { value: part }, stamp);
    }
  }
  flush();
}

function markdownOf(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isObject(part)) return undefined;
  if (part.kind === undefined) return textOf(part.value) ?? (part.value === '' ? '' : undefined);
  if (part.kind === 'markdownContent' || part.kind === 'markdownVuln') return textIn(part.content);
  if (part.kind === 'inlineReference') return textOf(part.name) ?? nameOf(part.inlineReference);
  return undefined;
}

function takePart(log: MessageLog, part: JsonObject, stamp: Stamp): void {
  switch (part.kind) {
    case 'thinking': {
      const { value } = part;
      log.say('assistant', Array.isArray(value) ? value.map(asText).join('') : asText(value ?? ''), stamp, 'thinking');
      return;
    }
    case 'toolInvocationSerialized':
    case 'toolInvocation':
      takeTool(log, part, stamp);
      return;
    case 'textEditGroup':
    case 'notebookEditGroup':
      takeEdits(log, part, stamp);
      return;
    case 'warning':
    case 'confirmation':
    case 'elicitation':
    case 'elicitationSerialized':
    case 'elicitation2':
      log.system(
        'notice',
        [textIn(part.title), textIn(part.content ?? part.message)].filter(Boolean).join('\n'),
        stamp,
      );
      return;
    default:
      log.unknown(part, part.kind, stamp);
  }
}

/** A tool as the screen told of it: the sentence, the command, and what came of it where that is kept. */
function takeTool(log: MessageLog, part: JsonObject, stamp: Stamp): void {
  const call = textOf(part.toolCallId);
  const data = isObject(part.toolSpecificData) ? part.toolSpecificData : {};
  const line = isObject(data.commandLine) ? textOf(data.commandLine.original) : textOf(data.command);
  const sentence = textIn(part.pastTenseMessage) || textIn(part.invocationMessage);
  log.call(textOf(part.toolId), call, line ?? (sentence || textOf(part.toolId)), stamp);
  const details = isObject(part.resultDetails) ? part.resultDetails : {};
  const { model: _, ...plain } = stamp;
  for (const output of Array.isArray(details.output) ? details.output : [details.output]) {
    const text = isObject(output) ? textOf(output.value) : textOf(output);
    if (text !== undefined && !(isObject(output) && output.type === 'data'))
      log.result(call, text, plain, { isError: details.isError === true });
  }
}

function takeEdits(log: MessageLog, part: JsonObject, stamp: Stamp): void {
  const texts = (Array.isArray(part.edits) ? part.edits.flat(2) : [])
    .filter(isObject)
    .map(({ text }) => textOf(text))
    .filter((text) => text !== undefined);
  const file = placeOf(part.uri);
  const marks = file === undefined ? {} : { attributes: { file } };
  log.call(asText(part.kind), undefined, texts.join('\n'), { ...stamp, ...marks });
}

/** A text, or an object around one. */
function textIn(value: unknown): string {
  return textOf(value) ?? (isObject(value) ? (textOf(value.value) ?? '') : '');
}

/** Path of an address, which may stand inside a location or a symbol. */
function placeOf(value: unknown): string | undefined {
  if (!isObject(value)) return textOf(value);
  const inner = value.uri ?? (isObject(value.location) ? value.location.uri : undefined);
  if (isObject(inner)) return placeOf(inner);
  return textOf(value.fsPath) ?? textOf(value.path);
}

function nameOf(value: unknown): string {
  if (isObject(value) && textOf(value.name) !== undefined) return asText(value.name);
  return placeOf(value)?.split(/[\\/]/).at(-1) ?? '';
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
