import type { PhraseChange, WhenEvent, WhenResult } from '../../history/when.js';
import type { WhenFoundResult } from '../../services/when/when-found.js';
import { localTime } from './changes.js';
import type { Output } from './output.js';
import { clip, oneLine } from './width.js';
import { counted, grouped, shortCommit } from './words.js';

/** Memories shown of one commit; `--json` has all. */
const MOST = 10;

/** The commits, newest first; below each the memories in which the phrase appeared (+) or from which it went (-). */
export function renderWhen({ events, total }: WhenResult, out: Output): void {
  for (const event of events) renderEvent(event, out);
  if (total === 0) out.note('no commit brought or removed it');
  else if (events.length < total) out.note(`${grouped(events.length)} of ${grouped(total)}; more with --limit`);
}

function renderEvent(event: WhenEvent, out: Output): void {
  const { paint } = out;
  const who = event.by ?? event.author.replace(/ <[^>]*>$/, '');
  out.line(
    `${paint.yellow(shortCommit(event.commit))}  ${paint.dim(localTime(event.date))}  ${oneLine(who)}  ${paint.bold(oneLine(event.subject))}`,
  );
  const changes: [PhraseChange, string][] = [
    ...event.appears.map((change): [PhraseChange, string] => [change, paint.green('+')]),
    ...event.disappears.map((change): [PhraseChange, string] => [change, paint.red('-')]),
  ];
  for (const [change, mark] of changes.slice(0, MOST)) {
    const more = Math.abs(change.after - change.before) > 1 ? ` (${Math.abs(change.after - change.before)} times)` : '';
    out.line(`  ${mark} ${oneLine(change.title)}${more}  ${paint.dim(`${oneLine(change.path)}:${change.line}`)}`);
    if (change.text !== '') out.line(`      ${clip(oneLine(change.text), Math.max(40, out.width - 6))}`);
  }
  if (changes.length > MOST) out.line(`  and ${grouped(changes.length - MOST)} more; --json names all`);
}

export function renderWhenFound(result: WhenFoundResult, out: Output): void {
  const { paint } = out;
  const { answer, change, found_now } = result;
  const rank = (of: number | null) => (of === null ? 'not found' : `hit ${of}`);
  out.line(`${paint.bold(oneLine(answer.title))}  ${paint.dim(oneLine(answer.path))}`);
  out.line(`  ${found_now ? 'is found now' : 'is not found now'}; ${counted(result.searches, 'moment')} searched`);
  if (!change) {
    out.note('no moment that was looked at finds it');
    return;
  }
  const who = change.by ?? change.author.replace(/ <[^>]*>$/, '');
  out.line(
    `  ${change.kind === 'found' ? 'first found' : 'first not found'} at ${paint.yellow(shortCommit(change.commit))}  ${paint.dim(localTime(change.date))}  ${oneLine(who)}  ${oneLine(change.subject)}`,
  );
  out.line(`  before: ${rank(change.rank_before)}, then: ${rank(change.rank)}`);
}
