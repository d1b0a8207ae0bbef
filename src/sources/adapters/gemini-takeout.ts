import { type Conversations, conversationsOf, unitsOf } from '../gemini-takeout/conversations.js';
import { jsonActivities } from '../gemini-takeout/json-log.js';
import { pageActivities } from '../gemini-takeout/page-log.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, NotKept, ReadOptions, SourceAdapter, SourceRoot } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** The activity log of Gemini from Google Takeout, as JSON or as a page. */
export const geminiTakeout: SourceAdapter = {
  name: 'gemini-takeout',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'entries become blocks of transcript/1, oldest first; those of one address are one conversation',
    'the verb before a prompt (`Prompted`) is cut',
    'answers are the stored HTML, unchanged; on pages without the blanks around them',
    'entities and line breaks of prompts on pages are decoded',
  ],
  drops: [
    'activity that is no turn of a conversation',
    'activity of other products',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'repeated records',
  ],
  detect(candidate) {
    const head = headText(candidate);
    if (/\.json$/i.test(candidate.relative)) {
      const isLog = /^\s*\[\s*\{/.test(head) && /"header"\s*:/.test(head) && /"time"\s*:/.test(head);
      return isLog && /"activityControls"\s*:|"products"\s*:/.test(head) ? 0.93 : 0;
    }
    return /\.html?$/i.test(candidate.relative) && head.includes('<div class="outer-cell mdl-cell') ? 0.93 : 0;
  },
  async *read(candidate, root, options) {
    const log = await readLog(candidate, root, options);
    let left = log.groups.size;
    // What the log as a whole leaves out is told with the last.
    for (const unit of unitsOf(log))
      yield --left > 0
        ? unit
        : { ...unit, notKept: [...unit.notKept, ...log.notKept], notes: [...(unit.notes ?? []), ...log.notes] };
  },
};

/** @throws SkipSource when there is no conversation in it. */
async function readLog(
  candidate: Candidate,
  root: SourceRoot,
  { maxBytes }: ReadOptions,
): Promise<Conversations & { notKept: NotKept[]; notes: string[] }> {
  const tally = new Tally();
  const isPage = /\.html?$/i.test(candidate.relative);
  const activities = await (isPage ? pageActivities : jsonActivities)(candidate, maxBytes, tally);
  if (activities.length === 0 && tally.list().some(({ what }) => what === 'activity of other products'))
    throw new SkipSource('bookkeeping', 'the activity log of other products of Google', tally.list());
  const found = conversationsOf(activities, tally, (place) => `${sourceOf(root, candidate.relative)}/${place + 1}`);
  const notKept = tally.list();
  const isDamaged = notKept.some(({ what }) => what === 'damaged records');
  if (found.groups.size === 0)
    throw new SkipSource(isDamaged ? 'damaged' : 'empty', 'it holds no conversation', notKept);
  const notes: string[] = [];
  if (isDamaged) notes.push(`${candidate.relative}: damaged records were passed over`);
  if (!found.isVerbKnown)
    notes.push(`${candidate.relative}: its language is not known; the verb before each prompt was kept`);
  const untimed = activities.filter(({ time }) => time === undefined).length;
  if (untimed > 0) notes.push(`${candidate.relative}: ${untimed} entries have no time that could be read`);
  return { ...found, notKept, notes };
}
