import type { FrontMatter } from '../palace/types.js';

/** Files written in sentences; all others that a project holds are code or data, whose lines are no sentences. */
const PROSE = /\.(?:md|markdown|mdx|txt|text|rst|adoc|asciidoc|org|tex|textile|wiki|eml|srt|vtt)$/i;

/** Whether a plain body is text that somebody wrote: a note, or a file of a project whose name says so. */
export function isProse({ source }: Pick<FrontMatter, 'source'>): boolean {
  if (source === undefined || !source.includes('#')) return true;
  const name = source.slice(source.lastIndexOf('/') + 1);
  return !name.includes('.') || PROSE.test(name);
}
