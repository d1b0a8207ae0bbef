import { AgentLog } from '../agents/log.js';
import { type LogReading, readLong } from '../agents/long-reading.js';
import type { MessageLog, UnitFacts } from '../agents/message-log.js';
import { fileName } from '../agents/siblings.js';
import { takeMessage } from '../goose/messages.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { LINE_DROPS } from '../json-lines.js';
import { forEachInJsonList } from '../json-list.js';
import { BODY_SIZES, type LongBodySizes, WHOLE_BODY } from '../long-body.js';
import { timeOfSeconds, timeOfText } from '../times.js';
import type { BodyPiece, Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit, StartOver } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Sessions of goose (`~/.local/share/goose/sessions/*.jsonl`) and what `goose session export --format json` writes. */
export const goose: SourceAdapter = {
  name: 'goose',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  streams: true,
  transforms: [
    'messages become blocks of transcript/1, in their order',
    'input of tools is written as compact JSON',
    'what only the model sees is marked as context',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...LINE_DROPS,
    'damaged records',
    'unknown records',
    'invalid bytes (shown as U+FFFD)',
    'hidden thinking',
    'questions for permission',
    'attachment data (type, size and hash are kept)',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    const head = headText(candidate);
    if (/\.json$/i.test(candidate.relative))
      return /"working_dir"\s*:/.test(head) && /"conversation"\s*:\s*\[/.test(head) ? 0.9 : 0;
    if (!/\.jsonl$/i.test(candidate.relative)) return 0;
    const [first = ''] = head.split('\n', 1);
    if (/"working_dir"\s*:/.test(first) && /"(?:message_count|total_tokens|description)"\s*:/.test(first)) return 0.95;
    // The first line may be lost.
    return /^\{[^\n]*"created"\s*:\s*\d+[^\n]*"type"\s*:\s*"(?:toolRequest|toolResponse)"/m.test(head) ? 0.8 : 0;
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
  if (/\.json$/i.test(candidate.relative)) yield await readExport(candidate, root, options);
  else yield* readLong(candidate, options, sizes, (log) => new SessionReading(log, candidate, root));
}

/** The lines of a session; the first without a role is about all of it. */
class SessionReading implements LogReading {
  #facts: JsonObject | undefined;

  constructor(
    private readonly log: MessageLog,
    private readonly candidate: Candidate,
    private readonly root: SourceRoot,
  ) {}

  take(record: JsonObject, bytes: number): void {
    if ('role' in record) takeMessage(this.log, record);
    else if ('working_dir' in record) this.#facts ??= record;
    else this.log.tally.add('unknown records', bytes);
  }

  source(): string {
    return sourceName(this.#facts, this.candidate, this.root);
  }

  end(): Omit<UnitFacts, 'source'> {
    return factsOf(this.#facts);
  }
}

/** What `goose session export` writes: one object. */
async function readExport(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  const { maxBytes } = options;
  const facts = await forEachInJsonList(
    candidate,
    { maxBytes, property: 'conversation', tally: log.tally },
    (message) => {
      if (isObject(message) && 'role' in message) takeMessage(log, message);
      else log.tally.add('damaged records', 0);
    },
  );
  return log.unit({ ...factsOf(facts), source: sourceName(facts, candidate, root) });
}

function factsOf(facts: JsonObject | undefined): Omit<UnitFacts, 'source'> {
  return {
    title: textOf(facts?.description) ?? textOf(facts?.name),
    cwd: textOf(facts?.working_dir),
    date: timeOfText(facts?.created_at) ?? timeOfSeconds(facts?.created_at),
  };
}

function sourceName(facts: JsonObject | undefined, candidate: Candidate, root: SourceRoot): string {
  const id = idOf(facts, candidate);
  return id === undefined ? sourceOf(root, candidate.relative) : `goose:${id}`;
}

/** A session is called by the instant at which it began, and its file is named so. */
function idOf(facts: JsonObject | undefined, candidate: Candidate): string | undefined {
  return textOf(facts?.id) ?? /^(\d{8}_\d+)\.[^.]+$/.exec(fileName(candidate))?.[1];
}
