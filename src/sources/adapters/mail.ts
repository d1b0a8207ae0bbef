import { basename } from 'node:path';
import { readCandidate } from '../candidate.js';
import { conversationUnit } from '../conversation-unit.js';
import { extensionOf } from '../file-lists.js';
import { type Letter, readLetter } from '../mail/letter.js';
import { beginsLikeMbox, mboxMessages } from '../mail/mbox.js';
import { type Thread, threadsOf } from '../mail/threads.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Mailboxes (mbox: Gmail Takeout, Thunderbird, Apple Mail) and single mails (eml). A thread is one conversation. */
export const mail: SourceAdapter = {
  name: 'mail',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'transfer encodings, character sets and encoded words are decoded; lines of format=flowed are joined',
    'of a mail that has only HTML its words are kept',
    'CR LF becomes LF; line ends around a text are layout; `>From ` in a mailbox loses one `>`',
    'mails of one thread are one conversation, the oldest first; `Re:` and the like go from its title',
    'attached text is kept as text',
  ],
  drops: [
    'HTML copies of texts',
    'attachment data (type, size and hash are kept)',
    'headers other than those of people, dates, subject and thread',
    'repeated records',
    'records that are no mails',
    'mails without text',
  ],
  detect(candidate) {
    const head = candidate.head.toString('latin1', 0, 16_384);
    if (beginsLikeMbox(head)) return 0.95;
    const isMailName = ['eml', 'mbox'].includes(extensionOf(candidate.relative));
    if (isMailName) return /^[!-9;-~]+:/.test(head) ? 0.9 : 0.5;
    // A mail without its extension (Apple Mail, a server's folder): the program that carried it wrote the first line.
    return /^(?:Received|Return-Path|Delivered-To): /.test(head) && /^Message-ID: /im.test(head) ? 0.8 : 0;
  },
  async *read(candidate, root, options) {
    const head = candidate.head.toString('latin1', 0, 16_384);
    if (beginsLikeMbox(head)) yield* readMailbox(candidate, root, options);
    else yield await readSingle(candidate, root, options);
  },
};

async function readSingle(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const tally = new Tally();
  const letter = await readLetter(await readCandidate(candidate, options.maxBytes), tally);
  if (letter === undefined) throw new SkipSource('damaged', 'it has no head of a mail', tally.list());
  const [thread] = threadsOf([letter]);
  return unitOf(
    thread ?? { id: letter.id, subject: letter.subject, letters: [letter] },
    sourceOf(root, candidate.relative),
    tally,
  );
}

async function* readMailbox(candidate: Candidate, root: SourceRoot, options: ReadOptions): AsyncGenerator<SourceUnit> {
  const tally = new Tally();
  const letters: Letter[] = [];
  const seen = new Set<string>();
  for await (const raw of mboxMessages(candidate, options.maxBytes)) {
    const letter = await readLetter(raw, tally);
    if (letter === undefined) tally.add('records that are no mails', raw.length);
    else if (seen.has(letter.id)) tally.add('repeated records', raw.length);
    else if (letter.messages.length > 0) letters.push(letter);
    if (letter !== undefined) seen.add(letter.id);
  }
  const threads = threadsOf(letters);
  if (threads.length === 0)
    throw new SkipSource('empty', `${basename(candidate.relative)} holds no mail with text`, tally.list());
  const source = sourceOf(root, candidate.relative);
  // What the mailbox as a whole leaves out is told with the last.
  for (const [index, thread] of threads.entries())
    yield unitOf(thread, `${source}/${thread.id}`, index === threads.length - 1 ? tally : new Tally());
}

function unitOf(thread: Thread, source: string, tally: Tally): SourceUnit {
  return conversationUnit({
    source,
    title: thread.subject,
    messages: thread.letters.flatMap(({ messages }) => messages),
    notKept: tally.list(),
  });
}
