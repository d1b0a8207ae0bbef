import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { HARNESSES, type Harness } from '../clients/names.js';

export { HARNESSES, type Harness };

/** Moments of a conversation, whatever a program calls them. */
export const EVENTS = ['session-start', 'prompt', 'stop', 'pre-compact', 'session-end'] as const;
export type HookEvent = (typeof EVENTS)[number];

/** The words of the programs themselves. */
const NAMES: Readonly<Record<string, HookEvent>> = {
  sessionstart: 'session-start',
  userpromptsubmit: 'prompt',
  beforesubmitprompt: 'prompt',
  beforeagent: 'prompt',
  stop: 'stop',
  afteragent: 'stop',
  agentturncomplete: 'stop',
  precompact: 'pre-compact',
  precompress: 'pre-compact',
  sessionend: 'session-end',
};

/** What a hook was told, as far as it can be trusted. */
export interface HookInput {
  harness: Harness;
  event: HookEvent;
  /** The program's own name for the event, which some want back. */
  given: string;
  /** Id of the conversation; '' when there is none. */
  session: string;
  /** Absolute path of a regular file; absent when there is none (yet). */
  transcript?: string;
  /** The same path, where the file need not be there yet. */
  expected?: string;
  /** What a person has just typed. */
  prompt?: string;
  /** Folder in which the conversation goes on. */
  cwd?: string;
  /** The program is in the middle of what an earlier hook asked for. */
  again: boolean;
}

/**
 * Reads what a program gives its hook on standard input. Never throws: what is missing or of another kind is left out.
 * @param event as on the command line; else as the input says.
 */
export function readInput(harness: Harness, event: string | undefined, text: string): HookInput | undefined {
  const told = parsed(text);
  const given = [event, told.hook_event_name, told.type].find((each) => typeof each === 'string' && each !== '');
  const known = eventOf(String(given ?? ''));
  if (known === undefined) return undefined;
  const session = stringOf(told, 'session_id', 'sessionId', 'conversation_id', 'thread-id', 'thread_id') ?? '';
  const transcript = stringOf(told, 'transcript_path', 'transcriptPath');
  const cwd = stringOf(told, 'cwd', 'workspace_root') ?? firstOf(told.workspace_roots);
  const prompt = stringOf(told, 'prompt');
  return {
    harness,
    event: known,
    given: stringOf(told, 'hook_event_name') ?? String(given),
    // Names a file of ours only after hashing; odd ones are no reason to lose a conversation.
    session: session.slice(0, 200),
    ...(transcript !== undefined && canBeTranscript(transcript) && { expected: transcript }),
    ...(transcript !== undefined && isTranscript(transcript) && { transcript }),
    ...(prompt !== undefined && { prompt }),
    ...(cwd !== undefined && isAbsolute(cwd) && { cwd }),
    again: told.stop_hook_active === true,
  };
}

/** The event of a word, in whichever way it is written; undefined for none. */
export function eventOf(word: string): HookEvent | undefined {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  return EVENTS.find((event) => event.replace(/-/g, '') === plain) ?? NAMES[plain];
}

export function harnessOf(word: string): Harness | undefined {
  const plain = word.toLowerCase();
  if (plain === 'claude') return 'claude-code';
  if (plain === 'gemini-cli') return 'gemini';
  return HARNESSES.find((harness) => harness === plain);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function stringOf(told: Readonly<Record<string, unknown>>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = told[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function firstOf(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Absolute, and JSON by its name. The path is opened, and never shown to a shell. */
function canBeTranscript(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0') && /\.jsonl?$/i.test(path);
}

/** One that is a regular file. */
export function isTranscript(path: string): boolean {
  return canBeTranscript(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
