import { EXPORT_DROPS } from '../conversation-export.js';
import { headText } from '../head-text.js';
import { RECORD_DROPS } from '../people-records.js';
import { readAccount, readChat } from '../telegram/chats.js';
import type { SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

const CHAT_TYPE =
  /"type"\s*:\s*"(?:saved_messages|personal_chat|bot_chat|private_group|private_supergroup|public_supergroup|private_channel|public_channel|replies|verification_codes)"/;
const ACCOUNT = /"(?:chats|left_chats)"\s*:\s*\{/;

/** `result.json` of Telegram Desktop: one chat, or all chats of an account. */
export const telegram: SourceAdapter = {
  name: 'telegram',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'pieces of marked text are joined; hidden targets of links stand beside in the attribute `links`',
    'the time is `date_unixtime`, where it is missing the wall clock of `date`',
    'polls become their question and answers',
    'status lines (group made, pinned) are marked as notice',
  ],
  drops: [
    'reactions',
    'marks of text (bold, code)',
    'personal data of the account, contacts, phone numbers',
    'sizes of pictures',
    ...RECORD_DROPS,
    ...EXPORT_DROPS,
  ],
  detect(candidate) {
    if (!candidate.relative.endsWith('.json')) return 0;
    const head = headText(candidate);
    if (!/^\s*\{/.test(head)) return 0;
    if (CHAT_TYPE.test(head) && /"messages"\s*:\s*\[/.test(head)) return 0.95;
    // The account's own data may be longer than the head.
    if (ACCOUNT.test(head) && CHAT_TYPE.test(head)) return 0.95;
    return /"personal_information"\s*:\s*\{/.test(head) && /"about"\s*:\s*"/.test(head) ? 0.8 : 0;
  },
  async *read(candidate, root, options) {
    const head = headText(candidate);
    const source = sourceOf(root, candidate.relative);
    const isAccount = ACCOUNT.test(head) || /"personal_information"/.test(head);
    if (isAccount) yield* readAccount(candidate, source, options.maxBytes);
    else yield await readChat(candidate, source, options.maxBytes);
  },
};
