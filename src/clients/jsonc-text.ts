import type { JSONScanner, Node } from 'jsonc-parser';
import type { JsonStyle } from './jsonc-edit.js';

type Parser = typeof import('jsonc-parser');

/** Kinds of tokens; the parser's own enumeration cannot be named from other modules. */
const KIND = { comma: 5, lineComment: 12, blockComment: 13, blank: 15, end: 17 } as const;

function isComment(kind: number): boolean {
  return kind === KIND.lineComment || kind === KIND.blockComment;
}

/**
 * Text with one more item at the end of an object or list.
 * @param style with the depth of the holder; undefined for all on one line.
 * @param value with its name, where it has one.
 */
export function appendTo(
  text: string,
  holder: Node,
  style: (JsonStyle & { depth: number }) | undefined,
  value: string,
  parser: Parser,
): string {
  const close = holder.offset + holder.length - 1;
  const last = holder.children?.at(-1);
  if (style === undefined) {
    const isOpen = last !== undefined && commaAfter(text, last.offset + last.length, close, parser) !== undefined;
    return insert(text, close, isOpen ? ` ${value},` : `, ${value}`);
  }
  const { indent, eol, depth } = style;
  const line = `${eol}${indent.repeat(depth + 1)}${value}`;
  const tail = `${eol}${indent.repeat(depth)}`;
  if (last === undefined) {
    const from = endOfComments(text, holder.offset + 1, close, parser);
    // What is between here and the closing mark is white space.
    return `${text.slice(0, from)}${line}${tail}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end, close, parser);
  const at = endOfLineComments(text, comma === undefined ? end : comma + 1, close, parser);
  const item = `${line}${comma === undefined ? '' : ','}`;
  // Where the closing mark stands on the line of the last item it moves to a line of its own.
  const withItem = text.slice(at, close).includes('\n')
    ? insert(text, at, item)
    : `${text.slice(0, at)}${item}${tail}${text.slice(close)}`;
  return comma === undefined ? insert(withItem, end, ',') : withItem;
}

/** Text without an item of an object or list and without its comma. Comments around it stay. */
export function removeFrom(text: string, holder: Node, item: Node, parser: Parser): string {
  const close = holder.offset + holder.length - 1;
  const children = holder.children ?? [];
  const at = children.indexOf(item);
  const end = item.offset + item.length;
  const own = commaAfter(text, end, close, parser);
  const previous = children[at - 1];
  let without = cut(text, item.offset, own === undefined ? end : own + 1);
  // The one before is the last now, and had no comma to spare.
  if (own === undefined && previous !== undefined) {
    const before = commaAfter(text, previous.offset + previous.length, item.offset, parser);
    if (before !== undefined) without = without.slice(0, before) + without.slice(before + 1);
  }
  return without;
}

/** Place of the comma that comes next, past white space and comments. */
function commaAfter(text: string, from: number, to: number, parser: Parser): number | undefined {
  const scanner = parser.createScanner(text.slice(from, to), true);
  return tokenOf(scanner) === KIND.comma ? from + scanner.getTokenOffset() : undefined;
}

/** End of the comments that stand on the same line. */
function endOfLineComments(text: string, from: number, to: number, parser: Parser): number {
  const scanner = parser.createScanner(text.slice(from, to), false);
  let end = from;
  for (let kind = tokenOf(scanner); isComment(kind) || kind === KIND.blank; kind = tokenOf(scanner)) {
    if (!isComment(kind)) continue;
    end = from + scanner.getTokenOffset() + scanner.getTokenLength();
    if (scanner.getTokenValue().includes('\n')) break;
  }
  return end;
}

/** End of the last comment before `to`; `from` when there is none. */
function endOfComments(text: string, from: number, to: number, parser: Parser): number {
  const scanner = parser.createScanner(text.slice(from, to), false);
  let end = from;
  for (let kind = tokenOf(scanner); kind !== KIND.end; kind = tokenOf(scanner))
    if (isComment(kind)) end = from + scanner.getTokenOffset() + scanner.getTokenLength();
  return end;
}

function tokenOf(scanner: JSONScanner): number {
  return scanner.scan();
}

/** Cuts a stretch out, and the line on which nothing is left. */
function cut(text: string, from: number, to: number): string {
  const blanksBefore = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const blanksAfter = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  const start = from - blanksBefore;
  const rest = text.slice(to + blanksAfter);
  const lineEnd = /^\r?\n/.exec(rest)?.[0];
  if ((start === 0 || text[start - 1] === '\n') && lineEnd !== undefined)
    return text.slice(0, start) + rest.slice(lineEnd.length);
  // At the end of a line, or before the closing mark, the blanks in front have lost their meaning; else those behind.
  return lineEnd !== undefined || /^[}\]]/.test(rest)
    ? text.slice(0, start) + text.slice(to)
    : text.slice(0, from) + rest;
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}
