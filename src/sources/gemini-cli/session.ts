import { AgentLog } from '../agents/log.js';
import type { Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfText } from '../times.js';
import type { ToolMode } from '../tool-text.js';
import { partsOf, plainTextOf, takeParts, takeResponse } from './parts.js';

interface Entry {
  record: JsonObject;
  isLive: boolean;
}

/**
 * A recorded session, as it stands after all its lines: a message that is written again replaces the one of its id, a rewind
 * takes the turns after it away (they stay as alternates).
 */
export class Session {
  readonly log: AgentLog;
  /** What the header and the `$set` lines say of the session. */
  readonly facts: Record<string, unknown> = {};
  readonly #entries: Entry[] = [];
  /** Entries on the line that the session is on, in order, and the place there of each id. */
  readonly #line: Entry[] = [];
  readonly #places = new Map<string, number>();

  constructor(tools: ToolMode) {
    this.log = new AgentLog(tools);
  }

  /** A line of the file, or a message of the older object. */
  take(record: JsonObject, bytes: number): void {
    const { tally } = this.log;
    if (isObject(record.$set)) {
      const { messages, ...facts } = record.$set;
      Object.assign(this.facts, facts);
      if (Array.isArray(messages)) this.#replaceAll(messages);
      tally.add('bookkeeping records', bytes);
    } else if (typeof record.$rewindTo === 'string') {
      this.#rewind(record.$rewindTo);
      tally.add('bookkeeping records', bytes);
    } else if (typeof record.type === 'string') this.#write(record, bytes);
    else if ('sessionId' in record) this.describe(record);
    else tally.add('unknown records', bytes);
  }

  /** The header. The first one holds. */
  describe(header: JsonObject): void {
    for (const [key, value] of Object.entries(header)) if (key !== 'messages') this.facts[key] ??= value;
  }

  /** Gives the messages to the log; once, at the end. */
  finish(): void {
    for (const { record, isLive } of this.#entries) {
      const from = this.log.length;
      takeMessage(this.log, record);
      if (!isLive) this.log.markAlternate(from);
    }
  }

  #write(record: JsonObject, bytes: number): void {
    const id = textOf(record.id);
    const place = id === undefined ? undefined : this.#places.get(id);
    const known = place === undefined ? undefined : this.#line[place];
    if (known !== undefined) {
      this.log.tally.add('earlier writes of a message', bytes);
      known.record = record;
      return;
    }
    const entry = { record, isLive: true };
    this.#entries.push(entry);
    if (id !== undefined) this.#places.set(id, this.#line.length);
    this.#line.push(entry);
  }

  #rewind(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    for (const entry of this.#line.splice(place)) this.#leave(entry);
  }

  #leave(entry: Entry): void {
    entry.isLive = false;
    this.#places.delete(asText(entry.record.id ?? ''));
  }

  /** The whole list again: what is not in it any more was left. */
  #replaceAll(messages: readonly unknown[]): void {
    const records = messages.filter(isObject);
    const kept = new Set(records.map(({ id }) => id));
    const before = this.#line.splice(0);
    this.#places.clear();
    for (const entry of before) {
      const id = textOf(entry.record.id);
      if (id === undefined || !kept.has(id)) {
        entry.isLive = false;
        continue;
      }
      this.#places.set(id, this.#line.length);
      this.#line.push(entry);
    }
    for (const record of records) this.#write(record, 0);
  }
}

function takeMessage(log: AgentLog, record: JsonObject): void {
  const stamp: Stamp = { time: timeOfText(record.timestamp), id: textOf(record.id) };
  if (record.type === 'user') takeUser(log, record, stamp);
  else if (record.type === 'gemini') takeModel(log, record, { ...stamp, model: textOf(record.model) });
  else if (record.type === 'info' || record.type === 'warning' || record.type === 'error')
    log.system('notice', plainTextOf(record.content), stamp);
  else log.unknown(record, record.type, stamp);
}

/** What the person saw and typed; the longer form with the files put in is for the model. */
function takeUser(log: AgentLog, record: JsonObject, stamp: Stamp): void {
  const { content, displayContent } = record;
  const shown = plainTextOf(displayContent);
  const sent = plainTextOf(content);
  if (shown === '' || shown === sent) {
    takeParts(log, 'user', content, stamp);
    return;
  }
  takeParts(log, 'user', displayContent, stamp);
  log.system('context', sent, stamp);
  takeParts(
    log,
    'user',
    partsOf(content).filter(({ text }) => typeof text !== 'string'),
    stamp,
  );
}

function takeModel(log: AgentLog, record: JsonObject, stamp: Stamp): void {
  for (const thought of listOf(record.thoughts)) {
    const heading = textOf(thought.subject);
    const at = timeOfText(thought.timestamp) ?? stamp.time;
    const marks = heading === undefined ? {} : { attributes: { heading } };
    log.say('assistant', asText(thought.description ?? ''), { ...stamp, ...marks, time: at }, 'thinking');
  }
  takeParts(log, 'assistant', record.content, stamp);
  for (const call of listOf(record.toolCalls)) {
    const at = { ...stamp, time: timeOfText(call.timestamp) ?? stamp.time };
    const id = textOf(call.id);
    log.call(textOf(call.name), id, call.args, at);
    const answers = partsOf(call.result).filter(({ functionResponse }) => isObject(functionResponse));
    for (const { functionResponse } of answers)
      if (isObject(functionResponse)) takeResponse(log, functionResponse, at, id);
    const shown = textOf(call.resultDisplay);
    if (answers.length === 0 && shown !== undefined) log.result(id, shown, at, { isError: call.status === 'error' });
  }
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
