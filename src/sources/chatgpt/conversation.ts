import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import { dateOfTime, timeOfSeconds, timeOfText } from '../export-time.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { orderTree, type TreeNode, type TreeOrder } from '../message-tree.js';
import { Tally } from '../tally.js';
import type { ToolMode } from '../tool-text.js';
import type { SourceUnit } from '../types.js';
import { messagesOf } from './content.js';

/** A node with what it shows. */
interface Shown {
  messages: Message[];
  model: string | undefined;
  isMain: boolean;
}

/**
 * One conversation of the export as a unit: the whole tree, depth-first, what was not shown in the end marked
 * `branch: alternate`. Undefined for what is no conversation. `fallback`: its source where it has no id.
 * @throws SkipSource `empty` when nobody says anything in it.
 */
export function chatgptUnit(element: unknown, tools: ToolMode, fallback: () => string): SourceUnit | undefined {
  if (!isObject(element) || !isObject(element.mapping)) return undefined;
  const tally = new Tally();
  const nodes = nodesOf(element.mapping);
  const tree = orderTree(nodes, textOf(element.current_node));
  const shown = shownNodes(element.mapping, nodes, tree, { tools, tally });
  const main = shown.find(({ model, isMain }) => model !== undefined && isMain)?.model;
  const model = main ?? textOf(element.default_model_slug);
  const id = textOf(element.conversation_id) ?? textOf(element.id);
  const title = textOf(element.title);
  const gizmo = textOf(element.gizmo_id);
  return conversationUnit({
    source: id === undefined ? fallback() : `chatgpt:${id}`,
    title,
    messages: shown.flatMap((node) => marked(node, model)),
    notKept: tally.list(),
    facts: {
      model,
      ...(gizmo !== undefined && { [gizmo.startsWith('g-p-') ? 'project' : 'gizmo']: gizmo }),
      archived: element.is_archived === true ? true : undefined,
    },
    date: timeOfSeconds(element.create_time) ?? dateOfTime(timeOfText(element.create_time)),
    notes: notesOf(tree, title ?? id ?? 'a conversation', element),
  });
}

function nodesOf(mapping: JsonObject): TreeNode[] {
  return Object.entries(mapping).map(([id, value]) => {
    const node = isObject(value) ? value : {};
    const children = Array.isArray(node.children) ? node.children.filter((one) => typeof one === 'string') : [];
    return { id, parent: textOf(node.parent), children };
  });
}

function shownNodes(
  mapping: JsonObject,
  nodes: readonly TreeNode[],
  { order, main }: TreeOrder,
  context: { tools: ToolMode; tally: Tally },
): Shown[] {
  const shown: Shown[] = [];
  const seen = new Set<string>();
  // Where a message stands twice, the one on the shown line counts.
  for (const place of [...order].sort((a, b) => Number(main.has(b)) - Number(main.has(a)))) {
    const id = nodes[place]?.id ?? '';
    const node = mapping[id];
    const message = isObject(node) ? node.message : undefined;
    if (!isObject(message)) {
      if (message !== undefined && message !== null) context.tally.add('damaged messages', 0);
      continue;
    }
    const messageId = textOf(message.id) ?? id;
    if (seen.has(messageId)) {
      context.tally.add('repeated messages', Buffer.byteLength(JSON.stringify(message)));
      continue;
    }
    seen.add(messageId);
    shown[place] = {
      messages: messagesOf(message, id, context),
      model: isObject(message.metadata) ? textOf(message.metadata.model_slug) : undefined,
      isMain: main.has(place),
    };
  }
  return order.flatMap((place) => shown[place] ?? []);
}

/** With the branch, and the model where it is another than that of the conversation. */
function marked({ messages, model, isMain }: Shown, usual: string | undefined): Message[] {
  const more: Record<string, string> = {};
  if (!isMain) more.branch = 'alternate';
  if (model !== undefined && model !== usual) more.model = model;
  if (Object.keys(more).length === 0) return messages;
  return messages.map((message) => ({
    ...message,
    attributes: { ...message.attributes, ...(message.speaker === 'user' && !isMain ? { branch: 'alternate' } : more) },
  }));
}

function notesOf(tree: TreeOrder, name: string, element: JsonObject): string[] {
  const notes: string[] = [];
  const of = `“${name.replace(/\s+/g, ' ').slice(0, 80)}”`;
  if (tree.orphans > 0) notes.push(`${of}: ${tree.orphans} messages hang on a message that is not in the export`);
  if (tree.cycles > 0) notes.push(`${of}: its messages run in a circle, which was cut`);
  if (tree.isGuessed && textOf(element.current_node) !== undefined)
    notes.push(`${of}: the message that was shown last is not in the export; the newest answers were taken`);
  return notes;
}
