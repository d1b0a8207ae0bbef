import type { Connection } from './session.js';

/** What a parameter takes. Numbers may come as text (`"5"`), since some clients send all values so. */
export type ParamKind = 'string' | 'integer' | 'number' | 'boolean' | 'strings';

export interface Param {
  kind: ParamKind;
  description: string;
  required?: true;
  /** Values that are taken; others are refused with these named. */
  options?: readonly string[];
  minimum?: number;
  maximum?: number;
  /** What is meant when it is left out; only told, never filled in. */
  default?: string | number | boolean;
  /** Most characters of a text. Default {@link SHORT}. */
  longest?: number;
  /** Another name that is taken, and not told: what the original calls it. */
  alias?: string;
}

export type Params = Readonly<Record<string, Param>>;

/** Longest text of a parameter that holds no content. */
export const SHORT = 2_000;
/** Longest content: 1 MB of UTF-8 is checked where it is filed. */
export const CONTENT = 1_048_576;

/** Whose work a write is: its commit carries the name. */
export const AGENT: Param = {
  kind: 'string',
  description: 'your name as the author; default: this client',
  alias: 'added_by',
};

/** Arguments of a call, checked: only parameters of the tool, of their kinds. */
export type Args = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A JSON schema, as far as results are described. */
export interface Schema {
  [key: string]: unknown;
}

/** One tool that a model may call. */
export interface Tool {
  name: string;
  title: string;
  /** The model's only manual: when to call it, and an example where that helps. */
  description: string;
  params: Params;
  /** Of the structured result. */
  output: Schema;
  /** `read` changes nothing; `write` adds; `destroy` takes away or replaces (history keeps everything). */
  effect: 'read' | 'write' | 'destroy';
  /** The same call again changes nothing more. */
  idempotent: boolean;
  /** Among the about twelve that most work needs. */
  core?: true;
  run(args: Args, session: Connection): Promise<Record<string, unknown>>;
}

/** A text argument; undefined when it was left out. */
export const text = (args: Args, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

/** A text argument that the schema requires. */
export const needed = (args: Args, name: string): string => text(args, name) ?? '';

export const number = (args: Args, name: string): number | undefined => {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
};

export const flag = (args: Args, name: string): boolean => args[name] === true;

/** The parts of `values` that are given: exact optional properties refuse undefined. */
export function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
