import type { MessageLog, Stamp } from '../agents/message-log.js';
import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, parseJson, textOf } from '../json.js';
import { timeOfMilliseconds } from '../times.js';

const NOTICES = new Set(
  'error info api_req_failed mistake_limit_reached diff_error shell_integration_warning auto_approval_max_req_reached rooignore_error clineignore_error'.split(
    ' ',
  ),
);
/** Tools whose words on the screen stand under the name of what is shown. */
const CALLS = new Set(
  'command use_mcp_server mcp_server_request_started browser_action browser_action_launch'.split(' '),
);
const RESULTS: Readonly<Record<string, string>> = {
  command_output: 'command',
  mcp_server_response: 'use_mcp_server',
  browser_action_result: 'browser_action',
  subtask_result: 'subtask',
};

/** What the screen showed (`ui_messages.json`), for task folders where nothing else is left. */
export class Screen {
  #hasTask = false;

  constructor(private readonly log: MessageLog) {}

  take(message: JsonObject): void {
    const { log } = this;
    const bytes = Buffer.byteLength(JSON.stringify(message));
    if (message.partial === true) {
      log.tally.add('partial messages', bytes);
      return;
    }
    const stamp: Stamp = { time: timeOfMilliseconds(message.ts) };
    const text = textOf(message.text);
    const kind = asText(message.say ?? message.ask ?? '');
    if (kind === 'text' || kind === 'task') {
      const speaker = this.#hasTask ? 'assistant' : 'user';
      this.#hasTask = true;
      log.say(speaker, text ?? '', stamp);
      this.#pictures(message, speaker, stamp);
    } else if (kind === 'user_feedback') {
      log.say('user', text ?? '', stamp);
      this.#pictures(message, 'user', stamp);
    } else if (text === undefined || !this.#words(kind, text, message, stamp)) {
      if (kind === 'condense_context') this.#summary(message, stamp);
      log.tally.add('bookkeeping records', bytes);
    }
  }

  /** True when the text was taken. */
  #words(kind: string, text: string, message: JsonObject, stamp: Stamp): boolean {
    const { log } = this;
    const tool = RESULTS[kind];
    if (kind === 'reasoning') log.say('assistant', text, stamp, 'thinking');
    else if (kind === 'completion_result' && message.type !== 'ask') log.say('assistant', text, stamp);
    else if (kind === 'followup') log.say('assistant', fieldOf(text, 'question'), stamp);
    else if (kind === 'plan_mode_respond') log.say('assistant', fieldOf(text, 'response'), stamp);
    else if (kind === 'tool') {
      const shown = parseJson(text);
      log.call((isObject(shown) ? textOf(shown.tool) : undefined) ?? 'tool', undefined, text, stamp);
    } else if (CALLS.has(kind)) log.call(kind, undefined, text, stamp);
    else if (tool !== undefined) log.result(undefined, text, stamp, { name: tool });
    else if (NOTICES.has(kind)) log.system('notice', text, stamp);
    else return false;
    return true;
  }

  #summary(message: JsonObject, stamp: Stamp): void {
    const condensed = isObject(message.contextCondense) ? message.contextCondense : {};
    this.log.system('summary', textOf(condensed.summary) ?? '', stamp);
  }

  #pictures(message: JsonObject, speaker: string, stamp: Stamp): void {
    if (!Array.isArray(message.images)) return;
    for (const address of message.images)
      if (typeof address === 'string') this.log.attach(speaker, { type: 'image', ...ofAddress(address) }, stamp);
  }
}

/** A text that is JSON stands for one of its fields; any other text for itself. */
function fieldOf(text: string, field: string): string {
  const value = parseJson(text);
  return (isObject(value) ? textOf(value[field]) : undefined) ?? text;
}
