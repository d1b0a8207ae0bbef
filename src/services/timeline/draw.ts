import type { KgMoment } from '../kg/timeline.js';
import type { KgFact } from '../kg/types.js';

/** Something at a date, in a few words. */
export interface DrawnMoment {
  /** Null: undated. */
  date: string | null;
  text: string;
}

/** A `timeline` of Mermaid (https://mermaid.js.org/syntax/timeline.html): one section a year, one period a date. */
export function mermaidTimeline(title: string, events: readonly KgMoment[]): string {
  return drawMermaid(
    title,
    events.map(({ date, kind, subject, predicate, object }) => ({
      date,
      text: `${subject} ${predicate.replaceAll('_', ' ')} ${object}${kind === 'ended' ? ' (ended)' : ''}`,
    })),
  );
}

/** {@link mermaidTimeline} for any moments, in order of date. */
export function drawMermaid(title: string, moments: readonly DrawnMoment[]): string {
  const lines = ['timeline', `    title ${label(title)}`];
  let year: string | undefined;
  let date: string | undefined;
  for (const moment of moments) {
    const its = moment.date === null ? 'undated' : moment.date.slice(0, 4);
    if (its !== year) lines.push(`    section ${its}`);
    year = its;
    // A colon ends a period, so of a time only the day is shown.
    const period = moment.date === null ? 'undated' : moment.date.slice(0, 10);
    lines.push(period === date ? `        : ${label(moment.text)}` : `        ${period} : ${label(moment.text)}`);
    date = period;
  }
  return `${lines.join('\n')}\n`;
}

/** A text that cannot be taken for syntax: one line, its marks written as the character codes that Mermaid knows. */
function label(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const cut = Array.from(line);
  const shown = cut.length <= 160 ? line : `${cut.slice(0, 159).join('')}…`;
  return shown.replace(/[:;#<>`"\\%{}]/g, (mark) => `#${mark.codePointAt(0)};`);
}

/** `TL:KAI|ORI.works_on(25-06>26-03)|…`: one line for a model that reads AAAK. Undated facts have `?`. */
export function aaakTimeline(entity: string, facts: readonly KgFact[]): string {
  const parts = facts.map(({ subject, predicate, object, valid_from, valid_to }) => {
    const other = subject === entity ? object : subject;
    const end = valid_to === null ? '' : `>${shortDate(valid_to)}`;
    return `${code(other)}.${predicate.replaceAll('|', '/')}(${valid_from === null ? '?' : shortDate(valid_from)}${end})`;
  });
  return [`TL:${code(entity, 24)}`, ...parts].join('|');
}

/** The first letters of a name, upper case, with nothing in it that is syntax. */
function code(name: string, most = 3): string {
  const letters = Array.from(name.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toUpperCase());
  return letters.slice(0, most).join('') || '???';
}

function shortDate(date: string): string {
  return date.slice(2, 7);
}
