import { basename, dirname } from 'node:path';
import { conversationUnit } from '../conversation-unit.js';
import { extensionOf } from '../file-lists.js';
import { headText } from '../head-text.js';
import { SkipSource } from '../skip.js';
import type { Candidate, SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';
import { chatHeads, readChat } from '../whatsapp/chat.js';
import { chatHead } from '../whatsapp/heads.js';
import { plainText } from './plain-text.js';

const NAMED = /whatsapp|(?:^|\/)_chat\.txt$/i;

/** Chats that WhatsApp exports as text, from Android and iPhone, in the languages that people use. */
export const whatsapp: SourceAdapter = {
  name: 'whatsapp',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'date and clock of a head become a time without zone; the order of day and month is told from the file',
    'names of attached files become attachments, their captions messages',
    'marks of the app (U+200E, `~` before a name, the words for edited messages) become attributes or go',
    'words of the app in the place of a person are marked as notice',
    'CR LF becomes LF; blank lines after a message are layout',
    'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: ['byte order mark', 'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)', 'empty files'],
  detect(candidate) {
    if (extensionOf(candidate.relative) !== 'txt') return 0;
    const lines = headText(candidate).split(/\r?\n/);
    const first = chatHead(lines.find((line) => line.trim() !== '') ?? '');
    if (first === undefined) return 0;
    const named = NAMED.test(candidate.relative) || /whatsapp/i.test(basename(dirname(candidate.path)));
    if (named) return 0.95;
    return first.style.includes(',') && chatHeads(lines).size > 1 ? 0.9 : 0;
  },
  async *read(candidate, root, options) {
    const { text, encoding, notKept } = await plainText(candidate, options.maxBytes);
    const { messages, notes, order } = readChat(text);
    if (!messages.some(({ speaker }) => speaker !== 'preamble'))
      throw new SkipSource('empty', 'it has no message of a WhatsApp chat', notKept);
    yield conversationUnit({
      source: sourceOf(root, candidate.relative),
      title: titleOf(candidate),
      messages,
      notKept,
      facts: { date_order: order },
      notes: notes.map((note) => `${candidate.relative}: ${note}`),
      ...(encoding !== undefined && { encoding }),
    });
  },
};

/** The chat's name is in the name of the file, or of the folder (or archive) of `_chat.txt`. */
function titleOf({ path }: Candidate): string {
  const file = basename(path).replace(/\.txt$/i, '');
  const name = file === '_chat' ? basename(dirname(path)) : file;
  return /whatsapp.*? (?:with|mit|con|avec|com|met|-) (.+)$/iu.exec(name)?.[1]?.trim() ?? '';
}
