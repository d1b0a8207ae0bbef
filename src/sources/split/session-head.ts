const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `⏺ 10:05 AM Wednesday, March 4, 2026`. */
const CLOCK = /^\s*(?:[⏺●•*]\s*)?(\d{1,2}):(\d{2})\s?([AP]M)\s+\p{L}+,\s+(\p{L}{3})\p{L}*\s+(\d{1,2}),\s+(\d{4})\s*$/iu;
const PROMPT = /^\s*[>❯]\s+(\S.*)$/u;
/** A prompt that is a command of a shell says nothing of what the session is about. */
const SHELL = /^(?:[./!]|(?:cd|ls|python3?|bash|git|cat|source|export|claude|npm|npx|sudo|exit|clear)\b)/;
const SHORTEST_SUBJECT = 6;
const LONGEST_SUBJECT = 200;

/** The wall clock that a line shows, as `2026-03-04T10:05`; undefined for any other line, and for a time that is none. */
export function startOf(line: string): string | undefined {
  const found = CLOCK.exec(line);
  if (found === null) return undefined;
  const [, hours = '', minutes = '', half = '', name = '', day = '', year = ''] = found;
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  const hour = (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  if (month === 0 || Number(hours) < 1 || Number(hours) > 12 || Number(minutes) > 59) return undefined;
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return `${date.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:${minutes}`;
}

/** What somebody asked in this line; undefined when it is no prompt, too short, or a command of a shell. */
export function partWords(line: string): string | undefined {
  const words = PROMPT.exec(line)?.[1]?.trim();
  if (words === undefined || words.length < SHORTEST_SUBJECT || SHELL.test(words)) return undefined;
  return words.slice(0, LONGEST_SUBJECT);
}

/** Bytes of the two pieces of a name that come from the file and from what was asked: all systems take 255 in all. */
const STEM_BYTES = 80;
const SUBJECT_BYTES = 100;

/** `chat__2026-03-04_1005_why-the-tests-fail`: the name of a part, without extension. `number` counts from 1. */
export function partName(stem: string, part: { startedAt?: string; subject?: string }, number: number): string {
  const when = part.startedAt?.replace('T', '_').replace(':', '') ?? `part${String(number).padStart(2, '0')}`;
  const subject = cleaned(part.subject ?? '', SUBJECT_BYTES).toLowerCase();
  return `${cleaned(stem, STEM_BYTES) || 'transcript'}__${when}_${subject || 'session'}`;
}

/** Letters, digits, `_`, `.` and `-` only, whatever the language, within so many bytes and never inside a character. */
function cleaned(text: string, most: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/-{2,}/g, '-');
  let kept = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept.replace(/^[-.]+|[-.]+$/g, '');
}
