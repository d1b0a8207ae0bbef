import { basename, dirname, join, relative } from 'node:path';
import { LINK_DROPS, readLinkedNote } from '../notes/linked-note.js';
import { decodedPath, linksOf } from '../notes/links.js';
import { isBeside } from '../siblings.js';
import { SkipSource } from '../skip.js';
import type { SourceAdapter, SourceUnit } from '../types.js';

const BACKUP = /(?:^|\/)logseq\/(?:bak|\.recycle|version-files)\//;
const JOURNAL = /^(\d{4})_(\d{2})_(\d{2})\.(?:md|markdown)$/i;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Pages and journals of Logseq graphs, byte for byte. */
export const logseq: SourceAdapter = {
  name: 'logseq',
  version: 1,
  kind: 'note',
  privacy: 'private',
  transforms: [
    'titles are `title::`, the day of a journal, or the file name with its namespaces decoded',
    'text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was',
  ],
  drops: [
    'backups of Logseq',
    'invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)',
    'empty files',
    ...LINK_DROPS,
  ],
  detect(candidate) {
    if (!/\.(?:md|markdown)$/i.test(candidate.path)) return 0;
    const path = candidate.path.replaceAll('\\', '/');
    const graph = BACKUP.test(path) ? path.slice(0, path.lastIndexOf('/logseq/')) : dirname(dirname(candidate.path));
    const folder = basename(dirname(candidate.path));
    if (!BACKUP.test(path) && folder !== 'pages' && folder !== 'journals') return 0;
    const config = relative(dirname(candidate.path), join(graph, 'logseq', 'config.edn'));
    return isBeside(candidate, config) ? 0.7 : 0;
  },
  read(candidate, root, options) {
    if (BACKUP.test(candidate.path.replaceAll('\\', '/')))
      throw new SkipSource('bookkeeping', 'an older copy of a page, kept by Logseq');
    return readLinkedNote(candidate, root, options, (_unit, text) => {
      const properties = pageProperties(text);
      const links = linksOf(text, true);
      const title = properties.get('title') ?? journalTitle(candidate.path) ?? pageTitle(candidate.path);
      const list = (key: string) => listed(properties.get(key));
      const unit: Partial<SourceUnit> = { title };
      return { unit, links: { ...links, tags: list('tags'), aliases: [...links.aliases, ...list('alias')] } };
    });
  },
};

/** `key:: value` lines at the beginning of a page. */
function pageProperties(text: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const [, key, value] = /^(?:- )?([\w-]+):: *(.*)$/.exec(line) ?? [];
    if (key === undefined) break;
    properties.set(key.toLowerCase(), (value ?? '').trim());
  }
  return properties;
}

function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^#?\[\[(.*)\]\]$/, '$1')
        .replace(/^#/, ''),
    )
    .filter((one) => one !== '');
}

/** `Mar 4th, 2026`: what Logseq calls the day where nobody chose another form. */
function journalTitle(path: string): string | undefined {
  const [, year, month, day] = JOURNAL.exec(basename(path)) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (year === undefined || name === undefined) return undefined;
  const number = Number(day);
  const ending =
    number % 10 === 1 && number !== 11
      ? 'st'
      : number % 10 === 2 && number !== 12
        ? 'nd'
        : number % 10 === 3 && number !== 13
          ? 'rd'
          : 'th';
  return `${name} ${number}${ending}, ${year}`;
}

/** Namespaces are `___`, in older graphs `%2F`. */
function pageTitle(path: string): string {
  return decodedPath(
    basename(path)
      .replace(/\.[^.]+$/, '')
      .replaceAll('___', '/'),
  );
}
