import { AgentLog } from '../agents/log.js';
import { fileName } from '../agents/siblings.js';
import { takeMessage } from '../goose/messages.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { forEachRecord, LINE_DROPS } from '../json-lines.js';
import { readJsonList } from '../json-list.js';
import { timeOfSeconds, timeOfText } from '../times.js';
import type { Candidate, SourceAdapter } from '../types.js';
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
  async *read(candidate, root, options) {
    const log = new AgentLog(options.tools);
    const { maxBytes } = options;
    let facts: JsonObject | undefined;
    if (/\.json$/i.test(candidate.relative)) {
      const list = await readJsonList(candidate, { maxBytes, property: 'conversation', tally: log.tally });
      facts = list.around;
      for (const message of list.elements) {
        if (isObject(message) && 'role' in message) takeMessage(log, message);
        else log.tally.add('damaged records', 0);
      }
    } else
      await forEachRecord(candidate, maxBytes, log.tally, (record, bytes) => {
        if ('role' in record) takeMessage(log, record);
        else if ('working_dir' in record) facts ??= record;
        else log.tally.add('unknown records', bytes);
      });
    const id = idOf(facts, candidate);
    yield log.unit({
      source: id === undefined ? sourceOf(root, candidate.relative) : `goose:${id}`,
      title: textOf(facts?.description) ?? textOf(facts?.name),
      cwd: textOf(facts?.working_dir),
      date: timeOfText(facts?.created_at) ?? timeOfSeconds(facts?.created_at),
    });
  },
};

/** A session is called by the instant at which it began, and its file is named so. */
function idOf(facts: JsonObject | undefined, candidate: Candidate): string | undefined {
  return textOf(facts?.id) ?? /^(\d{8}_\d+)\.[^.]+$/.exec(fileName(candidate))?.[1];
}
