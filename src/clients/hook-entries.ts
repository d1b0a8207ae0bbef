import type { Runtime } from '../base/runtime.js';
import { type FilePlan, readConfig } from './config-file.js';
import { deepEqual } from './deep-equal.js';
import { JsoncDocument, type JsonPath } from './jsonc-edit.js';
import { leftOf } from './mcp-entry.js';
import type { Harness } from './names.js';
import { hookFile } from './places.js';
import { commandLine, type Program, startOf } from './start.js';

export interface HookEntryOptions {
  runtime: Pick<Runtime, 'home' | 'env' | 'platform'>;
  program: Program;
  /** Absolute; absent: the palace of the user's configuration. */
  palace?: string;
  /** Also tell the model, at each prompt, what the palace knows of it. */
  recall: boolean;
}

/**
 * Moments of which each program tells its hooks, in its own words, and what palace calls them. Codex has no end of a conversation: what is not filed
 * by then is filed when the next one begins. Cursor takes no words for the model at a prompt.
 */
const MOMENTS: Readonly<Record<Harness, readonly (readonly [string, string])[]>> = {
  'claude-code': [
    ['SessionStart', 'session-start'],
    ['UserPromptSubmit', 'prompt'],
    ['Stop', 'stop'],
    ['PreCompact', 'pre-compact'],
    ['SessionEnd', 'session-end'],
  ],
  codex: [
    ['SessionStart', 'session-start'],
    ['UserPromptSubmit', 'prompt'],
    ['Stop', 'stop'],
    ['PreCompact', 'pre-compact'],
  ],
  gemini: [
    ['SessionStart', 'session-start'],
    ['BeforeAgent', 'prompt'],
    ['AfterAgent', 'stop'],
    ['PreCompress', 'pre-compact'],
    ['SessionEnd', 'session-end'],
  ],
  cursor: [
    ['sessionStart', 'session-start'],
    ['stop', 'stop'],
    ['preCompact', 'pre-compact'],
    ['sessionEnd', 'session-end'],
  ],
};

/** A hook returns within a second; a machine under load gets time. Seconds; Gemini CLI counts in milliseconds. */
const TIMEOUT_S = 30;

/** A hook of palace in a file. */
interface Found {
  event: string;
  path: JsonPath;
  command: string;
}

/** Hooks of a program by event, as they stand in its file or in that of a plug-in. */
export function hookGroups(harness: Harness, options: HookEntryOptions): Record<string, unknown> {
  const wanted = MOMENTS[harness].filter(([, moment]) => moment !== 'prompt' || options.recall);
  return Object.fromEntries(wanted.map(([event, moment]) => [event, entryOf(harness, moment, options)]));
}

/**
 * The change that puts the hooks of palace into the file of a program, and brings older ones up to date. Hooks of others stay where they are.
 * @throws what {@link JsoncDocument} says.
 */
export async function planHookInstall(harness: Harness, options: HookEntryOptions): Promise<FilePlan> {
  const file = hookFile(harness, options.runtime);
  const before = await readConfig(file);
  const document = await JsoncDocument.open(before ?? '', file);
  if (harness === 'cursor' && document.get(['version']) === undefined) document.set(['version'], 1);
  const wanted = hookGroups(harness, options);
  const standing = new Set<string>();
  // From the end, so that places in lists stay right.
  for (const { event, path } of findHooks(document, harness).reverse()) {
    const group = path.slice(0, 3);
    const isAlone = harness === 'cursor' || deepEqual(withoutOthers(document.get(group)), document.get(group));
    if (wanted[event] !== undefined && !standing.has(event) && isAlone) {
      if (!deepEqual(document.get(group), wanted[event])) document.set(group, wanted[event]);
      standing.add(event);
    } else removeHook(document, path);
  }
  for (const [event, entry] of Object.entries(wanted)) if (!standing.has(event)) document.push(['hooks', event], entry);
  return { file, before, after: document.text };
}

/** The change that takes them away. */
export async function planHookUninstall(harness: Harness, runtime: HookEntryOptions['runtime']): Promise<FilePlan> {
  const file = hookFile(harness, runtime);
  const before = await readConfig(file);
  if (before === null) return { file, before, after: null };
  const document = await JsoncDocument.open(before, file);
  const found = findHooks(document, harness);
  for (const { path } of found.reverse()) removeHook(document, path);
  // A file of Cursor that was made for these hooks.
  if (found.length > 0 && harness === 'cursor' && deepEqual(document.get([]), { version: 1 }))
    document.remove(['version']);
  return { file, before, after: leftOf(before, document.text) };
}

/** Which moments palace is told of by a program. */
export async function readHooks(
  harness: Harness,
  runtime: HookEntryOptions['runtime'],
): Promise<{ file: string; events: string[]; missing: string[]; commands: string[] }> {
  const file = hookFile(harness, runtime);
  const before = await readConfig(file);
  const found = before === null ? [] : findHooks(await JsoncDocument.open(before, file), harness);
  const events = [...new Set(found.map(({ event }) => event))];
  const wanted = MOMENTS[harness].filter(([, moment]) => moment !== 'prompt').map(([event]) => event);
  return {
    file,
    events,
    missing: events.length === 0 ? [] : wanted.filter((event) => !events.includes(event)),
    commands: [...new Set(found.map(({ command }) => command))],
  };
}

function entryOf(harness: Harness, moment: string, { runtime, program, palace }: HookEntryOptions): unknown {
  const { command, args } = startOf(program, runtime, harness !== 'cursor');
  const words = [command, ...args, 'hook', 'run', harness, moment];
  if (palace !== undefined) words.push('--palace', palace);
  const line = commandLine(words, runtime.platform);
  if (harness === 'cursor') return { command: line, timeout: TIMEOUT_S };
  const timeout = harness === 'gemini' ? TIMEOUT_S * 1000 : TIMEOUT_S;
  const name = harness === 'gemini' ? { name: `palace-${moment}` } : {};
  return { hooks: [{ ...name, type: 'command', command: line, timeout }] };
}

/** Hooks that run palace for this program, in the order of the file. */
function findHooks(document: JsoncDocument, harness: Harness): Found[] {
  const events = document.get(['hooks']);
  if (typeof events !== 'object' || events === null) return [];
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, at): Found[] => {
      if (harness === 'cursor')
        return isOurs(group, harness) ? [{ event, path: ['hooks', event, at], command: group.command }] : [];
      return listOf((group as { hooks?: unknown } | null)?.hooks).flatMap((hook, place) =>
        isOurs(hook, harness) ? [{ event, path: ['hooks', event, at, 'hooks', place], command: hook.command }] : [],
      );
    }),
  );
}

/** A hook is taken away with the group, event and object that held nothing else. */
function removeHook(document: JsoncDocument, path: JsonPath): void {
  document.remove(path);
  if (path.length === 5) {
    const group = path.slice(0, 3);
    const hooks = document.get(path.slice(0, 4));
    if (listOf(hooks).length === 0) document.remove(group);
  }
  document.prune(path.slice(0, 2));
}

/** A group as it is when no other hook and no matcher of the person stands in it. */
function withoutOthers(group: unknown): unknown {
  const { hooks } = (group ?? {}) as { hooks?: unknown };
  return { hooks: listOf(hooks).slice(0, 1) };
}

function isOurs(hook: unknown, harness: Harness): hook is { command: string } {
  if (typeof hook !== 'object' || hook === null || !('command' in hook) || typeof hook.command !== 'string')
    return false;
  const { command } = hook;
  return new RegExp(`(?:palace(?:\\.cmd)?|run\\.js)["']? hook run ${harness}(?: |$)`).test(command);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
