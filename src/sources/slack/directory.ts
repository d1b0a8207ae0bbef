import { basename, dirname } from 'node:path';
import { isObject, type JsonObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { namesBeside, siblingOf } from '../siblings.js';
import { SkipSource } from '../skip.js';
import type { Tally } from '../tally.js';
import type { Candidate } from '../types.js';

export interface SlackChannel {
  id: string;
  name: string;
  /** `channel`, `group` (private), `dm`, `mpim`. */
  kind: 'channel' | 'group' | 'dm' | 'mpim';
  topic?: string;
  purpose?: string;
  members: readonly string[];
}

const LISTS = { channel: 'channels.json', group: 'groups.json', dm: 'dms.json', mpim: 'mpims.json' } as const;

/** People and channels of an export, for the day files of one folder. What is unknown keeps its id: never a wrong name. */
export class SlackDirectory {
  private readonly names = new Map<string, string>();
  private readonly bots = new Map<string, string>();
  private readonly botUsers = new Set<string>();
  private readonly channels = new Map<string, string>();
  /** The channel of the folder, where a list names it. */
  channel: SlackChannel | undefined;
  /** Id of the workspace, else the name of the export's folder. */
  workspace = '';

  name(user: string): string {
    return this.names.get(user) ?? user;
  }

  botName(bot: string): string | undefined {
    return this.bots.get(bot);
  }

  isBot(user: string): boolean {
    return this.botUsers.has(user);
  }

  channelName(id: string): string {
    return this.channels.get(id) ?? id;
  }

  addUser(user: JsonObject): void {
    const id = textOf(user.id);
    if (id === undefined) return;
    const profile = isObject(user.profile) ? user.profile : {};
    const name =
      textOf(profile.display_name) ?? textOf(profile.real_name) ?? textOf(user.real_name) ?? textOf(user.name) ?? id;
    this.names.set(id, name);
    if (user.is_bot === true) this.botUsers.add(id);
    const bot = textOf(profile.bot_id);
    if (bot !== undefined) this.bots.set(bot, name);
    this.workspace ||= textOf(user.team_id) ?? '';
  }

  /** `folder` is the name of the folder of the day files. */
  addChannel(channel: JsonObject, kind: SlackChannel['kind'], folder: string): void {
    const id = textOf(channel.id);
    if (id === undefined) return;
    const name = textOf(channel.name) ?? id;
    this.channels.set(id, name);
    if (name !== folder && id !== folder) return;
    const value = (about: unknown): string | undefined => (isObject(about) ? textOf(about.value) : undefined);
    const members = Array.isArray(channel.members) ? channel.members.filter((one) => typeof one === 'string') : [];
    const [topic, purpose] = [value(channel.topic), value(channel.purpose)];
    this.channel ??= { id, name, kind, members, ...(topic && { topic }), ...(purpose && { purpose }) };
  }
}

/** Reads the lists that stand above the folder of a day file. A missing or damaged list only leaves ids in the text. */
export async function directoryOf(day: Candidate, maxBytes: number, tally: Tally): Promise<SlackDirectory> {
  const directory = new SlackDirectory();
  const folder = basename(dirname(day.path));
  for (const user of await listed(day, 'users.json', maxBytes, tally)) directory.addUser(user);
  for (const user of await listed(day, 'org_users.json', maxBytes, tally)) directory.addUser(user);
  for (const [kind, file] of Object.entries(LISTS) as [SlackChannel['kind'], string][])
    for (const channel of await listed(day, file, maxBytes, tally)) directory.addChannel(channel, kind, folder);
  return directory;
}

async function listed(day: Candidate, file: string, maxBytes: number, tally: Tally): Promise<JsonObject[]> {
  const candidate = siblingOf(day, `../${file}`, maxBytes);
  if (candidate === undefined) return [];
  try {
    return (await readJsonList(candidate, { maxBytes, tally })).elements.filter(isObject);
  } catch (error) {
    if (error instanceof SkipSource) return [];
    throw error;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}\.json$/;

/** Names of all day files of the folder, in order, this one among them. */
export function daysBeside(day: Candidate): string[] {
  return namesBeside(day).filter((name) => DAY.test(name));
}

/** True for `<channel>/2026-03-02.json`. */
export function isDayName(path: string): boolean {
  return DAY.test(basename(path));
}
