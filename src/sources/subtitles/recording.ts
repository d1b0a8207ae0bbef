import { contentDate } from '../../text/dates.js';
import { plainText } from '../adapters/plain-text.js';
import { conversationUnit } from '../conversation-unit.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, ReadOptions, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';
import type { Cue } from './cues.js';
import { speechOf } from './speech.js';

/** Name that Zoom gives: the recording began at this time, UTC. */
const ZOOM = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})/;

export const SUBTITLE_TRANSFORMS = [
  'each cue is a message, with its times in milliseconds as attributes',
  'marks for voices and names before a colon become speakers; other marks go',
  'line breaks in a cue become one blank; entities are decoded; blanks around are layout',
  'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
];
export const SUBTITLE_DROPS = [
  'byte order mark',
  'cue numbers and ids',
  'header lines',
  'notes and styles',
  'empty cues',
  'damaged cues',
  'settings of cues (where they stand on the screen)',
  'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)',
  'empty files',
];

/** A recording's transcript as a conversation. Its date is the day or instant that the file's name says. */
export async function* readRecording(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  format: { cuesOf(text: string, tally: Tally): Cue[]; goesOn: boolean },
): AsyncIterable<SourceUnit> {
  const { text, encoding, notKept } = await plainText(candidate, options.maxBytes);
  const tally = new Tally();
  const { messages, notes } = speechOf(format.cuesOf(text, tally), format.goesOn, tally);
  if (messages.length === 0) throw new SkipSource('empty', 'it has no cue with text', tally.list());
  const stem = candidate.relative.slice(candidate.relative.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const [began, ...parts] = ZOOM.exec(stem) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const date =
    began === undefined ? contentDate(candidate.relative, '') : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  yield conversationUnit({
    source: sourceOf(root, candidate.relative),
    title: began === undefined ? stem : '',
    messages,
    notKept: [...notKept, ...tally.list()],
    notes: notes.map((note) => `${candidate.relative}: ${note}`),
    routePath: candidate.relative,
    ...(date !== undefined && { date }),
    ...(encoding !== undefined && { encoding }),
  });
}
