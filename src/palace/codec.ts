import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { PalaceError } from '../base/errors.js';
import { renderFrontMatter, typedFrontMatter } from './front-matter.js';
import { editLines } from './front-matter-edit.js';
import { MAX_FRONT_MATTER, readYaml } from './front-matter-yaml.js';
import type { DrawerFile, FrontMatter } from './types.js';

const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const RULE = Buffer.from('---');

/**
 * A drawer file taken apart: `body` is a view of the bytes after the closing `---` line, never decoded. A file whose first
 * line is not exactly `---` is all body, without a problem (a note that somebody dropped in). Front-matter that cannot be
 * read gives `problem` with a line of the file, no front-matter, and the whole file as body. Never throws.
 */
export function parseDrawer(bytes: Buffer): DrawerFile {
  const frame = findFrame(bytes);
  if (frame === undefined) return { front: {}, body: bytes, bodyLine: 1 };
  if ('problem' in frame) return broken(bytes, frame.problem);
  const text = bytes.subarray(frame.start, frame.end);
  if (!isUtf8(text)) return broken(bytes, { line: invalidLine(text), message: 'front-matter is not UTF-8' });
  const reading = readYaml(withoutLastNewline(text.toString('utf8')));
  if ('problem' in reading)
    return broken(bytes, { line: reading.problem.line, message: `broken front-matter: ${reading.problem.message}` });
  return {
    front: typedFrontMatter(reading.data),
    body: bytes.subarray(frame.bodyStart),
    bodyLine: countLines(bytes, frame.bodyStart),
  };
}

/** A drawer file of these parts; the body follows the front-matter byte for byte. */
export function renderDrawer(front: FrontMatter, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`---\n${renderFrontMatter(front)}---\n`, 'utf8'), body]);
}

/**
 * The same file with some keys set (or, where a value is `undefined`, removed). Only the lines of the keys that really change
 * are touched: the body, unknown keys, comments, nesting and the writer's own quoting stay. A file without front-matter gets
 * one.
 * @throws PalaceError `broken-front-matter` when it cannot be read, or is laid out so that one key cannot be told from another.
 */
export function withFront(bytes: Buffer, changes: Partial<FrontMatter>): Buffer {
  const drawer = parseDrawer(bytes);
  if (drawer.problem)
    throw new PalaceError('broken-front-matter', `line ${drawer.problem.line}: ${drawer.problem.message}`, {
      next: ['correct the lines between the two --- by hand, then run palace save'],
      details: { line: drawer.problem.line },
    });
  const changed = Object.entries(changes).filter(([key, value]) => !isDeepStrictEqual(drawer.front[key], value));
  const frame = findFrame(bytes);
  if (frame === undefined || 'problem' in frame) return changed.length === 0 ? bytes : renderDrawer(changes, bytes);
  if (changed.length === 0) return bytes;
  const text = bytes.subarray(frame.start, frame.end).toString('utf8');
  const edited = editLines(text, new Map(changed), bytes[frame.start - 2] === CR ? '\r\n' : '\n');
  if (!isOnlyChangedIn(text, edited, Object.fromEntries(changed)))
    throw new PalaceError(
      'broken-front-matter',
      'the front-matter is laid out so that one key cannot be changed alone',
      {
        next: ['put each key on a line of its own between the two --- lines, then run palace save'],
      },
    );
  return Buffer.concat([bytes.subarray(0, frame.start), Buffer.from(edited, 'utf8'), bytes.subarray(frame.end)]);
}

/** Lines are found by their form; reading the result back proves that the keys meant were hit and nothing else. */
function isOnlyChangedIn(before: string, after: string, changes: Partial<FrontMatter>): boolean {
  const old = readYaml(withoutLastNewline(before));
  const now = readYaml(withoutLastNewline(after));
  // A line `---` in the new text would end the front-matter early; no reading of it succeeds then.
  if ('problem' in old || 'problem' in now) return false;
  // As it reads back: lone surrogates are U+FFFD by then, values without JSON are gone.
  const wanted = parseDrawer(renderDrawer(changes, Buffer.alloc(0))).front;
  const typed = typedFrontMatter(now.data);
  return [...new Set([...Object.keys(old.data), ...Object.keys(now.data), ...Object.keys(changes)])].every((key) =>
    Object.hasOwn(changes, key)
      ? isDeepStrictEqual(typed[key], wanted[key])
      : isDeepStrictEqual(old.data[key], now.data[key]),
  );
}

interface Frame {
  /** Offset of the first byte after the opening line. */
  start: number;
  /** Offset of the closing line. */
  end: number;
  bodyStart: number;
}

function findFrame(bytes: Buffer): Frame | { problem: { line: number; message: string } } | undefined {
  const at = bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  const start = ruleEnd(bytes, at);
  if (start === undefined || bytes[start - 1] !== LF) return undefined;
  for (let line = start; line < bytes.length && line - start <= MAX_FRONT_MATTER; ) {
    const bodyStart = ruleEnd(bytes, line);
    if (bodyStart !== undefined) return { start, end: line, bodyStart };
    const newline = bytes.indexOf(LF, line);
    if (newline === -1) break;
    line = newline + 1;
  }
  return { problem: { line: 1, message: 'front-matter begins with --- and no line --- ends it' } };
}

/** Where the line at `at` ends, newline included, if it is exactly `---`. */
function ruleEnd(bytes: Buffer, at: number): number | undefined {
  if (!bytes.subarray(at, at + 3).equals(RULE)) return undefined;
  if (at + 3 === bytes.length) return at + 3;
  if (bytes[at + 3] === LF) return at + 4;
  return bytes[at + 3] === CR && bytes[at + 4] === LF ? at + 5 : undefined;
}

function broken(bytes: Buffer, problem: { line: number; message: string }): DrawerFile {
  return { front: {}, body: bytes, bodyLine: 1, problem };
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function countLines(bytes: Buffer, end: number): number {
  let lines = 1;
  for (let at = bytes.indexOf(LF); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}

/** Line of the file on which the first line that is not UTF-8 stands; the opening line is 1. */
function invalidLine(text: Buffer): number {
  let line = 2;
  for (let at = 0; at < text.length; line++) {
    const newline = text.indexOf(LF, at);
    const end = newline === -1 ? text.length : newline + 1;
    if (!isUtf8(text.subarray(at, end))) return line;
    at = end;
  }
  return line;
}
