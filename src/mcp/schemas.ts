import type { Schema } from './tool.js';

/** Parts of the schemas of results. A result may say more than its schema. */
export const STRING: Schema = { type: 'string' };
export const NUMBER: Schema = { type: 'number' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const BOOLEAN: Schema = { type: 'boolean' };
/** One type a branch: not every client takes a list of types. */
export const STRING_OR_NULL: Schema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
/** The commit of a write; null when nothing had to be written. */
export const COMMIT: Schema = { ...STRING_OR_NULL, description: 'commit id; null: nothing had to be written' };

export const list = (items: Schema): Schema => ({ type: 'array', items });
export const counts: Schema = { type: 'object', additionalProperties: COUNT };
export const open: Schema = { type: 'object' };

/** An object whose `properties` are all there, but for those named optional by a final `?`. */
export function object(properties: Record<string, Schema>): Schema {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: entries.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
  };
}
