import { chatgptUnit } from '../chatgpt/conversation.js';
import { missingShards } from '../chatgpt/shards.js';
import { conversationsIn, EXPORT_DROPS } from '../conversation-export.js';
import { headText } from '../head-text.js';
import { isBeside } from '../siblings.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Files of the same export without words of a conversation: name, and what their beginning must hold. */
const BOOKKEEPING: readonly { name: RegExp; head: RegExp; detail: string }[] = [
  { name: /^user\.json$/, head: /"id"\s*:\s*"user-/, detail: 'account data: no words of a conversation' },
  { name: /^user_settings\.json$/, head: /"user_id"\s*:\s*"user-/, detail: 'settings of the account' },
  { name: /^export_manifest\.json$/, head: /"logical_files"/, detail: 'the list of the files of the export' },
  {
    name: /^conversation_asset_file_names\.json$/,
    head: /^\s*\{/,
    detail: 'names of pictures and sounds, which the messages name themselves',
  },
  { name: /^message_feedback\.json$/, head: /"rating"|^\s*\[\s*\]\s*$/, detail: 'thumbs up and down' },
  {
    name: /^shared_conversations\.json$/,
    head: /"conversation_id"|^\s*\[\s*\]\s*$/,
    detail: 'which conversations were shared, without their words',
  },
];

/** The page that comes with the export holds the same conversations as data for a script. */
const PAGE_DATA = /\bjsonData\s*=\s*(?=\[)/;

/** What conversations begin with; the second pair is of exports made by other programs. */
const BEGINNINGS = [
  ['title', 'create_time'],
  ['id', 'title'],
] as const;

/** ChatGPT's data export: `conversations.json`, its shards, and the page of the same content. 2023 to 2026. */
export const chatgpt: SourceAdapter = {
  name: 'chatgpt',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  transforms: [
    'the tree of messages becomes blocks of transcript/1, depth-first',
    'regenerated answers and edited questions are marked `branch: alternate`',
    'hidden profile and instructions in the place of the person are marked as context',
    'blocks of an unknown kind are kept as compact JSON',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...EXPORT_DROPS,
    'damaged messages',
    'messages without text',
    'missing shards of the export',
    'repeated messages',
    'second copies of tool output',
    'sound of voice turns',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect,
  read,
};

function detect(candidate: Candidate): number {
  const name = nameOf(candidate);
  const head = headText(candidate);
  if (/\.html?$/i.test(name)) return PAGE_DATA.test(head) && /"mapping"\s*:/.test(head) ? 0.9 : 0;
  if (!/\.json$/i.test(name)) return 0;
  if (BOOKKEEPING.some((one) => one.name.test(name) && one.head.test(head))) return 0.9;
  if (!/^\s*[[{]/.test(head) || !/"mapping"\s*:\s*\{/.test(head)) return 0;
  const hasMessages = /"(?:message|children)"\s*:/.test(head) && /"parent"\s*:/.test(head);
  return hasMessages || /"current_node"\s*:/.test(head) ? 0.95 : 0;
}

async function* read(candidate: Candidate, root: SourceRoot, options: ReadOptions): AsyncIterable<SourceUnit> {
  const name = nameOf(candidate);
  const head = headText(candidate);
  const bookkeeping = BOOKKEEPING.find((one) => one.name.test(name) && one.head.test(head));
  if (bookkeeping !== undefined) throw new SkipSource('bookkeeping', bookkeeping.detail);
  const page = /\.html?$/i.test(name) ? PAGE_DATA.exec(head) : undefined;
  if (page && ['conversations.json', 'conversations-000.json'].some((one) => isBeside(candidate, one)))
    throw new SkipSource('part-of', 'the same conversations as conversations.json, as a page');
  const missing = missingShards(candidate);
  const tally = new Tally();
  if (missing.length > 0) tally.add('missing shards of the export', 0, missing.length);
  const unitsOf = (element: unknown): SourceUnit[] | undefined => {
    const unit = chatgptUnit(element, options.tools, () => sourceOf(root, candidate.relative));
    return unit && [unit];
  };
  yield* conversationsIn(candidate, {
    maxBytes: options.maxBytes,
    beginnings: BEGINNINGS,
    mayBeObject: true,
    unitsOf,
    tally,
    notes: missing.map((one) => `${one} is missing: its conversations are lost with it`),
    ...(page && { start: Buffer.byteLength(head.slice(0, page.index + page[0].length)) }),
  });
}

function nameOf({ relative }: Candidate): string {
  return relative.slice(relative.lastIndexOf('/') + 1);
}
