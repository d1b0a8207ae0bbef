import type { Tally } from '../tally.js';

/** A cue as it stands in the file: times in milliseconds from the beginning, lines of text with their marks. */
export interface Cue {
  start: number;
  end: number;
  lines: string[];
}

const TIMING =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]*-->[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:[ \t].*)?$/;

/** Cues of a WebVTT file, whose blocks end at blank lines. Notes, styles and the header are counted. */
export function vttCues(text: string, tally: Tally): Cue[] {
  const cues: Cue[] = [];
  const blocks = text.split(/\n(?:[ \t]*\n)+/);
  for (const [index, block] of blocks.entries()) {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) continue;
    const at = lines.findIndex((line) => line.includes('-->'));
    const times = at === -1 ? undefined : timing(lines[at] ?? '');
    if (times !== undefined && at <= 1) {
      if (at === 1) tally.add('cue numbers and ids', Buffer.byteLength(lines[0] ?? ''));
      cues.push({ ...times, lines: lines.slice(at + 1) });
    } else if (index === 0 && /^WEBVTT\b/.test(lines[0] ?? '')) {
      if (lines.length > 1) tally.add('header lines', Buffer.byteLength(block), lines.length - 1);
    } else if (/^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) tally.add('notes and styles', Buffer.byteLength(block));
    else tally.add('damaged cues', Buffer.byteLength(block));
  }
  return cues;
}

/** Cues of an SRT file. A line of digits is a cue number only right above the times: else it is text. */
export function srtCues(text: string, tally: Tally): Cue[] {
  const lines = text.split('\n');
  const starts: { line: number; start: number; end: number }[] = [];
  for (const [line, content] of lines.entries()) {
    if (!content.includes('-->')) continue;
    const times = timing(content);
    if (times === undefined) tally.add('damaged cues', Buffer.byteLength(content));
    else starts.push({ line, ...times });
  }
  const first = lines
    .slice(0, numberedFrom(lines, starts[0]?.line ?? lines.length))
    .filter((line) => line.trim() !== '');
  if (first.length > 0) tally.add('header lines', Buffer.byteLength(first.join('\n')), first.length);
  return starts.map(({ line, start, end }, index) => {
    const next = starts[index + 1]?.line;
    const to = next === undefined ? lines.length : numberedFrom(lines, next);
    if (numberedFrom(lines, line) < line) tally.add('cue numbers and ids', Buffer.byteLength(lines[line - 1] ?? ''));
    return { start, end, lines: lines.slice(line + 1, to).filter((one) => one.trim() !== '') };
  });
}

/** Line at which the cue with its times on `line` begins: one above when its number stands there. */
function numberedFrom(lines: readonly string[], line: number): number {
  return /^\s*\d+\s*$/.test(lines[line - 1] ?? '') ? line - 1 : line;
}

function timing(line: string): { start: number; end: number } | undefined {
  const groups = TIMING.exec(line);
  if (groups === null) return undefined;
  const [, a, b, c, d, e, f, g, h] = groups;
  return { start: milliseconds(a, b, c, d), end: milliseconds(e, f, g, h) };
}

function milliseconds(hours = '0', minutes = '0', seconds = '0', fraction = '0'): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}
