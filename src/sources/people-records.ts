import type { Message } from '../palace/transcript-types.js';
import { isObject, type JsonObject } from './json.js';
import type { Tally } from './tally.js';

/** What reading the records of a chat can leave out; part of the `drops` of adapters that use {@link PeopleRecords}. */
export const RECORD_DROPS = [
  'repeated records',
  'records that are no messages',
  'messages without text',
  'damaged records',
  'invalid bytes (shown as U+FFFD)',
];

/** Takes the records of a chat between people in their order; a record whose id came before is the same message. */
export class PeopleRecords {
  private readonly seen = new Set<string>();
  readonly messages: Message[] = [];

  constructor(
    private readonly tally: Tally,
    private readonly messagesOf: (record: JsonObject) => Message[] | undefined,
  ) {}

  take(record: unknown): void {
    const found = isObject(record) ? this.messagesOf(record) : undefined;
    if (found === undefined) {
      this.tally.add('records that are no messages', Buffer.byteLength(JSON.stringify(record) ?? ''));
      return;
    }
    const id = found[0]?.id;
    if (id !== undefined && this.seen.has(id)) {
      this.tally.add('repeated records', Buffer.byteLength(JSON.stringify(record)));
      return;
    }
    if (id !== undefined) this.seen.add(id);
    for (const message of found) this.messages.push(message);
  }
}
