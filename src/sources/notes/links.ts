import { readYaml } from '../../palace/front-matter-yaml.js';
import type { FrontMatterValue } from '../../palace/types.js';
import { Fences } from '../fences.js';

/** What a note says of itself and of other notes, beside its text. Each list in the order of the file, without repetitions. */
export interface NoteLinks {
  aliases: readonly string[];
  tags: readonly string[];
  /** Targets of `[[…]]` without alias: `Field guide#Swarming`; and of `[…](note.md)`, decoded. */
  links: readonly string[];
  /** Targets of `![[…]]`. */
  embeds: readonly string[];
  /** Ids of `((…))`. */
  blockRefs: readonly string[];
}

const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/g;
const LOCAL = /(!?)\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]\(<?([^()<>\s]+(?:\([^()\s]*\)[^()<>\s]*)*)>?(?:\s+"[^"\n]*")?\)/g;
const TAG = /(?<![^\s,;(])#(?:\[\[([^[\]\n]+)\]\]|([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]+))/gu;
const BLOCK_REF = /\(\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)/g;
const INLINE_CODE = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

/** Links and tags of a markdown note. `tagsAreLinks`: in Logseq a tag is a link to its page. Code is passed over. */
export function linksOf(text: string, tagsAreLinks = false): NoteLinks {
  const { front, body } = takenApart(text);
  const found = {
    links: new Set<string>(),
    embeds: new Set<string>(),
    tags: new Set<string>(),
    refs: new Set<string>(),
  };
  for (const tag of namesIn(front?.tags ?? front?.tag)) found.tags.add(tag.replace(/^#/, ''));
  for (const value of Object.values(front ?? {}).flat()) if (typeof value === 'string') takeLinks(value, found);
  const lines = body.split('\n');
  const fences = new Fences(lines);
  for (const [index, line] of lines.entries()) {
    if (fences.holds(index)) continue;
    const words = line.replace(INLINE_CODE, (code) => ' '.repeat(code.length));
    takeLinks(words, found);
    for (const [, id = ''] of words.matchAll(BLOCK_REF)) found.refs.add(id);
    for (const [, page, word = ''] of words.replace(/\]\([^()\s]*\)/g, ']').matchAll(TAG)) {
      if (page === undefined && /^[\d_/-]*$/.test(word)) continue;
      if (tagsAreLinks) found.links.add(page ?? word);
      else if (page === undefined) found.tags.add(word);
    }
  }
  return {
    aliases: namesIn(front?.aliases ?? front?.alias),
    tags: [...found.tags],
    links: [...found.links],
    embeds: [...found.embeds],
    blockRefs: [...found.refs],
  };
}

function takeLinks(text: string, found: { links: Set<string>; embeds: Set<string> }): void {
  for (const [, embed, target = ''] of text.matchAll(WIKI))
    (embed === '' ? found.links : found.embeds).add(target.replace(/\\$/, '').trim());
  for (const [, embed, address = ''] of text.matchAll(LOCAL)) {
    // Other pages are links of the text, not of the note; an address with a scheme leads elsewhere.
    if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#/i.test(address)) continue;
    (embed === '' ? found.links : found.embeds).add(decodedPath(address));
  }
}

/** Text before and after the closing line of the front-matter; front-matter that cannot be read counts as text. */
function takenApart(text: string): { front?: Record<string, unknown>; body: string } {
  const whole = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const block = /^---\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(whole);
  if (block === null) return { body: whole };
  const reading = readYaml(block[1] ?? '');
  return 'data' in reading ? { front: reading.data, body: whole.slice(block[0].length) } : { body: whole };
}

/** A list, or one text with commas. */
function namesIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return list
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map((one) => String(one).trim())
    .filter((one) => one !== '');
}

/** Path with `%20` and the like decoded; as it stands where it is not encoded rightly. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Bytes that a list of links may take in the front-matter; a page of thousands of links has them in its text. */
const MAX_BYTES = 32 * 1024;

/** The lists as front-matter, empty ones left out, too long ones cut with the number of what was left out. */
export function linkFacts(links: NoteLinks): {
  facts: Record<string, FrontMatterValue>;
  left: number;
} {
  const facts: Record<string, FrontMatterValue> = {};
  let left = 0;
  for (const [key, list] of Object.entries({
    aliases: links.aliases,
    tags: links.tags,
    links: links.links,
    embeds: links.embeds,
    block_refs: links.blockRefs,
  })) {
    const kept: string[] = [];
    let room = MAX_BYTES;
    for (const one of list) {
      room -= Buffer.byteLength(one) + 4;
      if (room < 0) break;
      kept.push(one);
    }
    left += list.length - kept.length;
    if (kept.length > 0) facts[key] = kept;
  }
  return { facts, left };
}
