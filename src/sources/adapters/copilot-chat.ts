import { AgentLog } from '../agents/log.js';
import { pathOfUri } from '../agents/places.js';
import { siblingObject } from '../agents/siblings.js';
import { Replay } from '../copilot-chat/replay.js';
import { takeRequest } from '../copilot-chat/requests.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { forEachRecord, LINE_DROPS } from '../json-lines.js';
import { readJsonList } from '../json-list.js';
import { timeOfMilliseconds } from '../times.js';
import type { SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

/** Chats of Copilot in VS Code: the export (`Chat: Export Chat…`) and the sessions of a workspace (`chatSessions/`). */
export const copilotChat: SourceAdapter = {
  name: 'copilot-chat',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'requests become blocks of transcript/1, answers under the time of their question',
    'markdown parts of an answer run on as one text; references in them are read as their names',
    'tools and edits are told as the screen told them',
    'requests that were undone are marked `branch: alternate`',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    ...LINE_DROPS,
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'progress marks',
    'unsent drafts',
    'operations that make no sense',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    const head = headText(candidate);
    if (/\.jsonl$/i.test(candidate.relative)) {
      if (!/^\{\s*"kind"\s*:\s*[0-3]\s*,\s*"[kvi]"\s*:/.test(head)) return 0;
      return /"(?:requests|responderUsername|sessionId|inputState)"/.test(head) ? 0.95 : 0;
    }
    if (!/\.json$/i.test(candidate.relative)) return 0;
    return /"responderUsername"\s*:/.test(head) && /"requests"\s*:\s*\[/.test(head) ? 0.95 : 0;
  },
  async *read(candidate, root, options) {
    const log = new AgentLog(options.tools);
    const { maxBytes } = options;
    let session: JsonObject;
    let requests: unknown[];
    if (/\.jsonl$/i.test(candidate.relative)) {
      const replay = new Replay();
      await forEachRecord(candidate, maxBytes, log.tally, (operation, bytes) => {
        if (!replay.take(operation)) log.tally.add('operations that make no sense', bytes);
      });
      session = replay.state;
      requests = Array.isArray(session.requests) ? session.requests : [];
    } else {
      const list = await readJsonList(candidate, { maxBytes, property: 'requests', tally: log.tally });
      session = list.around;
      requests = list.elements;
    }
    for (const request of requests) {
      if (isObject(request) && 'message' in request) takeRequest(log, request);
      else log.tally.add('damaged records', 0);
    }
    countDrafts(log, session);
    const id = textOf(session.sessionId);
    const workspace = await siblingObject(candidate, '../workspace.json');
    yield log.unit({
      source: id === undefined ? sourceOf(root, candidate.relative) : `copilot-chat:${id}`,
      title: textOf(session.customTitle),
      cwd: pathOfUri(textOf(workspace.folder)),
      date: timeOfMilliseconds(session.creationDate),
    });
  },
};

/** Typed, never sent. */
function countDrafts(log: AgentLog, session: JsonObject): void {
  const draft = isObject(session.inputState) ? textOf(session.inputState.inputText) : undefined;
  if (draft !== undefined) log.tally.add('unsent drafts', Buffer.byteLength(draft));
  const pending = Array.isArray(session.pendingRequests) ? session.pendingRequests : [];
  if (pending.length > 0) log.tally.add('unsent drafts', Buffer.byteLength(JSON.stringify(pending)), pending.length);
}
