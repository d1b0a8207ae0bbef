import { PalaceError } from '../base/errors.js';

/** A parsed YAML mapping; nested mappings are plain objects of their own. */
export type YamlMap = Record<string, unknown>;

const PLAIN_LINE = /^( {0,2})([A-Za-z_][\w-]*):(?: +(\S(?:.*\S)?))? *$/;
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;
const PLAIN_WORD = /^(?:~\/|\/|\.\/)?[A-Za-z][\w ./-]*$/;
const PLAIN_STRING = /^"[^"\\\u0000-\u001f]*"$/;
const NOT_A_WORD = /^(?:null|true|false)$/i;

/**
 * The mapping in a small YAML file (palace.yaml, config.yaml). Files as we write them (`key: scalar`, one level of nesting)
 * are read without loading a YAML parser, because every command starts here; any other text goes to the parser.
 * @param file named in errors.
 * @throws PalaceError `bad-yaml` with file and line when the text is not YAML or not a mapping.
 */
export async function readYamlMap(text: string, file: string): Promise<YamlMap> {
  return readPlain(text) ?? (await readAny(text, file));
}

/** The mapping when `text` is of the plain form, else undefined. Agrees with the YAML parser on everything it accepts. */
export function readPlain(text: string): YamlMap | undefined {
  const map: YamlMap = {};
  let inner: YamlMap | undefined;
  let open: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line) && !line.includes('\t') && !line.includes('\r')) continue;
    const found = PLAIN_LINE.exec(line);
    if (!found) return undefined;
    const [, indent, key, raw] = found;
    if (key === undefined || indent === undefined || key === '__proto__' || NOT_A_WORD.test(key)) return undefined;
    const target = indent === '' ? map : indent === '  ' ? inner : undefined;
    if (!target || Object.hasOwn(target, key)) return undefined;
    if (raw === undefined) {
      if (indent !== '') return undefined;
      open = key;
      inner = {};
      map[key] = inner;
      continue;
    }
    if (indent === '') {
      if (open !== undefined && inner && Object.keys(inner).length === 0) return undefined;
      open = undefined;
      inner = undefined;
    }
    const value = plainScalar(raw);
    if (value === undefined) return undefined;
    target[key] = value;
  }
  // A key without a value is null in YAML, not an empty mapping.
  for (const value of Object.values(map))
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return undefined;
  return map;
}

function plainScalar(raw: string): string | number | boolean | undefined {
  if (raw === 'true') return true;
  if (raw === 'false') return false;
  if (PLAIN_NUMBER.test(raw)) return Number(raw);
  if (PLAIN_STRING.test(raw)) return raw.slice(1, -1);
  if (PLAIN_WORD.test(raw) && !NOT_A_WORD.test(raw)) return raw;
  return undefined;
}

async function readAny(text: string, file: string): Promise<YamlMap> {
  const { parseDocument, LineCounter, isMap } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken) {
    const line = lines.linePos(broken.pos[0]).line;
    throw badYaml(file, line, broken.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? 'not valid YAML');
  }
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw badYaml(file, 1, 'expected lines of the form "key: value"');
  try {
    return document.toJS({ maxAliasCount: 20 }) as YamlMap;
  } catch (error) {
    throw badYaml(file, 1, error instanceof Error ? error.message : String(error));
  }
}

function badYaml(file: string, line: number, what: string): PalaceError {
  return new PalaceError('bad-yaml', `${file}:${line}: ${what}`, {
    next: [`correct line ${line} of ${file}`],
    details: { file, line },
  });
}

/** Line (1-based) on which a dotted key stands in YAML text; 1 when it cannot be told. */
export async function lineOfKey(text: string, key: readonly string[]): Promise<number> {
  const { parseDocument, LineCounter, isNode } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const node = document.getIn(key, true);
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
}
