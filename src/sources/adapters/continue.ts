import { AgentLog } from '../agents/log.js';
import { pathOfUri } from '../agents/places.js';
import { fileName, siblingJson, siblingNames } from '../agents/siblings.js';
import { answeredCalls, takeStep } from '../continue/messages.js';
import { headText } from '../head-text.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { SkipSource } from '../skip.js';
import { Tally } from '../tally.js';
import { timeOfMilliseconds, timeOfText } from '../times.js';
import type { Candidate, SourceAdapter } from '../types.js';
import { sourceOf } from '../unit-path.js';

const INDEX = 'sessions.json';

/** Sessions of Continue (`~/.continue/sessions/<id>.json`), dated by the index beside them. */
export const continueDev: SourceAdapter = {
  name: 'continue',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: [
    'messages become blocks of transcript/1, in their order; files beside a question are attachments with their text',
    'with tools `brief`, calls and results are shortened',
  ],
  drops: [
    'second copies (prompts, editor state)',
    'second copies (tool output)',
    'blank text beside a tool call',
    'damaged records',
    'invalid bytes (shown as U+FFFD)',
    'attachment data (type, size and hash are kept)',
    'tool calls and tool results with tools `none`, partly with `brief`',
  ],
  detect(candidate) {
    if (!/\.json$/i.test(candidate.relative)) return 0;
    const head = headText(candidate);
    if (!/"sessionId"\s*:/.test(head)) return 0;
    if (/^\s*\{/.test(head) && /"history"\s*:\s*\[/.test(head) && !/"projectHash"\s*:/.test(head)) return 0.9;
    return /^\s*\[/.test(head) && /"dateCreated"\s*:/.test(head) && /"workspaceDirectory"\s*:/.test(head) ? 0.9 : 0;
  },
  async *read(candidate, root, options) {
    if (/^\s*\[/.test(headText(candidate))) await skipIndex(candidate, options.maxBytes);
    const log = new AgentLog(options.tools);
    const { maxBytes } = options;
    const { elements, around } = await readJsonList(candidate, { maxBytes, property: 'history', tally: log.tally });
    const steps = elements.filter((step): step is JsonObject => isObject(step) && isObject(step.message));
    if (steps.length < elements.length) log.tally.add('damaged records', 0, elements.length - steps.length);
    const answered = answeredCalls(steps);
    for (const step of steps) takeStep(log, step, answered);
    const id = textOf(around.sessionId);
    const entry = await indexEntry(candidate, id);
    yield log.unit({
      source: id === undefined ? sourceOf(root, candidate.relative) : `continue:${id}`,
      title: textOf(around.title) ?? textOf(entry.title),
      cwd: pathOfUri(textOf(around.workspaceDirectory) ?? textOf(entry.workspaceDirectory)),
      date: timeOfMilliseconds(entry.dateCreated) ?? timeOfText(entry.dateCreated),
    });
  },
};

async function indexEntry(candidate: Candidate, id: string | undefined): Promise<JsonObject> {
  const index = await siblingJson(candidate, INDEX);
  const entries = Array.isArray(index) ? index.filter(isObject) : [];
  return entries.find(({ sessionId }) => sessionId === id) ?? {};
}

/** Says how many sessions of the index are gone. */
async function skipIndex(candidate: Candidate, maxBytes: number): Promise<never> {
  const { elements } = await readJsonList(candidate, { maxBytes, tally: new Tally() });
  const files = new Set(siblingNames(candidate, '.'));
  const gone = elements.filter((entry) => isObject(entry) && !files.has(`${entry.sessionId}.json`)).length;
  const left = gone === 0 ? '' : `; ${gone} of its sessions ${gone === 1 ? 'has' : 'have'} no file any more`;
  throw new SkipSource('bookkeeping', `${fileName(candidate)} is the list of the sessions beside it${left}`);
}
