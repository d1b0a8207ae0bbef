import { cutDiary } from '../../agents/diary-file.js';
import { EXIT, PalaceError } from '../../base/errors.js';
import type { ObjectId } from '../../git/types.js';
import { change } from '../../palace/change.js';
import { renderDrawer } from '../../palace/codec.js';
import { bodyHash, mintDrawerId } from '../../palace/ids.js';
import { drawerFileName } from '../../palace/layout.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { FileWrite, Palace } from '../../palace/types.js';
import { contentDate } from '../../text/dates.js';
import { readText } from '../aaak/input.js';
import { filingFolder } from '../add/place.js';
import { withLiveIndex } from '../select/live-rows.js';
import { freePath } from '../select/targets.js';
import { agentPlace, DIARY } from './place.js';
import { checkTopic, frontOf, titleOf } from './write.js';

export interface DiaryImportRequest {
  agent: string;
  /** Markdown files; `## ` headings begin entries. */
  files: readonly string[];
  topic?: string;
}

export interface DiaryImportResult {
  agent: string;
  files: { file: string; entries: number; added: number; unchanged: number }[];
  added: number;
  /** Entries that stand already, word for word. */
  unchanged: number;
  ids: string[];
  commit: ObjectId | null;
}

/**
 * Reads diaries that were kept as markdown, each `## ` section an entry, byte for byte: the entries of a file joined are the file.
 * A file that grew adds what is new; one that did not change adds nothing.
 * @throws PalaceError `bad-name`, `bad-topic`, `empty-content` (exit 2), those of reading a file and of the change.
 */
export async function importDiary(palace: Palace, request: DiaryImportRequest): Promise<DiaryImportResult> {
  const { name, wing } = await agentPlace(palace, request.agent);
  const topic = checkTopic(request.topic);
  const texts = await Promise.all(request.files.map((path) => readText({ kind: 'file', path }, palace.runtime)));
  const filed = palace.runtime.now().toISOString();
  const files: DiaryImportResult['files'] = [];
  const writes: FileWrite[] = [];
  const ids: string[] = [];
  const redactor = new Redactor(palace);
  await withLiveIndex(palace, async (index) => {
    const taken = new Set<string>();
    const seen = new Map<string, number>();
    for (const { text, name: path } of texts) {
      const file = path.split(/[\\/]/).at(-1) ?? path;
      const pieces = cutDiary(text);
      if (text.trim() === '') throw nothing(path);
      let added = 0;
      for (const piece of pieces) {
        const body = Buffer.from(piece.text, 'utf8');
        const unit = bodyHash(body);
        // The same words twice are two entries, and stay two when the file is read again.
        const n = seen.get(unit) ?? 0;
        seen.set(unit, n + 1);
        const id = mintDrawerId({ kind: 'diary', wing, source: 'diary', unit, n });
        if (index.pathsOfId(id).length > 0) continue;
        const date = piece.date ?? contentDate(file, '');
        const facts = date === undefined ? {} : { date };
        const { content, secrets } = await redactor.redact(body, OWN_SCOPE);
        const heading = (await redactor.redactLine(piece.heading, OWN_SCOPE, secrets)).slice(0, 200);
        const title = heading === '' ? titleOf(content) : heading;
        const folder = await filingFolder(palace, wing, DIARY, date ?? filed);
        const place = await freePath(palace, folder, drawerFileName({ ...facts, title, id }), taken);
        taken.add(place);
        const front = frontOf(id, title, { body: content, topic, facts, filed, name, source: file });
        writes.push({ kind: 'put', path: place, content: renderDrawer(front, content), expect: null });
        ids.push(id);
        added += 1;
      }
      files.push({ file: path, entries: pieces.length, added, unchanged: pieces.length - added });
    }
  });
  const commit = await fileAll(
    palace,
    writes,
    name,
    files.map(({ file }) => file),
    redactor,
  );
  const sum = (key: 'added' | 'unchanged'): number => files.reduce((total, file) => total + file[key], 0);
  return { agent: name, files, added: sum('added'), unchanged: sum('unchanged'), ids, commit };
}

async function fileAll(
  palace: Palace,
  writes: readonly FileWrite[],
  name: string,
  files: readonly string[],
  redactor: Redactor,
): Promise<ObjectId | null> {
  const size = palace.settings.batchSize;
  const total = Math.ceil(writes.length / size);
  let commit: ObjectId | null = null;
  let opId: string | undefined;
  for (let number = 1; number <= total; number++) {
    const receipt = await change(palace, {
      op: 'diary',
      subject: `diary ${name}: ${writes.length} entries read in`,
      writes: writes.slice((number - 1) * size, number * size),
      by: { kind: 'agent', name },
      source: files.join(', '),
      redactor,
      ...(opId !== undefined && { opId }),
      ...(total > 1 && { batch: { number, total } }),
    });
    opId = receipt?.opId ?? opId;
    commit = receipt?.commit ?? commit;
  }
  return commit;
}

function nothing(file: string): PalaceError {
  return new PalaceError('empty-content', `there is nothing to file: ${file} is empty`, {
    exit: EXIT.usage,
    next: ['palace diary import AGENT FILE'],
  });
}
