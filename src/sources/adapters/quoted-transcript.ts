import { renderTranscript } from '../../palace/transcript.js';
import { contentDate } from '../../text/dates.js';
import { isNoteName } from '../file-lists.js';
import { isQuotedTranscript, quotedMessages } from '../quoted.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { firstHeading, readText } from './text-file.js';

const HINT = 80;

/** Markdown and text files outside a code base that hold a conversation as `> question` and answer. */
export const quotedTranscript: SourceAdapter = {
  name: 'quoted-transcript',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'lines marked `>` become messages of the user, without the mark',
    'the text between them becomes messages of the assistant',
    'the line end after a message and one blank line on either side of an answer are layout',
    'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: [
    'byte order mark',
    'blank lines between two questions',
    'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)',
    'empty files',
  ],
  detect(candidate) {
    if (candidate.place !== 'notes' || !isNoteName(candidate.relative)) return 0;
    return isQuotedTranscript(candidate.head.toString('utf8')) ? 0.7 : 0;
  },
  async *read(candidate, root, options) {
    const text = await readText(candidate, options.maxBytes);
    const body = text.body.toString('utf8');
    const messages = quotedMessages(body);
    if (messages.length === 0) throw new SkipSource('empty', 'it has no message');
    const preamble = messages[0]?.speaker === 'preamble' ? messages[0].text : '';
    const unit: SourceUnit = {
      kind: 'conversation',
      source: sourceOf(root, candidate.relative),
      title: firstHeading(preamble) ?? '',
      nameHint: messages
        .find(({ speaker }) => speaker === 'user')
        ?.text.split(/\r?\n/, 1)[0]
        ?.slice(0, HINT),
      body: renderTranscript(messages),
      format: 'transcript/1',
      routePath: candidate.relative,
      notKept: [],
    };
    const date = contentDate(candidate.relative, preamble || body.slice(0, 2000), { lines: preamble !== '' });
    if (date !== undefined) {
      unit.date = date;
      unit.dateFrom = 'content';
    }
    if (text.encoding !== undefined) unit.encoding = text.encoding;
    if (text.replaced > 0) unit.notKept.push({ what: 'invalid bytes', count: text.replaced, bytes: text.replaced });
    yield unit;
  },
};
