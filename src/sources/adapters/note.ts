import { extensionOf, isNoteName } from '../file-lists.js';
import { LINK_DROPS, plainLinks, readLinkedNote } from '../notes/linked-note.js';
import type { SourceAdapter, SourceUnit } from '../types.js';
import { readTextFile } from './text-file.js';

/**
 * Markdown and text notes outside a code base (Obsidian vaults among them): one file, one memory, byte for byte. What a markdown
 * note links to, its tags and aliases are facts beside it.
 */
export const note: SourceAdapter = {
  name: 'note',
  version: 1,
  kind: 'note',
  privacy: 'private',
  transforms: ['text that is not UTF-8 is converted to UTF-8; the key `encoding` names what it was'],
  drops: ['invalid bytes in a text that is UTF-8 otherwise (shown as U+FFFD)', 'empty files', ...LINK_DROPS],
  detect: (candidate) => {
    if (candidate.place !== 'notes') return 0;
    if (isNoteName(candidate.relative)) return 0.55;
    return 0.1;
  },
  async *read(candidate, root, options) {
    if (/\.(?:md|markdown)$/i.test(candidate.relative)) yield* readLinkedNote(candidate, root, options, plainLinks);
    else
      for await (const unit of readTextFile('note', candidate, root, options))
        yield withWarning(unit, candidate.relative);
  },
};

/** A chat export that no adapter knows is kept as it is, and said: nobody should find out by a failed search. */
function withWarning(unit: SourceUnit, relative: string): SourceUnit {
  const extension = extensionOf(relative);
  if (extension !== 'json' && extension !== 'jsonl') return unit;
  return { ...unit, notes: [`${relative}: no known chat format; filed as plain text`] };
}
