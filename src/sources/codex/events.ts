import { ofAddress } from '../attachment.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import type { Rollout } from './rollout.js';
import { speak } from './speech.js';

/** Events without words of their own: counts, marks of progress, copies of what a response holds. */
const BOOKKEEPING = new Set(
  `token_count task_started task_complete turn_started turn_complete turn_diff plan_update context_compacted
  agent_reasoning_section_break session_configured exec_command_begin mcp_tool_call_begin patch_apply_begin
  web_search_begin web_search_end view_image_tool_call thread_goal_updated item_started undo_completed
  entered_review_mode shutdown_complete background_event`.split(/\s+/),
);

/** An event of the screen's view. */
export function takeEvent(rollout: Rollout, event: JsonObject, time: string | undefined, bytes: number): void {
  const { log } = rollout;
  const stamp = rollout.stamp(time);
  const message = textOf(event.message);
  switch (event.type) {
    case 'user_message':
      takeUserMessage(rollout, event, time);
      return;
    case 'agent_message':
      speak(rollout, 'event', 'assistant', [message ?? ''], rollout.modelStamp(time, event));
      return;
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      speak(rollout, 'event', 'thinking', [textOf(event.text) ?? ''], rollout.modelStamp(time, {}));
      return;
    case 'thread_name_updated': {
      const title = textOf(event.thread_name);
      if (title !== undefined) rollout.facts.title = title;
      log.tally.add('bookkeeping records', bytes);
      return;
    }
    case 'thread_rolled_back':
      rollout.rollBack(typeof event.num_turns === 'number' ? event.num_turns : 0);
      log.tally.add('bookkeeping records', bytes);
      return;
    case 'turn_aborted':
      log.system('notice', asText(event.reason ?? 'aborted'), stamp);
      return;
    case 'exec_command_end':
    case 'mcp_tool_call_end':
    case 'patch_apply_end':
      takeToolEnd(rollout, event, time, bytes);
      return;
    default:
      if (BOOKKEEPING.has(asText(event.type))) log.tally.add('bookkeeping records', bytes);
      else if (message !== undefined) log.system('notice', message, stamp);
      else log.tally.add('unknown records', bytes);
  }
}

function takeUserMessage(rollout: Rollout, event: JsonObject, time: string | undefined): void {
  const stamp = rollout.stamp(time);
  const message = textOf(event.message);
  if (message !== undefined && !speak(rollout, 'event', 'user', [message], stamp)) return;
  for (const picture of [listOf(event.images), listOf(event.local_images)].flat())
    rollout.log.attach(rollout.person, { type: 'image', ...ofAddress(picture) }, stamp);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => textOf(one) !== undefined) : [];
}

/** What the screen showed of a tool; a copy where the model's view has the call. */
function takeToolEnd(rollout: Rollout, event: JsonObject, time: string | undefined, bytes: number): void {
  const { log } = rollout;
  const call = textOf(event.call_id);
  if (call === undefined || log.knows(call)) {
    log.tally.add('mirror copies', bytes);
    return;
  }
  const invocation = isObject(event.invocation) ? event.invocation : {};
  const name = textOf(invocation.tool) ?? asText(event.type).replace(/_end$/, '');
  const input = event.command ?? invocation.arguments ?? event.changes;
  const output = event.aggregated_output ?? event.result ?? event.stdout ?? '';
  const isError = event.success === false || (typeof event.exit_code === 'number' && event.exit_code !== 0);
  log.call(name, call, input, rollout.modelStamp(time, {}));
  log.result(call, asText(output), rollout.stamp(time), { isError });
}
