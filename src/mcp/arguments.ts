import { EXIT, PalaceError } from '../base/errors.js';
import { didYouMean } from '../base/near.js';
import { type Args, type Param, type Params, type Schema, SHORT } from './tool.js';

/** The JSON schema of a tool's parameters. */
export function inputSchema(params: Params): Schema {
  const required = Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, schemaOf(param)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function schemaOf({ kind, description, options, minimum, maximum, default: fallback }: Param): Schema {
  return {
    ...(kind === 'strings' ? { type: 'array', items: { type: 'string' } } : { type: kind }),
    description,
    ...(options && { enum: options }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

/**
 * The arguments of a call, checked. Numbers and booleans may come as text.
 * @throws PalaceError `bad-arguments` (exit 2) naming the parameter: unknown, missing, or of another kind.
 */
export function readArguments(params: Params, given: unknown): Args {
  if (given === undefined || given === null) return checkRequired(params, {});
  if (typeof given !== 'object' || Array.isArray(given)) throw refused('arguments must be an object', 'arguments');
  const read: Record<string, Args[string]> = {};
  for (const [givenAs, value] of Object.entries(given)) {
    const name = ownName(params, givenAs);
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined) {
      const near = didYouMean(name, Object.keys(params));
      throw refused(
        `there is no parameter "${name}"${near === '' ? `; there are: ${Object.keys(params).join(', ') || 'none'}` : `; ${near}`}`,
        name,
      );
    }
    // Some clients send null for what they leave out.
    if (value !== null && value !== undefined) read[name] = readValue(name, param, value);
  }
  return checkRequired(params, read);
}

/** The name of a parameter that is called by another one here. */
function ownName(params: Params, name: string): string {
  return Object.entries(params).find(([, { alias }]) => alias === name)?.[0] ?? name;
}

/** How to call a tool, in a line: its parameters, those in brackets may be left out. */
export function usageOf(tool: string, params: Params): string {
  const names = Object.entries(params).map(([name, { required }]) => (required ? name : `[${name}]`));
  return names.length === 0 ? `${tool} takes no parameters` : `${tool} takes ${names.join(', ')}`;
}

function checkRequired(params: Params, read: Record<string, Args[string]>): Args {
  for (const [name, { required, description }] of Object.entries(params))
    if (required && read[name] === undefined) throw refused(`the parameter "${name}" is missing: ${description}`, name);
  return read;
}

function readValue(name: string, param: Param, value: unknown): Exclude<Args[string], undefined> {
  switch (param.kind) {
    case 'string':
      return textOf(name, param, value);
    case 'strings':
      return listOf(name, param, value);
    case 'boolean': {
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw refused(`"${name}" is true or false`, name);
    }
    default:
      return numberOf(name, param, value);
  }
}

function textOf(name: string, { options, longest = SHORT }: Param, value: unknown): string {
  // A date or a number that a model did not put in quotes.
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw refused(`"${name}" is a text`, name);
  if (text.length > longest) throw refused(`"${name}" is longer than ${longest} characters`, name);
  if (options !== undefined && !options.includes(text))
    throw refused(`"${name}" is one of ${options.join(', ')}, not "${text}"`, name);
  return text;
}

function listOf(name: string, param: Param, value: unknown): string[] {
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list)) throw refused(`"${name}" is a list of texts`, name);
  return list.map((each) => textOf(name, param, each));
}

function numberOf(name: string, { kind, minimum, maximum }: Param, value: unknown): number {
  const given = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof given !== 'number' || !Number.isFinite(given)) throw refused(`"${name}" is a number`, name);
  if (kind === 'integer' && !Number.isInteger(given)) throw refused(`"${name}" is a whole number`, name);
  // Out of range is not out of sense: a limit of 1,000 means as many as there may be.
  return Math.min(maximum ?? given, Math.max(minimum ?? given, given));
}

function refused(message: string, field: string): PalaceError {
  return new PalaceError('bad-arguments', message, { exit: EXIT.usage, details: { field } });
}
