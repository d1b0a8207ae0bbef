import { AgentLog } from '../agents/log.js';
import { siblingObject } from '../agents/siblings.js';
import { takeApiMessage } from '../cline/api.js';
import { readTask, TASK_DROPS, TASK_FILE } from '../cline/task.js';
import { headText } from '../head-text.js';
import { isObject, textOf } from '../json.js';
import { readJsonList } from '../json-list.js';
import { timeOfMilliseconds } from '../times.js';
import type { Candidate, ReadOptions, SourceAdapter, SourceRoot, SourceUnit } from '../types.js';
import { sourceOf } from '../unit-path.js';

const ROO = /roo-?(?:code|cline|veterinary)|kilo-?code/i;
const UUID_TASK = /(?:^|[/\\])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[/\\][^/\\]+$/i;
const SESSION_FILE = /\.messages\.json$/i;

const TRANSFORMS = [
  'messages become blocks of transcript/1',
  'words of the person lose the tags that the program put around them',
  'answers of tools and descriptions of the machine in the place of the person are marked as such',
  'with tools `brief`, calls and results are shortened',
];

/** True for a task of Roo Code (or Kilo Code), which keeps its tasks in folders named by UUID. */
function isRoo(candidate: Candidate): boolean {
  return ROO.test(candidate.path) || UUID_TASK.test(candidate.path);
}

function isTaskFile(candidate: Candidate): boolean {
  return TASK_FILE.test(candidate.relative) && /^\s*[[{]/.test(headText(candidate));
}

/** Task folders of Cline (`tasks/<id>/`), and its sessions since version 4 (`sessions/<id>/<id>.messages.json`). */
export const cline: SourceAdapter = {
  name: 'cline',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: TRANSFORMS,
  drops: TASK_DROPS,
  detect(candidate) {
    if (SESSION_FILE.test(candidate.relative)) {
      const head = headText(candidate);
      return /"sessionId"\s*:/.test(head) && /"messages"\s*:\s*\[/.test(head) ? 0.95 : 0;
    }
    return isTaskFile(candidate) && !isRoo(candidate) ? 0.9 : 0;
  },
  async *read(candidate, root, options) {
    if (SESSION_FILE.test(candidate.relative)) yield await readSession(candidate, root, options);
    else yield await readTask(candidate, options, named('cline', candidate, root));
  },
};

/** Task folders of Roo Code and of its descendants. */
export const rooCode: SourceAdapter = {
  name: 'roo-code',
  version: 1,
  kind: 'conversation',
  privacy: 'private',
  transforms: TRANSFORMS,
  drops: TASK_DROPS,
  detect: (candidate) => (isTaskFile(candidate) && isRoo(candidate) ? 0.92 : 0),
  async *read(candidate, root, options) {
    yield await readTask(candidate, options, named('roo-code', candidate, root));
  },
};

function named(format: string, candidate: Candidate, root: SourceRoot): (id: string | undefined) => string {
  return (id) => (id === undefined ? sourceOf(root, candidate.relative) : `${format}:${id}`);
}

async function readSession(candidate: Candidate, root: SourceRoot, options: ReadOptions): Promise<SourceUnit> {
  const log = new AgentLog(options.tools);
  const { maxBytes } = options;
  const { elements, around } = await readJsonList(candidate, { maxBytes, property: 'messages', tally: log.tally });
  for (const message of elements) {
    if (isObject(message)) takeApiMessage(log, message, false);
    else log.tally.add('damaged records', 0);
  }
  const id = textOf(around.sessionId);
  const manifest = id === undefined ? {} : await siblingObject(candidate, `${id}.json`);
  const metadata = isObject(manifest.metadata) ? manifest.metadata : {};
  return log.unit({
    source: named('cline', candidate, root)(id),
    title: textOf(metadata.title) ?? textOf(manifest.title),
    cwd: textOf(manifest.cwd) ?? textOf(manifest.workspace_root),
    // The id begins with the instant at which the session did.
    date: timeOfMilliseconds(/^(\d{13})_/.exec(id ?? '')?.[1]),
  });
}
