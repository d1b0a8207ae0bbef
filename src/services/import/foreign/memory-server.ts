import { basename } from 'node:path';
import { linesOf, parsed } from '../read-lines.js';
import type { Incoming, NotImported } from '../types.js';
import type { Filer } from './filer.js';

interface Relation {
  from: string;
  to: string;
  relationType: string;
}

/** Whether a JSON value is a line of the graph that the MCP memory server keeps. */
export function isGraphLine(value: unknown): boolean {
  return isObject(value) && (value.type === 'entity' || value.type === 'relation');
}

/**
 * The graph of the MCP memory server: each entity is a memory (its name and type, then its observations as they stand, a line
 * each), and so are the relations that lead from one entity. The wing is the file, the room the entity's type.
 */
export async function* readMemoryServer(file: string, filer: Filer): AsyncGenerator<Incoming | NotImported> {
  const wing = basename(file).replace(/\.[^.]+$/, '');
  const source = `memory-server:${wing}`;
  const relations = new Map<string, Relation[]>();
  for await (const { number, text } of linesOf(file)) {
    const where = `${basename(file)}:${number}`;
    const value = text === undefined ? undefined : parsed(text);
    const relation = relationOf(value);
    if (relation !== undefined) {
      const known = relations.get(relation.from);
      if (known === undefined) relations.set(relation.from, [relation]);
      else known.push(relation);
      continue;
    }
    const entity = entityOf(value);
    if (entity === undefined) {
      yield {
        where,
        reason: text === undefined ? 'is too long' : 'is neither an entity nor a relation',
        damaged: true,
      };
      continue;
    }
    const { name, type, observations } = entity;
    yield filer.file({
      wing,
      room: type,
      source,
      unit: `entity:${name}`,
      front: { title: oneLine(name), entities: [oneLine(name)] },
      facts: { entity_type: type, observations: observations.length },
      body: Buffer.from(`${[type === '' ? name : `${name} (${type})`, '', ...observations].join('\n')}\n`, 'utf8'),
      where,
    });
  }
  for (const [from, all] of relations)
    yield filer.file({
      wing,
      room: 'relations',
      source,
      unit: `relations:${from}`,
      front: {
        title: `${oneLine(from)}: relations`,
        entities: [...new Set([from, ...all.map(({ to }) => to)].map(oneLine))].slice(0, 100),
      },
      facts: { relations: all.length },
      body: Buffer.from(`${all.map(({ relationType, to }) => `${from} ${relationType} ${to}`).join('\n')}\n`, 'utf8'),
      where: `${basename(file)}: relations of ${from}`,
    });
}

function entityOf(value: unknown): { name: string; type: string; observations: string[] } | undefined {
  if (!isObject(value) || value.type !== 'entity' || typeof value.name !== 'string') return undefined;
  const { name, entityType, observations } = value;
  if (observations !== undefined && !Array.isArray(observations)) return undefined;
  const words = ((observations ?? []) as unknown[]).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return { name, type: typeof entityType === 'string' ? entityType : '', observations: words };
}

function relationOf(value: unknown): Relation | undefined {
  if (!isObject(value) || value.type !== 'relation') return undefined;
  const { from, to, relationType } = value;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof relationType !== 'string') return undefined;
  return { from, to, relationType };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
