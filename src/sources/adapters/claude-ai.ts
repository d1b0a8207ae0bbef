import { claudeUnit } from '../claude-ai/conversation.js';
import { conversationsIn, EXPORT_DROPS } from '../conversation-export.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** First keys of a conversation; messages begin `uuid`, `text`. */
const BEGINNINGS = [
  ['uuid', 'name'],
  ['uuid', 'conversation_uuid'],
] as const;

/** Conversations of claude.ai: the data export (list or tree), one conversation, a shared snapshot. */
export const claudeAi: SourceAdapter = {
  name: 'claude-ai',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  readsAlone: true,
  transforms: [
    'messages become blocks of transcript/1, in the order of the file, of their numbers or depth-first of their tree',
    'branches that were not shown are marked `branch: alternate`',
    'input of tools is written as compact JSON',
    'blocks of an unknown kind are kept as compact JSON',
    'times are rounded to milliseconds',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...EXPORT_DROPS,
    'bookkeeping blocks',
    'damaged messages',
    'flat copies of messages (the field `text` where there are blocks)',
    'messages without text',
    'repeated messages',
    'account data (users.json)',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    if (!/\.json$/i.test(candidate.relative)) return 0;
    const head = headText(candidate);
    if (isUsers(candidate.relative, head)) return 0.9;
    return /^\s*[[{]/.test(head) && /"chat_messages"\s*:\s*\[/.test(head) ? 0.95 : 0;
  },
  async *read(candidate, root, options) {
    if (isUsers(candidate.relative, headText(candidate)))
      throw new SkipSource('bookkeeping', 'account data: names and addresses are not words of a conversation');
    yield* conversationsIn(candidate, {
      maxBytes: options.maxBytes,
      beginnings: BEGINNINGS,
      mayBeObject: true,
      unitsOf: (element) => {
        const unit = claudeUnit(element, options.tools, () => sourceOf(root, candidate.relative));
        return unit && [unit];
      },
    });
  },
};

function isUsers(relative: string, head: string): boolean {
  return (
    /(?:^|\/)users\.json$/.test(relative) && /"uuid"/.test(head) && /"email_address"|"verified_phone_number"/.test(head)
  );
}
