import { slug, stripOriginalPrefix } from '../../../palace/names.js';
import { type FrontMatter, type FrontMatterValue, HALLS } from '../../../palace/types.js';
import { type ForeignMemory, firstWords } from './filer.js';

/** Metadata of a drawer of MemPalace: flat (behaviour reference 1.3). */
export type OriginalMetadata = Readonly<Record<string, FrontMatterValue>>;

/** Keys that mean something else here than there. */
const OUR_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'title', 'source', 'unit', 'body', 'encoding', 'part', 'sha256', 'filed', 'by'],
  ...['tags', 'importance', 'wing_before', 'room_before'],
]);

/** A drawer of the original as a memory. `id` is its own there. Every key of its metadata is kept, under its name or ours. */
export function originalMemory(id: string, text: string, metadata: OriginalMetadata, where: string): ForeignMemory {
  const front: FrontMatter = {};
  const facts: Record<string, FrontMatterValue> = {};
  for (const [key, value] of Object.entries(metadata)) {
    if (key === 'wing' || key === 'room') continue;
    if (key === 'date' || key === 'hall' || key === 'entities') continue;
    facts[OUR_KEYS.has(key) ? `mempalace_${key}` : key] = value;
  }
  front.title = titleOf(text, metadata);
  takeDate(metadata, front, facts);
  takeHall(metadata, front, facts);
  const entities = words(metadata.entities);
  if (entities.length > 0) front.entities = entities;
  const filed = timeOf(metadata.filed_at);
  if (filed !== undefined) front.filed = filed;
  const by = textOf(metadata.agent) ?? textOf(metadata.added_by);
  if (by !== undefined) front.by = by;
  if (typeof metadata.importance === 'number') {
    const { importance } = metadata;
    if (Number.isInteger(importance) && importance >= 1 && importance <= 5) {
      front.importance = importance;
      delete facts.mempalace_importance;
    }
  }
  return {
    wing: textOf(metadata.wing) ?? '',
    room: textOf(metadata.room) ?? '',
    source: `mempalace:${id}`,
    front,
    facts,
    body: Buffer.from(text, 'utf8'),
    where,
  };
}

/** The file that it was cut from, else its first words. */
function titleOf(text: string, { source_file: file }: OriginalMetadata): string | undefined {
  const name = textOf(file)?.split(/[/\\]/).at(-1)?.trim();
  return name === undefined || name === '' ? firstWords(text) : name.slice(0, 200);
}

/** When it was said; the time of filing is another matter. */
function takeDate({ date, content_date: said }: OriginalMetadata, front: FrontMatter, facts: Facts): void {
  const time = timeOf(date) ?? timeOf(said);
  if (time !== undefined) front.date = time;
  if (date !== undefined && time !== date) facts.mempalace_date = date;
}

function takeHall({ hall }: OriginalMetadata, front: FrontMatter, facts: Facts): void {
  if (hall === undefined) return;
  const name = typeof hall === 'string' ? slug(stripOriginalPrefix('hall', hall, () => false)) : '';
  const known = HALLS.find((each) => each === name);
  if (known !== undefined) front.hall = known;
  else facts.mempalace_hall = hall;
}

type Facts = Record<string, FrontMatterValue>;

/** A day as it stands; a time with a zone as UTC; one without as it stands (which instant it is nobody knows). */
function timeOf(value: FrontMatterValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(value.trim());
  if (parts === null || Number.isNaN(Date.parse(value))) return undefined;
  return parts[1] === undefined ? value.trim().replace(' ', 'T') : new Date(value).toISOString();
}

function textOf(value: FrontMatterValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** `Ann;Ben` or a list. */
function words(value: FrontMatterValue | undefined): string[] {
  const list = typeof value === 'string' ? value.split(';') : Array.isArray(value) ? value : [];
  return [...new Set(list.map((item) => String(item).trim()).filter((item) => item !== ''))];
}
