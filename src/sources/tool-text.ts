import type { Message } from '../palace/transcript-types.js';
import { asText, isObject, textOf } from './json.js';
import type { Tally } from './tally.js';

export type ToolMode = 'full' | 'brief' | 'none';

const CALL_CHARACTERS = 200;
const RESULT_CHARACTERS = 2048;
const RESULT_LINES = 20;

/** A tool call as a message; undefined in mode `none`. What is cut is counted under `tool calls`. */
export function toolCall(
  message: Omit<Message, 'text'>,
  input: unknown,
  mode: ToolMode,
  tally: Tally,
): Message | undefined {
  const full = asText(input ?? {});
  if (mode === 'full') return { ...message, text: full };
  const name = message.attributes?.name ?? '';
  return cut(
    { ...message, text: full },
    mode === 'brief' ? briefCall(name, input, full) : full,
    mode,
    'tool calls',
    tally,
  );
}

/** A tool's answer as a message; undefined in mode `none`, and in `brief` for files read and written. */
export function toolResult(message: Message, mode: ToolMode, tally: Tally): Message | undefined {
  if (mode === 'full') return message;
  const name = message.attributes?.name ?? '';
  const text = mode === 'brief' ? briefResult(name, message.text) : message.text;
  return cut(message, text, mode, 'tool results', tally);
}

function cut(
  message: Message,
  text: string | undefined,
  mode: ToolMode,
  what: string,
  tally: Tally,
): Message | undefined {
  if (mode === 'none' || text === undefined) {
    tally.add(what, Buffer.byteLength(message.text));
    return undefined;
  }
  if (text === message.text) return message;
  tally.add(what, Math.max(0, Buffer.byteLength(message.text) - Buffer.byteLength(text)));
  return { ...message, text, attributes: { ...message.attributes, shortened: 'true' } };
}

function briefCall(name: string, input: unknown, full: string): string {
  const field = (key: string): string | undefined => (isObject(input) ? textOf(input[key]) : undefined);
  const main =
    name === 'Bash'
      ? field('command')
      : name === 'Read' || name === 'Edit' || name === 'Write'
        ? field('file_path')
        : name === 'Glob'
          ? field('pattern')
          : name === 'Grep'
            ? [field('pattern'), field('path')].filter((part) => part !== undefined).join(' in ')
            : undefined;
  return firstCharacters(main || full, CALL_CHARACTERS);
}

function briefResult(name: string, text: string): string | undefined {
  if (name === 'Read' || name === 'Edit' || name === 'Write' || name === 'MultiEdit') return undefined;
  const lines = text.split('\n');
  if (name === 'Bash' && lines.length > RESULT_LINES * 2) {
    const left = lines.length - RESULT_LINES * 2;
    return [...lines.slice(0, RESULT_LINES), `[${left} lines left out]`, ...lines.slice(-RESULT_LINES)].join('\n');
  }
  if ((name === 'Grep' || name === 'Glob') && lines.length > RESULT_LINES)
    return [...lines.slice(0, RESULT_LINES), `[${lines.length - RESULT_LINES} lines left out]`].join('\n');
  return name === 'Bash' ? text : firstCharacters(text, RESULT_CHARACTERS);
}

/** Never cuts inside a surrogate pair. */
function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(count - 1)) ? count - 1 : count;
  return `${text.slice(0, end)}…`;
}
