// Labelled texts: the English sets of model_eval (not ours, read where they are), our own Chinese ones.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of model_eval: `$PALACE_MODEL_EVAL`, else beside the project. Undefined when it is not there. */
export function modelEvalFolder() {
  const folder = process.env.PALACE_MODEL_EVAL ?? join('/work', 'shared', 'bench', 'data', 'model_eval');
  return existsSync(join(folder, 'entity_extraction.dataset.jsonl.gz')) ? folder : undefined;
}

function rows(path) {
  const bytes = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** `[{id, text, entities: [{name, type}]}]`; the rules were looked at with `tune`, never with `held`. */
export function englishNames(folder) {
  const labels = new Map(rows(join(folder, 'entity_extraction.labels.jsonl.gz')).map((row) => [row.id, row.entities]));
  const all = rows(join(folder, 'entity_extraction.dataset.jsonl.gz')).map(({ id, text }) => ({
    id,
    text,
    entities: labels.get(id) ?? [],
  }));
  return { tune: all.slice(0, 25), held: all.slice(25) };
}

export function chineseNames() {
  const read = (name) => rows(join(ROOT, 'test', 'fixtures', 'entities', name));
  return { tune: read('zh-tune.jsonl'), held: read('zh-held.jsonl') };
}

/** `[{id, text, rooms, label}]` with rooms by their last part (`projects/x` is `x`). */
export function englishRooms(folder) {
  // `other`: none of the rooms.
  const last = (path) => (path === 'other' ? 'general' : path.split('/').at(-1));
  const lists = new Map(
    rows(join(folder, 'room_classification.room_lists.jsonl.gz')).map((row) => [row.id, row.rooms]),
  );
  const labels = new Map(
    rows(join(folder, 'room_classification.labels.jsonl.gz')).map((row) => [row.id, row.closed_set_label]),
  );
  const all = rows(join(folder, 'room_classification.dataset.jsonl.gz')).map(({ id, session_summary: text }) => ({
    id,
    text,
    rooms: (lists.get(id) ?? []).map(last),
    label: last(labels.get(id) ?? 'general'),
  }));
  return { tune: all.slice(0, 50), held: all.slice(50) };
}

/** Our own, small: a text names its room in words. */
export function chineseRooms() {
  const all = rows(join(ROOT, 'test', 'fixtures', 'entities', 'zh-rooms.jsonl'));
  return { tune: all.filter(({ split }) => split === 'tune'), held: all.filter(({ split }) => split === 'held') };
}
