import { LOG_TRANSFORMS } from '../agents/transforms.js';
import { Session } from '../claude-code/session.js';
import { mainUnit, sidechainGroups, sidechainUnits, subagentsLeftOut } from '../claude-code/units.js';
import { headText } from '../head-text.js';
import { isObject, parseJson } from '../json.js';
import { forEachLine } from '../lines.js';
import { SkipSource } from '../skip.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
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
};

async function* read(candidate: Candidate, root: SourceRoot, options: ReadOptions): AsyncIterable<SourceUnit> {
  if (BOOKKEEPING_FILE.test(candidate.relative))
    throw new SkipSource('bookkeeping', 'it describes a sub-agent and holds no conversation');
  const session = new Session(options.tools);
  await forEachLine(candidate, options.maxBytes, (line) => session.take(line));
  const source = sourceName(session, candidate, root);
  const groups = sidechainGroups(session.sidechain).size;
  const onlySubagents = groups > 0 && !session.main.some(({ shown }) => shown);
  // A file that was asked for by its own name is wanted whole.
  const readSubagents = options.subagents ?? root.file === candidate.relative;
  const main = mainUnit(session, source, readSubagents ? 'read' : 'counted');
  // The transcript has it all now, and may be as long as the memory is wide.
  session.main.length = 0;
  if (main !== undefined) yield main;
  if (readSubagents) {
    const units = sidechainUnits(session, source);
    // With no conversation beside them, what the file leaves out is told by the first.
    for (const [index, unit] of units.entries())
      yield main === undefined && index === 0 ? { ...unit, notKept: session.tally.list() } : unit;
    if (main !== undefined || units.length > 0) return;
  }
  if (main !== undefined) return;
  const notKept = session.tally.list();
  if (onlySubagents) {
    const left = subagentsLeftOut(groups, session.sidechainBytes);
    throw new SkipSource('sub-agent', 'a transcript between agents; not read unless asked for', [left]);
  }
  throw new SkipSource('empty', 'nobody says anything in it', notKept);
}

/** The file of a session is named by its id, also where its records were copied from the session that it resumed. */
function sourceName(session: Session, candidate: Candidate, root: SourceRoot): string {
  const stem = candidate.relative.slice(candidate.relative.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const id = UUID.test(stem) ? stem.toLowerCase() : session.facts.sessionId;
  return id === undefined ? sourceOf(root, candidate.relative) : `claude-code:${id}`;
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
