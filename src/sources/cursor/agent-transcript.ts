import type { AgentLog } from '../agents/log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';

const QUERY = /^\s*<user_query>\n?([\s\S]*?)\n?<\/user_query>\s*$/;

/** A line of an agent transcript: no ids, no times; words of the person stand in a tag, context beside them. */
export function takeTranscriptLine(log: AgentLog, record: JsonObject): void {
  const message = isObject(record.message) ? record.message : {};
  const content = Array.isArray(message.content) ? message.content : [message.content];
  for (const part of content) {
    const text =
      typeof part === 'string' ? part : isObject(part) && part.type === 'text' ? textOf(part.text) : undefined;
    if (text !== undefined && record.role === 'user') takeUser(log, text);
    else if (text !== undefined) log.say('assistant', text, {});
    else if (isObject(part) && part.type === 'tool_use') log.call(textOf(part.name), textOf(part.id), part.input, {});
    else if (isObject(part) && part.type === 'tool_result')
      log.result(textOf(part.tool_use_id), asText(part.content ?? ''), {}, { isError: part.is_error === true });
    else if (part !== undefined && part !== null) log.unknown(part, isObject(part) ? part.type : undefined, {});
  }
}

function takeUser(log: AgentLog, text: string): void {
  const words = QUERY.exec(text)?.[1];
  const at = words === undefined ? text.indexOf('<user_query>') : -1;
  const inside = at === -1 ? undefined : QUERY.exec(text.slice(at))?.[1];
  if (words !== undefined) log.say('user', words, {});
  else if (inside === undefined) log.say('user', text, {});
  else {
    log.system('context', text.slice(0, at), {});
    log.say('user', inside, {});
  }
}
