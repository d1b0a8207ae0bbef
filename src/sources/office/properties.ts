import type { OfficePackage } from './package.js';

/** What a document says of itself. */
export interface DocumentProperties {
  title?: string;
  author?: string;
  /** UTC instant, or a day. */
  date?: string;
}

/** The core properties of an Office document: title, author, and when it was changed last, else made. */
export async function readProperties(document: OfficePackage): Promise<DocumentProperties> {
  const values = await valuesIn(document, 'docProps/core.xml');
  return describe(values.get('title'), values.get('creator'), values.get('modified') ?? values.get('created'));
}

/** Texts of the elements of a part, by name; the first of each. */
export async function valuesIn(document: OfficePackage, part: string): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  let text = '';
  await document.parse(part, {
    open: () => {
      text = '';
    },
    text: (more) => {
      text += more.slice(0, 4096 - text.length);
    },
    close: (name) => {
      if (text.trim() !== '' && !values.has(name)) values.set(name, text.trim());
      text = '';
    },
  });
  return values;
}

/** Properties in one form; what is no date is none. */
export function describe(title?: string, author?: string, date?: string): DocumentProperties {
  const properties: DocumentProperties = {};
  const name = title?.replace(/\s+/g, ' ').trim().slice(0, 200);
  if (name) properties.title = name;
  const person = author?.replace(/\s+/g, ' ').trim().slice(0, 200);
  if (person) properties.author = person;
  const time = date === undefined ? undefined : dateOf(date);
  if (time !== undefined) properties.date = time;
  return properties;
}

/** A time with a zone as UTC; of anything else its day. */
function dateOf(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  if (parts === null || Number.isNaN(Date.parse(parts[1] ?? ''))) return undefined;
  const at = Date.parse(text);
  return parts[2] === undefined || Number.isNaN(at) ? parts[1] : new Date(at).toISOString();
}
