import { dateOfTime, timeOfText } from '../export-time.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import type { SourceUnit } from '../types.js';

/** Documents and instructions of a project as notes; undefined for what is no project. */
export function projectUnits(element: unknown): SourceUnit[] | undefined {
  if (!isObject(element) || !(Array.isArray(element.docs) || 'prompt_template' in element)) return undefined;
  const name = textOf(element.name) ?? '';
  const id = textOf(element.uuid) ?? name;
  const facts = wordFacts({ project: name, description: element.description });
  const units: SourceUnit[] = [];
  const add = (key: string, title: string, text: unknown, created: unknown): void => {
    const body = textOf(text);
    if (body === undefined) return;
    units.push(
      noteUnit(`claude-ai:project/${id}/${key}`, name === '' ? title : `${name} / ${title}`, body, created, {
        facts,
        name,
      }),
    );
  };
  const docs = Array.isArray(element.docs) ? element.docs.filter(isObject) : [];
  for (const [place, doc] of docs.entries()) {
    const filename = textOf(doc.filename) ?? 'document';
    add(textOf(doc.uuid) ?? `${place}`, filename, doc.content, doc.created_at);
  }
  add('instructions', 'instructions', element.prompt_template, undefined);
  return units;
}

/** What the assistant remembers of the person, and of each project; undefined for what is none. */
export function memoryUnits(element: unknown): SourceUnit[] | undefined {
  if (!isObject(element) || !('conversations_memory' in element || 'project_memories' in element)) return undefined;
  const units: SourceUnit[] = [];
  const own = textOf(element.conversations_memory);
  if (own !== undefined)
    units.push(noteUnit(`claude-ai:memory/${textOf(element.account_uuid) ?? 'account'}`, 'Memory', own, undefined, {}));
  for (const [project, text] of projectMemories(element.project_memories))
    units.push(
      noteUnit(`claude-ai:memory/${project}`, 'Memory of a project', text, undefined, {
        facts: { project_id: project },
      }),
    );
  return units;
}

function projectMemories(memories: unknown): [string, string][] {
  if (!isObject(memories)) return [];
  return Object.entries(memories).flatMap(([project, value]): [string, string][] => {
    const text = textOf(value) ?? (isObject(value) ? (textOf(value.memory) ?? textOf(value.content)) : undefined);
    return text === undefined ? [] : [[project, text]];
  });
}

function noteUnit(
  source: string,
  title: string,
  text: string,
  created: unknown,
  { facts, name }: { facts?: Record<string, string>; name?: string },
): SourceUnit {
  const unit: SourceUnit = {
    kind: 'note',
    source,
    title: title.replace(/\s+/g, ' ').trim(),
    body: Buffer.from(text, 'utf8'),
    routePath: '',
    notKept: [],
  };
  const date = dateOfTime(timeOfText(created));
  if (date !== undefined) {
    unit.date = date;
    unit.dateFrom = 'content';
  }
  if (facts !== undefined && Object.keys(facts).length > 0) unit.facts = facts;
  if (name) unit.wingHint = name;
  return unit;
}

function wordFacts(values: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
