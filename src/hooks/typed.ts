import { injectedKind, withoutReminders } from '../sources/claude-code/injected.js';
import { isInjected } from '../sources/codex/injected.js';
import { Tally } from '../sources/tally.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What a person typed, of a record of any program's transcript: the texts of its message, without what the program put beside them. Nothing for
 * results of tools, commands, summaries, sub-agents.
 */
export function typedTexts(record: JsonObject): string[] {
  if (record.isSidechain === true || record.isMeta === true || record.isCompactSummary === true) return [];
  const message = messageOf(record);
  const parts = Array.isArray(message) ? (message as unknown[]) : [message];
  return parts.flatMap((part) => {
    const text = textOfPart(part);
    if (text === undefined) return [];
    const words = withoutReminders(text, new Tally());
    return isWords(words) ? [words] : [];
  });
}

/** The content of a message in the person's place. */
function messageOf(record: JsonObject): unknown {
  // Codex puts what was said into a payload, Cursor the content beside the role, Gemini CLI the role into the type.
  const inner = [record.message, record.payload].find(isObject);
  const holder = [inner, record].find((each) => each?.role === 'user');
  if (holder !== undefined) return holder.content ?? inner?.content;
  return record.type === 'user' && inner === undefined ? record.content : undefined;
}

function textOfPart(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isObject(part) || typeof part.text !== 'string') return undefined;
  return part.type === undefined || part.type === 'text' || part.type === 'input_text' ? part.text : undefined;
}

const TAGS = /^\s*<(command-(name|message|args)|local-command-(stdout|stderr)|environment_context|user_instructions)>/;

function isWords(text: string): boolean {
  return text.trim() !== '' && !TAGS.test(text) && injectedKind(text) === undefined && !isInjected(text);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
