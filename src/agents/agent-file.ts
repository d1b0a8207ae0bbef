import { createRequire } from 'node:module';
import { EXIT, PalaceError } from '../base/errors.js';
import { PATHS } from '../palace/layout.js';
import { slug, wingName } from '../palace/names.js';
import type { WingName } from '../palace/types.js';

/** A specialist agent, as `agents/<name>.yaml` describes it. */
export interface AgentFile {
  /** Slug; also the file's name. */
  name: string;
  /** What it looks at, in a few words. */
  focus: string;
  description: string;
  /** Where its diary is; by default the wing of its name. */
  wing: WingName;
  /** `YYYY-MM-DD`; '' when the file does not say. */
  created: string;
  tags: string[];
}

/** What somebody says about an agent; absent fields stay as they are. */
export interface AgentChanges {
  focus?: string;
  description?: string;
  wing?: string;
  created?: string;
  tags?: readonly string[];
}

const LONGEST_TEXT = 2_000;

/** An agent's name as it stands on disk and is compared: `Code Reviewer` is `code-reviewer`. @throws PalaceError `bad-name` (exit 2). */
export function agentName(text: string): string {
  const name = wingName(text, 'agent');
  if (name.length <= 64) return name;
  throw new PalaceError(
    'bad-name',
    `agent ${JSON.stringify(text.slice(0, 40))} is refused: it is longer than 64 characters`,
    {
      exit: EXIT.usage,
      next: ['give a short name like reviewer'],
      details: { field: 'agent' },
    },
  );
}

export function agentPath(name: string): string {
  return `${PATHS.agents}/${name}.yaml`;
}

/** The name that a file of `agents/` is for; undefined for any other file. */
export function agentOfPath(path: string): string | undefined {
  const name = /^agents\/([^/]+)\.yaml$/.exec(path)?.[1];
  return name !== undefined && slug(name) === name && name !== '' ? name : undefined;
}

/**
 * Reads a file of `agents/`. Keys that it does not know are left alone.
 * @throws PalaceError `broken-yaml` (exit 1) with file and line.
 */
export function parseAgentFile(text: string, name: string): AgentFile {
  const file = agentPath(name);
  const data = open(text, file).toJS({ maxAliasCount: 100 }) as unknown;
  const map =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
  const string = (key: string): string =>
    typeof map[key] === 'string' || typeof map[key] === 'number' ? String(map[key]) : '';
  const tags = Array.isArray(map.tags) ? map.tags : [];
  const wing = string('wing');
  return {
    name,
    focus: string('focus'),
    description: string('description'),
    wing: wing === '' ? (name as WingName) : wingName(wing),
    created: string('created'),
    tags: tags.flatMap((tag: unknown) => (typeof tag === 'string' || typeof tag === 'number' ? [String(tag)] : [])),
  };
}

/**
 * The text of an agent's file with some things set; comments, other keys and their order stay. Undefined text begins a new file.
 * @throws PalaceError `bad-agent` (exit 2) for an endless or many-lined focus, `bad-name`, `broken-yaml`.
 */
export function editAgentFile(text: string | undefined, name: string, changes: AgentChanges): string {
  const file = agentPath(name);
  const document = open(text ?? '', file);
  const before = document.toJS() as Record<string, unknown> | null;
  const set = (key: string, value: unknown): void => {
    if (value === undefined || JSON.stringify(before?.[key]) === JSON.stringify(value)) return;
    document.set(key, Array.isArray(value) ? document.createNode(value, { flow: true }) : value);
  };
  if (text === undefined) set('name', name);
  set('focus', checkedText(changes.focus, 'focus'));
  set('description', checkedText(changes.description, 'description'));
  set('wing', changes.wing === undefined ? undefined : wingName(changes.wing));
  set('created', changes.created);
  set(
    'tags',
    changes.tags?.map((tag) => checkedText(tag, 'tag')),
  );
  const after = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  // Without a real change every byte stays.
  return text !== undefined && JSON.stringify(before) === JSON.stringify(document.toJS()) ? text : after;
}

function checkedText(text: string | undefined, field: string): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  if (
    trimmed.length <= LONGEST_TEXT &&
    !/[^\P{Cc}\n\t]/u.test(trimmed) &&
    (field === 'description' || !trimmed.includes('\n'))
  )
    return trimmed;
  throw new PalaceError('bad-agent', `${field} ${JSON.stringify(trimmed.slice(0, 40))} is refused`, {
    exit: EXIT.usage,
    next: [field === 'description' ? `give ${LONGEST_TEXT} characters at most` : 'give one line'],
    details: { field },
  });
}

function open(text: string, file: string): import('yaml').Document {
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error === undefined) return document;
  const line = error.linePos?.[0].line ?? 1;
  throw new PalaceError('broken-yaml', `${file}, line ${line}: ${error.message.split('\n')[0] ?? ''}`, {
    next: [`correct line ${line} of ${file}`],
    details: { file, line },
  });
}
