import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import { dateOfTime, timeOfText } from '../export-time.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { orderTree } from '../message-tree.js';
import { Tally } from '../tally.js';
import type { ToolMode } from '../tool-text.js';
import type { SourceUnit } from '../types.js';
import { messagesOf } from './blocks.js';

/**
 * One conversation of the export (or a shared snapshot of one) as a unit; undefined for what is none. `fallback`: its source
 * where it has no id. @throws SkipSource `empty` when nobody says anything in it.
 */
export function claudeUnit(element: unknown, tools: ToolMode, fallback: () => string): SourceUnit | undefined {
  if (!isObject(element) || !Array.isArray(element.chat_messages)) return undefined;
  const tally = new Tally();
  const records = distinct(element.chat_messages, tally);
  const notes: string[] = [];
  const title = textOf(element.name) ?? textOf(element.snapshot_name) ?? '';
  const { order, main } = arranged(records, element, title, notes);
  const messages = order.flatMap((place) => {
    const record = records[place];
    if (record === undefined) return [];
    const blocks = messagesOf(record, { tools, tally });
    return main.has(place) ? blocks : blocks.map(aside);
  });
  const summary = textOf(element.summary);
  const project = isObject(element.project) ? textOf(element.project.name) : undefined;
  const unit = conversationUnit({
    source: sourceOf(element) ?? fallback(),
    title,
    messages: summary === undefined ? messages : [{ speaker: 'system', kind: 'summary', text: summary }, ...messages],
    notKept: tally.list(),
    facts: { model: textOf(element.model), project },
    date: dateOfTime(isSnapshot(element) ? undefined : timeOfText(element.created_at)),
    notes:
      element.up_to_date === false ? [...notes, `“${title}”: a shared copy; the conversation went on after it`] : notes,
    ...(project !== undefined && { wingHint: project }),
  });
  return unit;
}

/** A copy that the conversation went past is a source of its own: it must not take the place of the longer one. */
function sourceOf(element: JsonObject): string | undefined {
  const conversation = textOf(element.conversation_uuid);
  const id = textOf(element.uuid);
  if (conversation === undefined) return id === undefined ? undefined : `claude-ai:${id}`;
  return element.up_to_date === false && id !== undefined
    ? `claude-ai:${conversation}/${id}`
    : `claude-ai:${conversation}`;
}

function isSnapshot(element: JsonObject): boolean {
  return element.conversation_uuid !== undefined;
}

/** Messages by their ids: the same one twice is one. */
function distinct(messages: readonly unknown[], tally: Tally): JsonObject[] {
  const seen = new Set<string>();
  return messages.flatMap((message) => {
    if (!isObject(message)) {
      tally.add('damaged messages', Buffer.byteLength(JSON.stringify(message) ?? ''));
      return [];
    }
    const id = textOf(message.uuid);
    if (id !== undefined && seen.has(id)) {
      tally.add('repeated messages', Buffer.byteLength(JSON.stringify(message)));
      return [];
    }
    if (id !== undefined) seen.add(id);
    return [message];
  });
}

/** Newer exports are a tree; snapshots have numbers; else the order is that of the file. */
function arranged(
  records: readonly JsonObject[],
  element: JsonObject,
  title: string,
  notes: string[],
): { order: number[]; main: ReadonlySet<number> } {
  const places = records.map((_, place) => place);
  if (records.some((record) => textOf(record.parent_message_uuid) !== undefined)) {
    const ids = new Set(records.map(({ uuid }) => uuid));
    const nodes = records.map((record, place) => ({
      id: textOf(record.uuid) ?? `#${place}`,
      // The parent of a first message is an id of zeros (or the like) that no message has.
      parent: place === 0 && !ids.has(record.parent_message_uuid) ? undefined : realParent(record),
    }));
    const tree = orderTree(nodes, textOf(element.current_leaf_message_uuid) ?? nodes.at(-1)?.id);
    const of = `“${title}”`;
    if (tree.orphans > 0) notes.push(`${of}: ${tree.orphans} messages hang on a message that is not in the export`);
    if (tree.cycles > 0) notes.push(`${of}: its messages run in a circle, which was cut`);
    return tree;
  }
  const numbers = records.map(({ index }) => (typeof index === 'number' ? index : Number.NaN));
  if (numbers.some(Number.isNaN)) return { order: places, main: new Set(places) };
  return { order: [...places].sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0)), main: new Set(places) };
}

function realParent({ parent_message_uuid: parent }: JsonObject): string | undefined {
  const id = textOf(parent);
  return id === undefined || /^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/.test(id) ? undefined : id;
}

function aside(message: Message): Message {
  return { ...message, attributes: { ...message.attributes, branch: 'alternate' } };
}
