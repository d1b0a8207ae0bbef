import { basename, dirname } from 'node:path';
import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import { isObject, textOf } from '../json.js';
import { forEachInJsonList } from '../json-list.js';
import { siblingOf } from '../siblings.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, SourceUnit } from '../types.js';
import { daysBeside, directoryOf, type SlackDirectory } from './directory.js';
import { messagesOf } from './messages.js';

/** The conversation of a channel: all day files of the folder of its first one. */
export async function readChannel(first: Candidate, maxBytes: number): Promise<SourceUnit> {
  const tally = new Tally();
  const directory = await directoryOf(first, maxBytes, tally);
  const records = new Records(directory, tally);
  const notes: string[] = [];
  for (const name of daysBeside(first)) {
    const day = name === basename(first.path) ? first : siblingOf(first, name, maxBytes);
    if (day === undefined) notes.push(`${name} beside ${first.relative} could not be read`);
    else await readDay(day, maxBytes, records, notes);
  }
  const folder = basename(dirname(first.path));
  const workspace = directory.workspace || records.team || basename(dirname(dirname(first.path)));
  const { channel } = directory;
  return conversationUnit({
    source: `slack:${workspace}/${channel?.id ?? folder}`,
    title: titleOf(directory, folder),
    messages: records.messages(),
    notKept: tally.list(),
    notes,
    facts: { channel: channel?.kind, topic: channel?.topic, purpose: channel?.purpose },
  });
}

/** A list of Slack messages that stands alone. */
export async function readSingle(candidate: Candidate, source: string, maxBytes: number): Promise<SourceUnit> {
  const tally = new Tally();
  const records = new Records(await directoryOf(candidate, maxBytes, new Tally()), tally);
  await forEachInJsonList(candidate, { maxBytes, tally }, (record) => records.take(record));
  return conversationUnit({ source, messages: records.messages(), notKept: tally.list() });
}

async function readDay(day: Candidate, maxBytes: number, records: Records, notes: string[]): Promise<void> {
  try {
    await forEachInJsonList(day, { maxBytes, tally: records.tally }, (record) => records.take(record));
  } catch (error) {
    if (!(error instanceof SkipSource)) throw error;
    notes.push(`${day.relative} could not be read: ${error.detail}`);
  }
}

/** Direct messages have the names of those who take part. */
function titleOf(directory: SlackDirectory, folder: string): string {
  const { channel } = directory;
  if (channel === undefined) return folder;
  if (channel.kind === 'channel' || channel.kind === 'group') return channel.name;
  const members = channel.members.map((member) => directory.name(member));
  return members.length > 0 ? members.join(', ') : channel.name;
}

/** Takes records in their order. A message written again is one; a later edit of it takes its place. */
class Records {
  private readonly places = new Map<string, number>();
  private readonly all: Message[][] = [];
  team = '';

  constructor(
    private readonly directory: SlackDirectory,
    readonly tally: Tally,
  ) {}

  take(record: unknown): void {
    const messages = isObject(record) ? messagesOf(record, this.directory, this.tally) : undefined;
    if (!isObject(record) || messages === undefined) {
      this.tally.add('records that are no messages', Buffer.byteLength(JSON.stringify(record) ?? ''));
      return;
    }
    this.team ||= textOf(record.team) ?? '';
    const id = messages[0]?.id;
    const place = id === undefined ? undefined : this.places.get(id);
    if (place === undefined) {
      if (id !== undefined) this.places.set(id, this.all.length);
      this.all.push(messages);
      return;
    }
    this.tally.add('repeated records', Buffer.byteLength(JSON.stringify(record)));
    if (record.subtype === 'message_changed') this.all[place] = messages;
  }

  messages(): Message[] {
    return this.all.flat();
  }
}
