import type { QuarantineEntry, QuarantineList } from '../../services/quarantine/list.js';
import type { QuarantineResult } from '../../services/quarantine/release.js';
import { renderCommit } from './changes.js';
import type { Output } from './output.js';
import { oneLine } from './width.js';
import { counted } from './words.js';

/** Places shown of one secret; `--json` has all. */
const MOST = 5;

export function renderQuarantine({ secrets, damaged }: QuarantineList, out: Output): void {
  if (secrets.length === 0) out.line('nothing waits in the quarantine');
  for (const secret of secrets) renderSecret(secret, out);
  for (const file of damaged) out.note(`${file} in the state folder of this palace cannot be read`);
  if (secrets.some(({ state }) => state === 'held'))
    out.note('no secret: palace quarantine release ID; a secret: palace quarantine redact ID, or drop to destroy it');
}

export function renderReleased({ secrets, changed, commit }: QuarantineResult, out: Output): void {
  if (secrets.length === 0) {
    out.line('nothing waits in the quarantine');
    return;
  }
  out.line(`released ${counted(secrets.length, 'text')}: put back in ${counted(changed.length, 'file')}`);
  for (const path of changed) out.line(`  ${oneLine(path)}`);
  renderCommit(commit, out);
}

export function renderRedacted({ secrets, changed, commit }: QuarantineResult, out: Output): void {
  out.line(`${counted(secrets.length, 'secret')} ${secrets.length === 1 ? 'stays' : 'stay'} out`);
  for (const path of changed) out.line(`  ${oneLine(path)}`);
  renderCommit(commit, out);
  if (commit !== null) out.note('what had been released stands in the history of git all the same');
}

export function renderDropped({ secrets }: QuarantineResult, out: Output): void {
  out.line(`destroyed ${counted(secrets.length, 'secret')}; the placeholders stay`);
}

function renderSecret({ id, placeholder, state, places }: QuarantineEntry, out: Output): void {
  out.line(`${out.paint.bold(id)}  ${placeholder}${state === 'held' ? '' : `  (${state})`}`);
  for (const place of places.slice(0, MOST))
    out.line(`  ${place.path === null ? `${place.id}, which does not stand` : oneLine(place.path)}`);
  if (places.length > MOST) out.line(`  and ${places.length - MOST} more`);
  if (places.length === 0) out.line('  nowhere');
}
