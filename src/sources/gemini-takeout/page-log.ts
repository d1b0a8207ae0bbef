import { decodeEntities } from '../entities.js';
import { Bytes } from '../json-stream/bytes.js';
import type { Tally } from '../tally.js';
import type { Candidate } from '../types.js';
import { type Activity, type HeldActivity, held, isGemini } from './activity.js';
import { timeOfLine } from './page-times.js';

const CELL = Buffer.from('<div class="outer-cell');
const BREAK = /<br\s*\/?>/i;

/** The entries of the product in `MyActivity.html`, in the order of the page, read cell by cell. */
export async function pageActivities(candidate: Candidate, maxBytes: number, tally: Tally): Promise<HeldActivity[]> {
  const activities: HeldActivity[] = [];
  for await (const cell of cellsOf(candidate, maxBytes)) {
    const bytes = Buffer.byteLength(cell);
    const header = /<p class="mdl-typography--title">([\s\S]*?)(?:<br|<\/p>)/.exec(cell)?.[1];
    const body = bodyOf(cell);
    if (header === undefined || body === undefined) tally.add('damaged records', bytes);
    else if (!isGemini(plain(header).trim())) tally.add('activity of other products', bytes);
    else activities.push(held(activityOf(body, bytes)));
  }
  return activities;
}

async function* cellsOf(candidate: Candidate, maxBytes: number): AsyncGenerator<string> {
  const bytes = await Bytes.open(candidate, maxBytes);
  try {
    let held: Buffer = Buffer.alloc(0);
    let isInside = false;
    for (let position = 0; ; ) {
      const piece = await bytes.from(position);
      position += piece.length;
      held = Buffer.concat([held, piece]);
      let start = 0;
      for (let at = held.indexOf(CELL, isInside ? 1 : 0); at !== -1; at = held.indexOf(CELL, at + 1)) {
        if (isInside) yield held.toString('utf8', start, at);
        isInside = true;
        start = at;
      }
      // Before the first cell only what may be the beginning of its mark is kept.
      held = held.subarray(isInside ? start : Math.max(0, held.length - CELL.length));
      if (piece.length > 0) continue;
      if (isInside) yield held.toString('utf8');
      return;
    }
  } finally {
    await bytes.close();
  }
}

/** What stands in the first content cell, up to the end that belongs to it; up to the end of a cell that is cut off. */
function bodyOf(cell: string): string | undefined {
  const start = /<div class="content-cell[^"]*mdl-typography--body-1">/.exec(cell);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  let depth = 1;
  for (const tag of cell.slice(from).matchAll(/<(\/?)div\b[^>]*>/gi)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return cell.slice(from, from + tag.index);
  }
  return cell.slice(from);
}

/** Prompt, attached files, time and answer stand one after the other, with line breaks between them. */
function activityOf(body: string, bytes: number): Activity {
  const lines: string[] = [];
  const files: string[] = [];
  let time: string | undefined;
  let rest = body;
  while (rest !== '' && time === undefined) {
    const end = BREAK.exec(rest);
    const line = rest.slice(0, end?.index ?? rest.length);
    rest = end === null ? '' : rest.slice(end.index + end[0].length);
    const text = plain(line);
    time = lines.length === 0 ? undefined : timeOfLine(text);
    if (time !== undefined) break;
    const file = /^-[ \u00a0]+(.+)$/.exec(text.trim())?.[1];
    if (file !== undefined && files.length + lines.length > 0 && /<a\b/i.test(line)) files.push(file);
    else if (!/^Attached \d+ files?\.$/.test(text.trim())) lines.push(text);
  }
  const answer = rest.trim();
  const activity: Activity = {
    // Without a time nothing tells where the prompt ends: its first line is the prompt.
    title: time === undefined ? (lines[0] ?? '') : lines.join('\n'),
    files,
    answers: time === undefined ? afterFirstLine(body) : answer === '' ? [] : [answer],
    bytes,
  };
  return time === undefined ? activity : { ...activity, time };
}

function afterFirstLine(body: string): string[] {
  const end = BREAK.exec(body);
  const rest = end === null ? '' : body.slice(end.index + end[0].length).trim();
  return rest === '' ? [] : [rest];
}

/** Text of a piece of the page without tags. */
function plain(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ''));
}
