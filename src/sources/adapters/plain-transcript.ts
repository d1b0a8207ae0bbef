import { contentDate } from '../../text/dates.js';
import { conversationUnit } from '../conversation-unit.js';
import { isNoteName } from '../file-lists.js';
import { headText } from '../head-text.js';
import { headsOf, turnsOf } from '../plain-transcript/turns.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { plainText } from './plain-text.js';
import { firstHeading } from './text-file.js';

const CONFIDENCE = { timed: 0.8, roles: 0.75, names: 0.65 };

/** Text files outside a code base whose turns begin with a name: `[00:01:02] Ann: `, `Human: `, saved chats of Zoom, `Ann: `. */
export const plainTranscript: SourceAdapter = {
  name: 'plain-transcript',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'names before a colon become speakers; Human, User, Assistant, Claude and the like become user and assistant',
    'a time without a date is kept as written in the attribute `at`',
    'blank lines around a turn are layout; CR LF becomes LF',
    'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: ['byte order mark', 'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)', 'empty files'],
  detect(candidate) {
    if (candidate.place !== 'notes' || !isNoteName(candidate.relative)) return 0;
    const found = headsOf(headText(candidate).replaceAll('\r\n', '\n'));
    return found === undefined ? 0 : CONFIDENCE[found.kind];
  },
  async *read(candidate, root, options) {
    const { text, encoding, notKept } = await plainText(candidate, options.maxBytes);
    const found = headsOf(text);
    if (found === undefined) throw new SkipSource('empty', 'it has no turns of named speakers');
    const messages = turnsOf(text, found.heads);
    const preamble = messages[0]?.speaker === 'preamble' ? messages[0].text : '';
    const said = messages.some(({ time }) => time !== undefined)
      ? undefined
      : contentDate(candidate.relative, preamble, { lines: true });
    yield conversationUnit({
      source: sourceOf(root, candidate.relative),
      title: firstHeading(preamble) ?? '',
      messages,
      notKept,
      routePath: candidate.relative,
      ...(said !== undefined && { date: said }),
      ...(encoding !== undefined && { encoding }),
    });
  },
};
