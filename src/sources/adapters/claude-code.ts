import { LOG_TRANSFORMS } from '../agents/transforms.js';
import { type ReadingSizes, readSession, SIZES } from '../claude-code/reading.js';
import { headText } from '../head-text.js';
import { isObject, parseJson } from '../json.js';
import { SkipSource } from '../skip.js';
import type { BodyPiece, Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit, StartOver } from '../types.js';

const BOOKKEEPING_FILE = /(?:^|\/)agent-[^/]*\.meta\.json$/;

/** Session files of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`), versions 1.0 to 2.1. */
export const claudeCode: SourceAdapter = {
  name: 'claude-code',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  readsAlone: true,
  transforms: [
    LOG_TRANSFORMS.records,
    'input of tools is written as compact JSON',
    'turns that were rewound or made again are marked `branch: alternate`',
    'words of the program in the place of the person are marked as notice, context or summary',
    LOG_TRANSFORMS.brief,
  ],
  drops: [
    'system-reminder blocks',
    'sub-agent transcripts, unless asked for',
    'bookkeeping records (snapshots, modes, durations, queue, titles)',
    'hidden context, except what hooks added',
    'hidden thinking (signatures, redacted blocks)',
    'attachment data (type, size and hash are kept)',
    'terminal copies of tool output',
    'repeated records',
    'damaged lines',
    'unfinished last line',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    if (BOOKKEEPING_FILE.test(candidate.relative)) return 0.9;
    return /\.jsonl$/i.test(candidate.relative) ? confidence(headText(candidate)) : 0;
  },
  read,
  readLong,
};

function open(candidate: Candidate, root: SourceRoot, options: ReadOptions, sizes: ReadingSizes) {
  if (BOOKKEEPING_FILE.test(candidate.relative))
    throw new SkipSource('bookkeeping', 'it describes a sub-agent and holds no conversation');
  return readSession(candidate, root, options, sizes);
}

async function* read(candidate: Candidate, root: SourceRoot, options: ReadOptions): AsyncIterable<SourceUnit> {
  for await (const found of open(candidate, root, options, { ...SIZES, limit: Number.POSITIVE_INFINITY }))
    if ('kind' in found) yield found;
}

async function* readLong(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
): AsyncIterable<BodyPiece | StartOver | SourceUnit> {
  yield* open(candidate, root, options, SIZES);
}

const RECORD_TYPES =
  /"type"\s*:\s*"(?:user|human|assistant|system|attachment|summary|mode|permission-mode|file-history-snapshot|queue-operation|custom-title|ai-title|last-prompt|progress)"/;

function confidence(head: string): number {
  let best = 0;
  for (const line of head.split('\n')) {
    const text = line.trim();
    if (!text.startsWith('{') || !RECORD_TYPES.test(text)) continue;
    const record = parseJson(text);
    // A first line longer than the head is cut; its keys still tell.
    const keys = isObject(record) ? Object.keys(record) : [...text.matchAll(/"(\w+)"\s*:/g)].map((match) => match[1]);
    if (keys.includes('sessionId') && (keys.includes('uuid') || keys.includes('parentUuid'))) return 0.95;
    if (keys.includes('sessionId') || keys.includes('leafUuid')) best = Math.max(best, 0.8);
    else if (isObject(record) && isObject(record.message) && 'content' in record.message) best = Math.max(best, 0.7);
    else if (keys.includes('snapshot') && keys.includes('messageId')) best = Math.max(best, 0.6);
  }
  return best;
}
