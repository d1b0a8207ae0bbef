import type { Check, DoctorResult } from '../../services/doctor/doctor.js';
import type { Output } from './output.js';
import { oneLine, padEnd } from './width.js';
import { grouped, tally } from './words.js';

const MOST = 10;
const WORDS = { ok: 'ok', warning: 'look', problem: 'PROBLEM' } as const;

export function renderDoctor(result: DoctorResult, out: Output): void {
  const width = Math.max(...result.checks.map((one) => one.name.length));
  for (const one of result.checks) renderCheck(one, width, out);
  out.line();
  const counts = tally({
    [result.problems === 1 ? 'problem' : 'problems']: result.problems,
    [result.warnings === 1 ? 'warning' : 'warnings']: result.warnings,
    repaired: result.fixed,
  });
  out.line(counts === 'nothing' ? 'all is well' : counts);
}

function renderCheck({ name, status, message, places, next, fixed }: Check, width: number, out: Output): void {
  out.line(`${padEnd(fixed ? 'fixed' : WORDS[status], 8)} ${padEnd(name, width)}  ${oneLine(message)}`);
  if (status === 'ok') return;
  for (const place of places.slice(0, MOST)) out.line(`${' '.repeat(width + 11)}${oneLine(place)}`);
  if (places.length > MOST)
    out.line(`${' '.repeat(width + 11)}… and ${grouped(places.length - MOST)} more (--json lists all)`);
  for (const step of next) out.line(`${' '.repeat(width + 11)}-> ${oneLine(step)}`);
}
