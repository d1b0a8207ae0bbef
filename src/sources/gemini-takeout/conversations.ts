import type { Message } from '../../palace/transcript-types.js';
import { conversationUnit } from '../conversation-unit.js';
import type { Tally } from '../tally.js';
import type { SourceUnit } from '../types.js';
import { type Activity, type HeldActivity, promptOf, released } from './activity.js';

/** The conversations of an activity log, before they are written. */
export interface Conversations {
  /** Entries by the source of the conversation that they belong to, oldest first. */
  groups: Map<string, HeldActivity[]>;
  /** In a language whose verb is not known every title is taken for a prompt, verb and all. */
  isVerbKnown: boolean;
}

/**
 * Conversations of the activity log, oldest first. Entries of one address are one conversation; an entry without one stands
 * alone: nothing says what it belongs to. `fallback` names a source for the entry of this number without address and time.
 */
export function conversationsOf(
  activities: readonly HeldActivity[],
  tally: Tally,
  fallback: (place: number) => string,
): Conversations {
  const isVerbKnown = activities.some(({ prompt }) => prompt !== 'none');
  const groups = new Map<string, HeldActivity[]>();
  for (const [place, activity] of oldestFirst(activities).entries()) {
    if (!isTurn(activity, isVerbKnown)) {
      tally.add('activity that is no turn of a conversation', activity.bytes);
      continue;
    }
    const id = conversationId(activity.url);
    const key = id !== undefined ? `gemini-takeout:${id}` : alone(activity, groups, () => fallback(place));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [activity]);
    else group.push(activity);
  }
  return { groups, isVerbKnown };
}

/** Their units, one at a time: what was given is let go. */
export function* unitsOf({ groups, isVerbKnown }: Conversations): Generator<SourceUnit> {
  for (const [source, turns] of groups) {
    groups.delete(source);
    const url = turns[0]?.url;
    yield conversationUnit({
      source,
      messages: turns.flatMap((turn) => messagesOf(released(turn), isVerbKnown)),
      notKept: [],
      facts: { url: conversationId(url) === undefined ? undefined : url?.replace(/[?#].*$/, '') },
    });
  }
}

function alone({ time }: HeldActivity, groups: ReadonlyMap<string, unknown>, fallback: () => string): string {
  const first = time === undefined ? fallback() : `gemini-takeout:${time}`;
  let key = first;
  for (let number = 2; groups.has(key); number++) key = `${first}/${number}`;
  return key;
}

/** Logs are newest first; where times say otherwise they win. Entries without time keep their neighbours. */
function oldestFirst(activities: readonly HeldActivity[]): HeldActivity[] {
  let before = '';
  return [...activities]
    .reverse()
    .map((activity) => {
      before = activity.time ?? before;
      return { activity, at: before };
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ activity }) => activity);
}

function conversationId(url: string | undefined): string | undefined {
  return /^https:\/\/(?:gemini|bard)\.google\.com\/(?:[^?#]*\/)?([\w-]{6,})(?:[?#]|$)/.exec(url ?? '')?.[1];
}

/** A prompt without a word, to which nothing was answered, is none. */
function isTurn({ prompt, answers, files }: HeldActivity, isVerbKnown: boolean): boolean {
  return prompt === 'words' || answers > 0 || ((prompt === 'blank' || !isVerbKnown) && files > 0);
}

function messagesOf({ title, time, files, answers }: Activity, isVerbKnown: boolean): Message[] {
  const stamp = time === undefined ? {} : { time };
  const messages: Message[] = [];
  const prompt = promptOf(title);
  if (prompt !== undefined || !isVerbKnown) {
    const text = prompt ?? title;
    if (text.trim() !== '') messages.push({ ...stamp, speaker: 'user', kind: 'text', text });
  } else messages.push({ ...stamp, speaker: 'system', kind: 'notice', text: title });
  for (const name of files)
    messages.push({ ...stamp, speaker: 'user', kind: 'attachment', text: '', attributes: { name } });
  for (const text of answers)
    messages.push({ ...stamp, speaker: 'assistant', kind: 'text', text, attributes: { format: 'html' } });
  return messages;
}
