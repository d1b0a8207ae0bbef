import { conversationsIn } from '../conversation-export.js';
import { conversationUnit } from '../conversation-unit.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { forEachInJsonList } from '../json-list.js';
import { PeopleRecords } from '../people-records.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, SourceUnit } from '../types.js';
import { messagesOf } from './messages.js';

/** The one chat of a `result.json` that a chat's own menu exports. `fallback` is its source where it has no id. */
export async function readChat(candidate: Candidate, fallback: string, maxBytes: number): Promise<SourceUnit> {
  const tally = new Tally();
  const records = recordsOf(tally);
  const chat = await forEachInJsonList(candidate, { maxBytes, property: 'messages', tally }, (one) =>
    records.take(one),
  );
  return unitOf(chat, records, tally, fallback);
}

/**
 * The chats of an export of a whole account, one at a time; those that were left come last, where there are any.
 * @throws SkipSource `damaged` or `empty` when there is no chat at all.
 */
export async function* readAccount(
  candidate: Candidate,
  fallback: string,
  maxBytes: number,
): AsyncGenerator<SourceUnit> {
  let last: SourceUnit | undefined;
  let refusal: SkipSource | undefined;
  for (const list of ['chats', 'left_chats']) {
    try {
      for await (const unit of chatsOf(candidate, list, fallback, maxBytes)) {
        if (last !== undefined) yield last;
        last = unit;
      }
    } catch (error) {
      if (!(error instanceof SkipSource)) throw error;
      refusal ??= error;
      // Of a list that is there but holds no whole chat the last unit tells; one that is not there is no news.
      const isThere = error.notKept.some(({ what, bytes }) => bytes > 0 || what !== 'damaged conversations');
      if (last !== undefined && isThere) last = { ...last, notKept: [...last.notKept, ...error.notKept] };
    }
  }
  if (last !== undefined) yield last;
  else if (refusal !== undefined) throw refusal;
}

function chatsOf(candidate: Candidate, list: string, fallback: string, maxBytes: number): AsyncGenerator<SourceUnit> {
  return conversationsIn(candidate, {
    maxBytes,
    property: [list, 'list'],
    beginnings: [
      ['name', 'type'],
      ['type', 'id'],
    ],
    unitsOf(chat) {
      if (!isObject(chat) || !Array.isArray(chat.messages)) return undefined;
      const tally = new Tally();
      const records = recordsOf(tally);
      for (const record of chat.messages) records.take(record);
      return [unitOf(chat, records, tally, `${fallback}/${textOf(chat.name) ?? 'unnamed'}`)];
    },
  });
}

function recordsOf(tally: Tally): PeopleRecords {
  return new PeopleRecords(tally, (record) => messagesOf(record, tally));
}

function unitOf(chat: JsonObject, records: PeopleRecords, tally: Tally, fallback: string): SourceUnit {
  const { id } = chat;
  return conversationUnit({
    source: id === undefined ? fallback : `telegram:${String(id)}`,
    title: textOf(chat.name) ?? (chat.type === 'saved_messages' ? 'Saved messages' : ''),
    messages: records.messages,
    notKept: tally.list(),
    facts: { chat: textOf(chat.type) },
  });
}
