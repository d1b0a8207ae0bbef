import { basename } from 'node:path';
import { headText } from '../head-text.js';
import { siblingOf } from '../siblings.js';
import { SkipSource } from '../skip.js';
import { readChannel, readSingle } from '../slack/channel.js';
import { daysBeside, isDayName } from '../slack/directory.js';
import type { Candidate, SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

const BOOKKEEPING =
  /(?:^|\/)(?:users|org_users|channels|groups|dms|mpims|canvases|lists|integration_logs|huddle_transcripts)\.json$/;

/** Exports of Slack workspaces: each channel, private channel and direct conversation is one conversation. */
export const slack: SourceAdapter = {
  name: 'slack',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'all day files of a channel are one conversation',
    'mentions, channels and links are written readably, entities decoded; the typed text is kept as the attribute `raw`',
    'the words of blocks stand for a text that is missing',
    'an edited message takes the place of what it was',
    'status lines (joined, topic set) are marked as notice',
  ],
  drops: [
    'second copies of texts (blocks)',
    'copies of profiles',
    'reactions',
    'addresses of files (with tokens)',
    'counters of replies and other fields that nobody said',
    'repeated records',
    'records that are no messages',
    'messages without text',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'lists of people and channels (their names are in the messages)',
  ],
  detect(candidate) {
    if (!candidate.relative.endsWith('.json')) return 0;
    if (isDay(candidate)) return 0.95;
    const head = headText(candidate).trimStart();
    if (BOOKKEEPING.test(candidate.relative)) return isList(candidate.relative, head) ? 0.9 : 0;
    return isMessages(head) ? 0.8 : 0;
  },
  async *read(candidate, root, options) {
    if (BOOKKEEPING.test(candidate.relative))
      throw new SkipSource(
        'bookkeeping',
        'it lists people, channels or apps of a Slack export and holds no conversation',
      );
    if (!isDayName(candidate.path)) {
      yield await readSingle(candidate, sourceOf(root, candidate.relative), options.maxBytes);
      return;
    }
    const first = firstDay(candidate, options.maxBytes);
    if (first !== undefined) throw new SkipSource('part-of', `read with ${first}`);
    yield await readChannel(candidate, options.maxBytes);
  },
};

/** The day file before this one that holds the conversation, undefined when this one does. */
function firstDay(candidate: Candidate, maxBytes: number): string | undefined {
  const own = basename(candidate.path);
  for (const name of daysBeside(candidate)) {
    if (name >= own) return undefined;
    // One that cannot be read, or is something else, holds nothing.
    const day = siblingOf(candidate, name, maxBytes);
    if (day !== undefined && isDay(day)) return name;
  }
  return undefined;
}

function isDay(candidate: Candidate): boolean {
  if (!isDayName(candidate.path)) return false;
  const head = headText(candidate).trimStart();
  // A day on which nobody said anything is an empty list.
  return /^\[\s*\]\s*$/.test(head) || isMessages(head);
}

/** A list whose first record is a message: the fields are Slack's own. */
function isMessages(head: string): boolean {
  if (!/^\[\s*\{/.test(head)) return false;
  const first = head.slice(0, 20_000);
  return /"type"\s*:\s*"message"/.test(first) && /"(?:ts|user|username|bot_id|subtype)"\s*:\s*"/.test(first);
}

function isList(path: string, head: string): boolean {
  if (/^\[\s*\]\s*$/.test(head)) return true;
  if (!head.startsWith('[')) return false;
  if (/users\.json$/.test(path)) return /"id"\s*:\s*"[UW][A-Z0-9]{6,}"/.test(head);
  return /"id"\s*:\s*"[CGDF][A-Z0-9]{6,}"/.test(head) || /integration_logs|canvases|lists|huddle/.test(path);
}
