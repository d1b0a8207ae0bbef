import { readTextFile } from '../adapters/text-file.js';
import type { Candidate, ReadOptions, SourceRoot, SourceUnit } from '../types.js';
import { linkFacts, linksOf, type NoteLinks } from './links.js';

export const LINK_DROPS = ['links beyond 32 KiB in the front-matter (they stay in the text)'];

/** A note as it stands, byte for byte, with its links, tags and aliases as facts. `more` completes what the format knows. */
export async function* readLinkedNote(
  candidate: Candidate,
  root: SourceRoot,
  options: ReadOptions,
  more: (unit: SourceUnit, text: string) => { unit?: Partial<SourceUnit>; links: NoteLinks },
): AsyncIterable<SourceUnit> {
  for await (const note of readTextFile('note', candidate, root, options)) {
    const { unit, links } = more(note, note.body.toString('utf8'));
    const { facts, left } = linkFacts(links);
    const all = { ...note.facts, ...facts, ...unit?.facts };
    const notKept =
      left === 0
        ? note.notKept
        : [...note.notKept, { what: 'links beyond 32 KiB in the front-matter', count: left, bytes: 0 }];
    const { facts: _none, ...rest } = { ...note, ...unit, notKept };
    yield Object.keys(all).length === 0 ? rest : { ...rest, facts: all };
  }
}

/** Links of any markdown note. */
export function plainLinks(_unit: SourceUnit, text: string): { links: NoteLinks } {
  return { links: linksOf(text) };
}
