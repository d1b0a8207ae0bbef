import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseDrawer } from '../../../palace/codec.js';
import type { FrontMatter, FrontMatterValue } from '../../../palace/types.js';
import { openCandidate } from '../../../sources/candidate.js';
import { plainLinks, readLinkedNote } from '../../../sources/notes/linked-note.js';
import { SkipSource } from '../../../sources/skip.js';
import type { SourceRoot } from '../../../sources/types.js';
import type { Incoming, NotImported } from '../types.js';
import type { Filer } from './filer.js';

/** Relations of a note that are named beside it; all stand in its text. */
const RELATIONS = 200;

/** Whether a note has the front-matter that basic-memory gives all its notes. */
export function isBasicMemoryNote(beginning: Buffer): boolean {
  const { permalink, title, type } = parseDrawer(beginning).front;
  return typeof permalink === 'string' && (title !== undefined || type !== undefined);
}

/** Markdown files below a folder, and how many others; relative, with `/`, sorted. Hidden files and links are passed over. */
export async function notesBelow(
  folder: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ notes: string[]; others: number }> {
  const found = { notes: [] as string[], others: 0 };
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.notes.length >= most) return;
      if (entry.name.startsWith('.')) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name)) found.notes.push(path);
      else found.others++;
    }
  };
  await walk('');
  return found;
}

/** The notes of a project of basic-memory, byte for byte: the wing is the project, the room the note's first folder. */
export async function* readBasicMemory(
  folder: string,
  filer: Filer,
  maxBytes: number,
): AsyncGenerator<Incoming | NotImported> {
  const project = basename(folder);
  const root: SourceRoot = { path: folder, key: 'basic-memory', prefix: '', isGit: false, place: 'notes' };
  const { notes, others } = await notesBelow(folder);
  for (const path of notes) {
    const opened = openCandidate(root, path, { maxBytes });
    if ('skipped' in opened) {
      yield { where: path, reason: opened.skipped.detail ?? opened.skipped.reason, damaged: true };
      continue;
    }
    try {
      for await (const unit of readLinkedNote(opened.candidate, root, { tools: 'full', maxBytes }, plainLinks)) {
        const written = parseDrawer(unit.body).front;
        const front: FrontMatter = { title: written.title ?? unit.title };
        if (unit.encoding !== undefined) front.encoding = unit.encoding;
        if (unit.date !== undefined && unit.dateFrom === 'content') front.date = unit.date;
        const slash = path.indexOf('/');
        yield filer.file({
          wing: project,
          room: slash === -1 ? '' : path.slice(0, slash),
          source: `basic-memory:${project}`,
          unit: path,
          front,
          facts: { ...unit.facts, ...statedBy(written), ...relationsOf(unit.body.toString('utf8')) },
          body: unit.body,
          where: path,
        });
      }
    } catch (error) {
      if (!(error instanceof SkipSource)) throw error;
      // A file without a word has nothing to lose.
      yield { where: path, reason: error.detail, damaged: error.reason !== 'empty' };
    }
  }
  if (others > 0) yield { where: folder, reason: `${others} files are no markdown notes`, damaged: false };
}

function statedBy({ permalink, type }: FrontMatter): Record<string, FrontMatterValue> {
  return {
    ...(typeof permalink === 'string' && { permalink }),
    ...(typeof type === 'string' && { type }),
  };
}

/** `- implements [[Search]] (from the start)`: the kind of link, and where it leads. */
function relationsOf(text: string): Record<string, FrontMatterValue> {
  const relations = [...text.matchAll(/^[ \t]*[-*] ([^[\]\r\n]{1,80}?) \[\[([^[\]\r\n]{1,200})\]\]/gm)]
    .slice(0, RELATIONS)
    .map(([, kind = '', target = '']) => `${kind.trim()} [[${target}]]`);
  return relations.length === 0 ? {} : { relations };
}
