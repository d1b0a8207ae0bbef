import { AgentLog } from '../agents/log.js';
import type { Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, parseJson, textOf } from '../json.js';
import { timeOfMilliseconds, timeOfText } from '../times.js';
import type { ToolMode } from '../tool-text.js';
import type { SourceUnit } from '../types.js';
import type { KeyValues } from './rows.js';

/**
 * A conversation of Cursor's composer. Its order is that of its headers alone; bubbles that no header names were abandoned and
 * stand behind, as alternates. Undefined for a draft that holds nothing.
 */
export function composerUnit(composer: JsonObject, rows: KeyValues, tools: ToolMode): SourceUnit | undefined {
  const id = textOf(composer.composerId);
  if (id === undefined) return undefined;
  const log = new AgentLog(tools);
  const bubbles = bubblesOf(composer, id, rows, log);
  const headers = listOf(composer.fullConversationHeadersOnly);
  const inline = listOf(composer.conversation);
  if (headers.length === 0 && inline.length === 0 && bubbles.size === 0) return undefined;
  for (const bubble of inline) bubbles.delete(asText(bubble.bubbleId ?? ''));
  for (const bubble of headers.length === 0 ? inline : []) takeBubble(log, bubble);
  for (const header of headers) {
    const bubbleId = asText(header.bubbleId ?? '');
    const bubble = bubbles.get(bubbleId) ?? inline.find((one) => one.bubbleId === bubbleId);
    bubbles.delete(bubbleId);
    if (bubble === undefined) log.tally.add('messages that the store no longer holds', 0);
    else takeBubble(log, bubble);
  }
  const left = log.length;
  for (const bubble of [...bubbles.values()].sort(byTime)) takeBubble(log, bubble);
  if (left > 0) log.markAlternate(left);
  if (log.length === 0) return undefined;
  const config = isObject(composer.modelConfig) ? composer.modelConfig : {};
  const workspace = isObject(composer.workspaceIdentifier) ? composer.workspaceIdentifier.uri : undefined;
  const model = textOf(config.modelName);
  return log.unit({
    source: `cursor:${id}`,
    title: textOf(composer.name),
    cwd: isObject(workspace) ? (textOf(workspace.fsPath) ?? textOf(workspace.path)) : undefined,
    date: timeOfMilliseconds(composer.createdAt) ?? timeOfText(composer.createdAt),
    ...(model !== undefined && { facts: { model } }),
  });
}

function bubblesOf(composer: JsonObject, id: string, rows: KeyValues, log: AgentLog): Map<string, JsonObject> {
  const prefix = `bubbleId:${id}:`;
  const bubbles = new Map<string, JsonObject>();
  const map = isObject(composer.conversationMap) ? composer.conversationMap : {};
  for (const [bubbleId, bubble] of Object.entries(map)) if (isObject(bubble)) bubbles.set(bubbleId, bubble);
  for (const [key, value] of rows.under(prefix)) {
    const bubble = parseJson(value);
    if (isObject(bubble)) bubbles.set(key.slice(prefix.length), bubble);
    else log.tally.add('damaged records', Buffer.byteLength(value));
  }
  return bubbles;
}

function byTime(one: JsonObject, other: JsonObject): number {
  const [left, right] = [timeOf(one) ?? '', timeOf(other) ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

function timeOf(bubble: JsonObject): string | undefined {
  const timing = isObject(bubble.timingInfo) ? bubble.timingInfo : {};
  return (
    timeOfText(bubble.createdAt) ?? timeOfMilliseconds(bubble.createdAt) ?? timeOfMilliseconds(timing.clientStartTime)
  );
}

function takeBubble(log: AgentLog, bubble: JsonObject): void {
  const isUser = bubble.type === 1 || bubble.type === 'user';
  const info = isObject(bubble.modelInfo) ? bubble.modelInfo : {};
  const stamp: Stamp = {
    time: timeOf(bubble),
    id: textOf(bubble.bubbleId) ?? textOf(bubble.id),
    ...(!isUser && { model: textOf(info.modelName) }),
  };
  if (isObject(bubble.thinking)) log.say('assistant', asText(bubble.thinking.text ?? ''), stamp, 'thinking');
  for (const block of listOf(bubble.allThinkingBlocks))
    log.say('assistant', asText(block.thinking ?? block.text ?? ''), stamp, 'thinking');
  log.say(isUser ? 'user' : 'assistant', textOf(bubble.text) ?? textOf(bubble.rawText) ?? '', stamp);
  if (isUser) takeAttached(log, bubble, stamp);
  if (isObject(bubble.toolFormerData)) takeTool(log, bubble.toolFormerData, stamp);
  const error = isObject(bubble.errorDetails) ? textOf(bubble.errorDetails.message) : undefined;
  log.system('notice', error ?? '', { ...stamp, model: undefined });
  if (bubble.richText !== undefined)
    log.tally.add('second copies (rich text)', Buffer.byteLength(asText(bubble.richText)));
}

function takeAttached(log: AgentLog, bubble: JsonObject, stamp: Stamp): void {
  const context = isObject(bubble.context) ? bubble.context : {};
  for (const { uri } of listOf(context.fileSelections)) {
    const link = isObject(uri) ? (textOf(uri.fsPath) ?? textOf(uri.path)) : undefined;
    if (link !== undefined) log.attach('user', { type: 'file', title: link.split(/[\\/]/).at(-1), link }, stamp);
  }
  for (const image of [...listOf(context.selectedImages), ...listOf(bubble.images)])
    log.attach('user', { type: 'image', link: textOf(image.path) ?? textOf(image.uuid) }, stamp);
}

function takeTool(log: AgentLog, tool: JsonObject, stamp: Stamp): void {
  const call = textOf(tool.toolCallId);
  const name = textOf(tool.name);
  log.call(name, call, textOf(tool.rawArgs) ?? tool.params, stamp);
  const error = tool.error === undefined || tool.error === null ? undefined : asText(tool.error);
  const result = tool.result === '' ? error : (tool.result ?? error);
  const more = { ...(name !== undefined && { name }), isError: tool.status === 'error' };
  if (result !== undefined && result !== null) log.result(call, asText(result), stamp, more);
}

/** A tab of the older chat: its bubbles are in it, in order. */
export function tabUnit(tab: JsonObject, tools: ToolMode): SourceUnit | undefined {
  const id = textOf(tab.tabId);
  const log = new AgentLog(tools);
  for (const bubble of listOf(tab.bubbles)) takeBubble(log, bubble);
  if (id === undefined || log.length === 0) return undefined;
  return log.unit({ source: `cursor:${id}`, title: textOf(tab.chatTitle) });
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
