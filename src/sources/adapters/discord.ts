import { basename } from 'node:path';
import { conversationUnit } from '../conversation-unit.js';
import { messagesOf } from '../discord/messages.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { forEachInJsonList } from '../json-list.js';
import { PeopleRecords, RECORD_DROPS } from '../people-records.js';
import { namesBeside } from '../siblings.js';
import { Tally } from '../tally.js';
import type { Candidate, SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

const PART = / \[part \d+\](?=\.json$)/i;

/** Channels of Discord as DiscordChatExporter writes them (JSON). */
export const discord: SourceAdapter = {
  name: 'discord',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'speakers are nicknames; times become UTC',
    'embeds are flattened: title, text, `name: value` of each field',
    'status lines (pinned, thread started) are marked as notice',
    'polls become their question and answers',
  ],
  drops: [
    'reactions',
    'avatars, roles and colours of people, lists of mentions',
    'addresses of files on the service (they expire and are signed)',
    ...RECORD_DROPS,
  ],
  detect(candidate) {
    if (!candidate.relative.endsWith('.json')) return 0;
    const head = headText(candidate);
    return /^\s*\{\s*"guild"\s*:\s*\{/.test(head) &&
      /"channel"\s*:\s*\{/.test(head) &&
      /"exportedAt"|"dateRange"|"messages"\s*:\s*\[/.test(head)
      ? 0.95
      : 0;
  },
  async *read(candidate, root, options) {
    const tally = new Tally();
    const records = new PeopleRecords(tally, (record) => messagesOf(record, tally));
    const around = await forEachInJsonList(
      candidate,
      { maxBytes: options.maxBytes, property: 'messages', tally },
      (record) => records.take(record),
    );
    const part = partOf(candidate);
    const guild = objectIn(around, 'guild');
    const channel = objectIn(around, 'channel');
    const id = textOf(channel.id);
    const wing = textOf(guild.name);
    const names = [textOf(guild.name), textOf(channel.name)].filter((name) => name !== undefined);
    yield conversationUnit({
      source:
        id === undefined ? sourceOf(root, candidate.relative) : `discord:${id}${part === undefined ? '' : `/${part}`}`,
      title: names.join(' / '),
      messages: records.messages,
      notKept: tally.list(),
      facts: { topic: textOf(channel.topic), category: textOf(channel.category) },
      ...(wing !== undefined && { wingHint: wing }),
    });
  },
};

/** A long export comes in parts of one channel, each a conversation of its own; the first one has no number in its name. */
function partOf(candidate: Candidate): string | undefined {
  const name = basename(candidate.path);
  const number = PART.exec(name)?.[0]?.replace(/\D/g, '');
  if (number !== undefined) return `part-${number}`;
  const stem = name.replace(/\.json$/, '');
  return namesBeside(candidate).some((other) => other.startsWith(`${stem} [part `)) ? 'part-1' : undefined;
}

function objectIn(around: JsonObject, key: string): JsonObject {
  const value = around[key];
  return isObject(value) ? value : {};
}
