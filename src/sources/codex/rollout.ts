import type { MessageLog, Stamp } from '../agents/message-log.js';
import { asText, isObject, type JsonObject, textOf } from '../json.js';
import { timeOfText } from '../times.js';
import { takeEvent } from './events.js';
import { takeItem } from './items.js';
import { Mirrors } from './mirrors.js';
import { takeResponse } from './responses.js';

export interface RolloutFacts {
  id?: string;
  started?: string;
  cwd?: string;
  gitBranch?: string;
  title?: string;
  parent?: string;
  isSubagent?: boolean;
}

/** Takes the records of one session of Codex, in order. */
export class Rollout {
  readonly facts: RolloutFacts = {};
  readonly mirrors = new Mirrors();
  /** Places in the log where the person's turns begin. */
  readonly turns: number[] = [];
  #model: string | undefined;
  #hasMeta = false;

  constructor(readonly log: MessageLog) {}

  /** The person; in the session of a sub-agent the agent that called it. */
  get person(): string {
    return this.facts.isSubagent === true ? 'agent' : 'user';
  }

  stamp(time: string | undefined, id?: unknown): Stamp {
    return { time, id: textOf(id) };
  }

  /** Of what the model wrote. */
  modelStamp(time: string | undefined, record: JsonObject): Stamp {
    const phase = textOf(record.phase);
    return {
      ...this.stamp(time, record.id),
      model: this.#model,
      ...(phase !== undefined && { attributes: { phase } }),
    };
  }

  take(record: JsonObject, bytes: number): void {
    const { tally } = this.log;
    const { type, payload } = record;
    const time = timeOfText(record.timestamp);
    if (!isObject(payload)) this.#takeBare(record, time, bytes);
    else if (type === 'session_meta') this.#takeMeta(payload, bytes);
    else if (type === 'response_item') takeResponse(this, payload, time, bytes);
    else if (type === 'event_msg' && payload.type === 'item_completed' && isObject(payload.item))
      takeItem(this, payload.item, time, bytes);
    else if (type === 'event_msg') takeEvent(this, payload, time, bytes);
    else if (type === 'compacted') this.#takeCompacted(payload, time);
    else if (type === 'turn_context') {
      this.#model = textOf(payload.model) ?? this.#model;
      tally.add('bookkeeping records', bytes);
    } else tally.add('unknown records', bytes);
  }

  /** Marks the last turns as left. */
  rollBack(count: number): void {
    const from = this.turns[Math.max(0, this.turns.length - count)];
    if (count <= 0 || from === undefined) return;
    this.log.markAlternate(from);
    this.turns.length = Math.max(0, this.turns.length - count);
  }

  /** Before the envelope came: the items themselves, and a first line about the session. */
  #takeBare(record: JsonObject, time: string | undefined, bytes: number): void {
    if (typeof record.type === 'string') takeResponse(this, record, time, bytes);
    else if ('record_type' in record) this.log.tally.add('bookkeeping records', bytes);
    else if (textOf(record.id) !== undefined && 'timestamp' in record) this.#takeMeta(record, bytes);
    else this.log.tally.add('unknown records', bytes);
  }

  /** A session that was made from another one holds that one's record too; its own is the first. */
  #takeMeta(meta: JsonObject, bytes: number): void {
    this.log.tally.add('bookkeeping records', bytes);
    if (this.#hasMeta) return;
    this.#hasMeta = true;
    const { facts } = this;
    const git = isObject(meta.git) ? meta.git : {};
    const set = <K extends keyof RolloutFacts>(key: K, value: RolloutFacts[K]): void => {
      if (value !== undefined) facts[key] = value;
    };
    set('id', textOf(meta.id));
    set('started', timeOfText(meta.timestamp));
    set('cwd', textOf(meta.cwd));
    set('gitBranch', textOf(git.branch));
    set('parent', textOf(meta.forked_from_id));
    if (isObject(meta.source) && 'subagent' in meta.source) facts.isSubagent = true;
  }

  #takeCompacted(payload: JsonObject, time: string | undefined): void {
    this.log.system('summary', asText(payload.message ?? ''), this.stamp(time));
    const copies = Array.isArray(payload.replacement_history) ? payload.replacement_history : [];
    if (copies.length > 0)
      this.log.tally.add('copies made by compaction', Buffer.byteLength(JSON.stringify(copies)), copies.length);
  }
}
