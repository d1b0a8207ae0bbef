import { createRequire } from 'node:module';
import type { Schema, Type } from 'js-yaml';

/** Front-matter as data, or what is wrong with it (`line` counts lines of the file; the opening `---` is line 1). */
export type YamlReading = { data: Record<string, unknown> } | { problem: { line: number; message: string } };

/** More than this is no front-matter; reading stops there so that a hostile file costs nothing. */
export const MAX_FRONT_MATTER = 256 * 1024;

/** gray-matter looks for comments with a pattern that is quadratic in a run of blank space. */
const MAX_BLANK_RUN = 1000;

/** What YAML (and JSON in YAML) cannot hold as it is; js-yaml refuses the whole text for one of these. */
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]/;

/**
 * The text between the two `---` lines as data. Lines of the form that we write ourselves are read directly; anything else
 * goes through gray-matter with one engine, a YAML in which nothing but `null`, `true`, `false` and plain JSON numbers is
 * converted. Never throws, never runs anything, refuses anchors.
 */
export function readYaml(text: string): YamlReading {
  return readOwnLines(text) ?? readAnyYaml(text);
}

/** `key: <JSON scalar or list of JSON strings>` a line, as `renderFrontMatter` writes; undefined when one line differs. */
export function readOwnLines(text: string): { data: Record<string, unknown> } | undefined {
  if (UNPRINTABLE.test(text)) return undefined;
  const data: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const colon = line.indexOf(': ');
    const key = line.slice(0, colon);
    if (colon < 1 || key === '__proto__' || Object.hasOwn(data, key) || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key))
      return undefined;
    const value = ownValue(line.slice(colon + 2));
    if (value === undefined) return undefined;
    data[key] = value;
  }
  return { data };
}

function ownValue(text: string): unknown {
  if (!/^(?:".*"|\["?.*\]|-?[0-9][0-9.e+-]*|true|false|null)$/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === 'number') return JSON.stringify(value) === text ? value : undefined;
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  return value;
}

/** The general way; exported for the property test that both ways agree. */
export function readAnyYaml(text: string): YamlReading {
  const early = earlyProblem(text);
  if (early) return { problem: early };
  const { matter, yaml } = loadLibraries();
  let anchored = false;
  const engine = {
    parse: (source: string): object => {
      const parsed: unknown = yaml.load(source, {
        schema: plainSchema(yaml),
        listener: (_event: unknown, state: object) => {
          const anchors: unknown = Reflect.get(state, 'anchorMap');
          anchored ||= typeof anchors === 'object' && anchors !== null && Object.keys(anchors).length > 0;
        },
      });
      if (parsed === null || parsed === undefined) return {};
      if (typeof parsed !== 'object' || Array.isArray(parsed)) throw new NotAMapping();
      return parsed;
    },
    stringify: deny,
  };
  try {
    // The options object is not optional: without one gray-matter caches, and hands one reader's changes to the next.
    const file = matter(`---\n${text}\n---\n`, {
      language: 'yaml',
      engines: { yaml: engine, json: DENIED, javascript: DENIED, js: DENIED, coffee: DENIED, toml: DENIED },
    });
    // An alias repeats its anchor; a few lines can stand for gigabytes once they are written out.
    if (anchored) return { problem: { line: lineOf(text, /[&*]\S/), message: 'anchors and aliases are not read' } };
    return { data: { ...(file.data as Record<string, unknown>) } };
  } catch (error) {
    return { problem: explain(error) };
  }
}

function earlyProblem(text: string): { line: number; message: string } | undefined {
  if (text.length > MAX_FRONT_MATTER) return { line: 1, message: `longer than ${MAX_FRONT_MATTER / 1024} KiB` };
  // gray-matter would take any line that begins so for the end; to YAML it is another document.
  const rule = /^---/m.exec(text);
  if (rule) return { line: lineAt(text, rule.index), message: 'a line inside it begins with ---' };
  // YAML forbids it; js-yaml takes it for part of the value above.
  const tab = /^\t+\S/m.exec(text);
  if (tab) return { line: lineAt(text, tab.index), message: 'a line is indented with a tab' };
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    run = /\s/.test(text.charAt(at)) ? run + 1 : 0;
    if (run > MAX_BLANK_RUN) return { line: lineAt(text, at - run + 1), message: 'too much blank space' };
  }
  return undefined;
}

class NotAMapping extends Error {}

const deny = (): never => {
  throw new Error('only YAML is read as front-matter');
};
const DENIED = { parse: deny, stringify: deny };

function explain(error: unknown): { line: number; message: string } {
  if (error instanceof NotAMapping) return { line: 2, message: 'it is not a list of "key: value" lines' };
  if (error instanceof RangeError) return { line: 2, message: 'it is nested too deeply' };
  if (error instanceof Error && error.name === 'YAMLException') {
    const mark: unknown = Reflect.get(error, 'mark');
    const line: unknown = typeof mark === 'object' && mark !== null ? Reflect.get(mark, 'line') : undefined;
    const reason: unknown = Reflect.get(error, 'reason');
    return {
      // The YAML that the engine saw begins with the newline of the opening line.
      line: typeof line === 'number' ? line + 1 : 2,
      message: typeof reason === 'string' ? reason : 'it is not YAML',
    };
  }
  return { line: 2, message: error instanceof Error ? error.message : String(error) };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length + 1;
}

function lineOf(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  return found ? lineAt(text, found.index) : 2;
}

interface Libraries {
  matter: typeof import('gray-matter');
  yaml: typeof import('js-yaml');
}

/** Loaded at the first file that a person wrote: together they cost more than starting node. `require` keeps its own cache. */
function loadLibraries(): Libraries {
  const load = createRequire(import.meta.url);
  return { matter: load('gray-matter'), yaml: load('js-yaml') };
}

/**
 * Dates, octals, `1:30`, `1_000`, `1.10`, `yes` stay the text that was written; a number is one only if it is written
 * back the same.
 */
function plainSchema(yaml: typeof import('js-yaml')): Schema {
  const scalar = (tag: string, accepts: (text: string) => boolean, construct: (text: string) => unknown): Type =>
    new yaml.Type(tag, {
      kind: 'scalar',
      resolve: (text: unknown) => (typeof text === 'string' ? accepts(text) : text === null),
      construct: (text: unknown) => (typeof text === 'string' ? construct(text) : null),
    });
  return new yaml.Schema({
    include: [yaml.FAILSAFE_SCHEMA],
    implicit: [
      scalar(
        'tag:yaml.org,2002:null',
        (text) => text === 'null' || text === '~' || text === '',
        () => null,
      ),
      scalar(
        'tag:yaml.org,2002:bool',
        (text) => text === 'true' || text === 'false',
        (text) => text === 'true',
      ),
      scalar('tag:yaml.org,2002:float', isPlainNumber, Number),
    ],
  });
}

function isPlainNumber(text: string): boolean {
  return /^-?[0-9]/.test(text) && JSON.stringify(Number(text)) === text;
}
