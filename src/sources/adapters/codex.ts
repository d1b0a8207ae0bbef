import { AgentLog } from '../agents/log.js';
import { type LogReading, readLong } from '../agents/long-reading.js';
import type { UnitFacts } from '../agents/message-log.js';
import { LOG_TRANSFORMS } from '../agents/transforms.js';
import { Rollout } from '../codex/rollout.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, parseJson } from '../json.js';
import { LINE_DROPS } from '../json-lines.js';
import { readJsonList } from '../json-list.js';
import { BODY_SIZES, type LongBodySizes, WHOLE_BODY } from '../long-body.js';
import { SkipSource } from '../skip.js';
import type { BodyPiece, Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit, StartOver } from '../types.js';
import { sourceOf } from '../unit-path.js';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.jsonl?$)/i;

/** Session files of Codex (`~/.codex/sessions/…/rollout-*.jsonl`), from 2025 to the paginated history. */
export const codex: SourceAdapter = {
  name: 'codex',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  readsAlone: true,
  transforms: [
    LOG_TRANSFORMS.records,
    'turns that were rolled back are marked `branch: alternate`',
    'instructions and states that the program wrote in the place of the person are marked as context',
    LOG_TRANSFORMS.brief,
  ],
  drops: [
    ...LINE_DROPS,
    'mirror copies (one turn stands in several layers)',
    'copies made by compaction',
    'bookkeeping records',
    'unknown records',
    'damaged records',
    'hidden thinking (encrypted)',
    'picture marks',
    'attachment data (type, size and hash are kept)',
    'sub-agent transcripts, unless asked for',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect: (candidate) => {
    if (!/\.jsonl?$/i.test(candidate.relative)) return 0;
    return /\.json$/i.test(candidate.relative) ? oldConfidence(headText(candidate)) : confidence(headText(candidate));
  },
  read,
  readLong: (candidate, root, options) => readSession(candidate, root, options),
};

async function* read(candidate: Candidate, root: SourceRoot, options: ReadOptions): AsyncIterable<SourceUnit> {
  for await (const found of readSession(candidate, root, options, WHOLE_BODY)) if ('kind' in found) yield found;
}

/** Reads a session, long ones in pieces. */
export async function* readSession(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  sizes: LongBodySizes = BODY_SIZES,
): AsyncGenerator<BodyPiece | StartOver | SourceUnit> {
  if (/\.json$/i.test(candidate.relative)) yield await readOld(candidate, root, options);
  else
    yield* readLong(candidate, options, sizes, (log) => new SessionReading(new Rollout(log), candidate, root, options));
}

/** One session, of which it is known at its end whether it is to be read. */
class SessionReading implements LogReading {
  /** Records of a list of all sessions. */
  #others = 0;

  constructor(
    private readonly rollout: Rollout,
    private readonly candidate: Candidate,
    private readonly root: SourceRoot,
    private readonly options: ReadOptions,
  ) {}

  take(record: JsonObject, bytes: number): void {
    if (isPrompt(record) || isName(record)) this.#others++;
    else this.rollout.take(record, bytes);
  }

  source(): string {
    const id = this.rollout.facts.id ?? ID.exec(this.candidate.relative)?.[0].toLowerCase();
    return id === undefined ? sourceOf(this.root, this.candidate.relative) : `codex:${id}`;
  }

  end(): Omit<UnitFacts, 'source'> {
    const { log, facts } = this.rollout;
    const { relative, size } = this.candidate;
    if (this.#others > 0 && log.length === 0)
      throw new SkipSource('bookkeeping', 'a list of all sessions: what was said stands in their own files');
    if (facts.isSubagent && !(this.options.subagents ?? this.root.file === relative))
      throw new SkipSource('sub-agent', 'a session between agents; not read unless asked for', [
        { what: 'sub-agent transcripts', count: 1, bytes: size },
      ]);
    return {
      title: facts.title,
      cwd: facts.cwd,
      gitBranch: facts.gitBranch,
      parent: facts.parent === undefined ? undefined : `codex:${facts.parent}`,
      date: facts.started,
    };
  }
}

/** The files of the first, TypeScript Codex: one object a session. */
async function readOld(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  const rollout = new Rollout(log);
  const { tally } = log;
  const { elements, around } = await readJsonList(candidate, { maxBytes: options.maxBytes, property: 'items', tally });
  if (isObject(around.session)) rollout.take(around.session, 0);
  for (const item of elements) {
    if (isObject(item)) rollout.take(item, 0);
    else tally.add('damaged records', 0);
  }
  const reading = new SessionReading(rollout, candidate, root, options);
  return log.unit({ ...reading.end(), source: reading.source() });
}

/** `history.jsonl`: what the person typed, in all sessions. */
function isPrompt(record: JsonObject): boolean {
  return 'session_id' in record && 'ts' in record && typeof record.text === 'string';
}

/** `session_index.jsonl`. */
function isName(record: JsonObject): boolean {
  return 'thread_name' in record && 'id' in record && !('payload' in record);
}

const ENVELOPE =
  /^\{\s*"timestamp"\s*:\s*"[^"]*"\s*,\s*(?:"ordinal"\s*:\s*\d+\s*,\s*)?"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context|compacted)"\s*,\s*"payload"\s*:\s*\{/;
const BARE_ITEM = /^\{\s*"type"\s*:\s*"(?:message|reasoning|function_call|function_call_output)"\s*,/;

function confidence(head: string): number {
  let best = 0;
  for (const line of head.split('\n', 50)) {
    const text = line.trim();
    const type = ENVELOPE.exec(text)?.[1];
    if (type !== undefined) return type === 'session_meta' ? 0.97 : 0.95;
    if (BARE_ITEM.test(text) && /"(?:input_text|output_text|call_id|encrypted_content)"/.test(text))
      best = Math.max(best, 0.9);
    if (best > 0) continue;
    const record = parseJson(text);
    if (!isObject(record)) continue;
    if ('instructions' in record && 'id' in record && 'timestamp' in record && !('type' in record)) return 0.9;
    if (isPrompt(record) || (isName(record) && 'updated_at' in record)) best = 0.6;
  }
  return best;
}

function oldConfidence(head: string): number {
  return /^\s*\{\s*"session"\s*:\s*\{[^{}]*"instructions"/.test(head) && /"items"\s*:\s*\[/.test(head) ? 0.9 : 0;
}
