import { basename } from 'node:path';
import { dateInLine } from '../../text/dates.js';
import { LINK_DROPS, readLinkedNote } from '../notes/linked-note.js';
import { linksOf } from '../notes/links.js';
import { siblingOf } from '../siblings.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter, SourceUnit } from '../types.js';
import { readTextFile } from './text-file.js';

/** `Firing log 1d665b9b1467944c128a5575119d1cfd.md` */
const NAME = /^(?:(.*) )?([0-9a-f]{32})(_all)?\.(md|csv)$/;

/** Pages and databases of Notion's markdown and CSV export, byte for byte. */
export const notion: SourceAdapter = {
  name: 'notion',
  version: 1,
  kind: 'note',
  privacy: 'private',
  transforms: [
    'titles are without the id, which is a fact beside them',
    'links to pages are named by their titles',
    'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: [
    'second copies of databases (`_all.csv`, where the other one is there)',
    'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)',
    'empty files',
    ...LINK_DROPS,
  ],
  detect: (candidate) => (NAME.test(basename(candidate.path)) ? 0.8 : 0),
  async *read(candidate, root, options) {
    const [, title = '', id = '', all, extension] = NAME.exec(basename(candidate.path)) ?? [];
    if (all !== undefined) {
      const view = basename(candidate.path).replace('_all.csv', '.csv');
      if (siblingOf(candidate, view, options.maxBytes) !== undefined)
        throw new SkipSource('part-of', `the rows of ${view} again (all views)`);
    }
    if (extension === 'csv') {
      for await (const unit of readTextFile('note', candidate, root, options))
        yield { ...unit, title, facts: { notion_id: id } };
      return;
    }
    yield* readLinkedNote(candidate, root, options, (unit, text) => {
      const properties = propertiesOf(text);
      const found = linksOf(text);
      const links = { ...found, links: [...new Set(found.links.map(pageName))], embeds: found.embeds.map(pageName) };
      return {
        unit: {
          ...dated(properties),
          title: unit.title === stemOf(candidate.path) ? title : unit.title,
          facts: { notion_id: id, ...(properties.length > 0 && { properties }) },
        },
        links,
      };
    });
  },
};

function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]+$/, '');
}

/** Last part of a path in the export, without id and ending. */
function pageName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, title] = NAME.exec(name) ?? [];
  return title ?? name;
}

/** `Key: value` lines right under the title. What only looks so is text as well: the body is not touched. */
function propertiesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  let at = lines[0]?.startsWith('# ') ? 1 : 0;
  while (lines[at]?.trim() === '') at++;
  const properties: string[] = [];
  for (; /^\p{L}[^:\n]{0,60}: \S/u.test(lines[at] ?? ''); at++) properties.push(lines[at] ?? '');
  // A paragraph that begins so is no list of properties.
  return (lines[at] ?? '').trim() === '' ? properties : [];
}

const CREATED = /^(?:created|created time|date created|creation date|erstellt|created at|date)\b[^:]*: /i;

/** The day on which the page was made, where a property says it. */
function dated(properties: readonly string[]): Partial<SourceUnit> {
  const line = properties.find((property) => CREATED.test(property));
  const date = line === undefined ? undefined : dateInLine(line);
  return date === undefined ? {} : { date, dateFrom: 'content' };
}
