/** The beginning of a turn: who, when, and what stands on the rest of the line. */
export interface Head {
  name: string;
  /** ISO 8601, where the line says a whole date. A time of day without zone has none added. */
  time?: string;
  /** The time as written, where it has no date: minutes of a recording or of the day, the file does not say which. */
  at?: string;
  /** To whom, where the line says it (Zoom). */
  to?: string;
  rest: string;
  /** A time without brackets and tabs before a name may also be a line of a diary. */
  loose?: boolean;
}

const CLOCK = '\\d{1,3}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,3})?)?(?:[ \\u00a0\\u202f]?[AaPp]\\.?[Mm]\\.?)?';
const MOMENT = `(?:(?<day>\\d{4}-\\d{2}-\\d{2})[ T,]{1,2})?(?<clock>${CLOCK})(?<zone> ?(?:Z|UTC|[+-]\\d{2}:?\\d{2}))?`;
/** Anything without a colon, a bracket or a tab; ends are looked at afterwards. */
const NAME = '(?<name>[^\\s:\\[\\]<>()|#>*-][^:\\t\\[\\]<>]{0,78}?)';

const TIMED: readonly { pattern: RegExp; loose?: boolean }[] = [
  // 00:58:04 From Ann to Everyone: text (Zoom, older)
  {
    pattern: new RegExp(`^${MOMENT}\\s+From\\s+${NAME}\\s+to\\s+(?<to>[^:\\t]{1,80}?)\\s*:(?:\\s|$)(?<rest>.*)$`, 's'),
  },
  // 00:58:04<tab> Ann:<tab>text (Zoom)
  { pattern: new RegExp(`^${MOMENT}\\t ?${NAME} ?:(?:[\\t ]|$)(?<rest>.*)$`, 's') },
  // [00:58:04] Ann: text
  { pattern: new RegExp(`^[\\[(]${MOMENT}[\\])] ?-? ?(?:\\*\\*)?${NAME}:(?:\\*\\*)?(?: |$)(?<rest>.*)$`, 's') },
  // [00:58] <ann> text
  {
    pattern:
      /^[[(]?(?:(?<day>\d{4}-\d{2}-\d{2})[ T,]{1,2})?(?<clock>\d{1,2}:\d{2}(?::\d{2})?)(?<zone>Z)?[\])]?\s+<(?<name>[^\s<>]{1,60})>(?: |$)(?<rest>.*)$/s,
  },
  // Ann [00:58:04]: text, Ann (00:58:04)
  { pattern: new RegExp(`^(?:\\*\\*)?${NAME}(?:\\*\\*)? *[\\[(]${MOMENT}[\\])](?::(?: |$)(?<rest>.*)|\\s*)$`, 's') },
  // 00:58 Ann: text
  { pattern: new RegExp(`^${MOMENT} +${NAME}:(?: |$)(?<rest>.*)$`, 's'), loose: true },
];

/** Levels of log lines, which look like names beside a time. */
const LEVELS = /^(?:trace|debug|info|notice|warn|warning|error|fatal|critical|panic|stdout|stderr)$/i;

/** A line that begins with a time and a name; undefined for any other. */
export function timedHead(line: string): Head | undefined {
  // Cheap: most lines have no colon near a digit.
  if (!/\d:\d\d/.test(line.slice(0, 200))) return undefined;
  for (const { pattern, loose } of TIMED) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const name = (groups.name ?? '').trim();
    if (!/\p{L}|\d/u.test(name) || LEVELS.test(name)) continue;
    const head: Head = { name, rest: groups.rest ?? '' };
    const clock = groups.clock ?? '';
    if (groups.day === undefined) head.at = clock;
    else head.time = isoTime(groups.day, clock, groups.zone);
    if (groups.to !== undefined) head.to = groups.to.trim();
    if (loose) head.loose = true;
    return head;
  }
  return undefined;
}

function isoTime(day: string, clock: string, zone: string | undefined): string {
  const half = /([ap])\.?m/i.exec(clock)?.[1]?.toLowerCase();
  const [hour = '0', minute = '00', second = '00'] = clock
    .replace(/\s*[ap].*$/i, '')
    .replace(',', '.')
    .split(':');
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  const local = `${day}T${String(hours).padStart(2, '0')}:${minute}:${second}`;
  const offset = zone?.trim();
  if (offset === undefined) return local;
  const iso =
    offset === 'Z' || offset === 'UTC'
      ? 'Z'
      : offset.includes(':')
        ? offset
        : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  const instant = Date.parse(`${local}${iso}`);
  return Number.isNaN(instant) ? local : new Date(instant).toISOString();
}

const ROLES: Readonly<Record<string, 'user' | 'assistant' | 'system'>> = {
  human: 'user',
  user: 'user',
  me: 'user',
  you: 'user',
  prompt: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  claude: 'assistant',
  chatgpt: 'assistant',
  gpt: 'assistant',
  gemini: 'assistant',
  copilot: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  system: 'system',
};

/** The role that a name says by itself, undefined for the name of a person. */
export function knownRole(name: string): 'user' | 'assistant' | 'system' | undefined {
  return ROLES[name.toLowerCase()];
}

/** Words before a colon that are labels, however often they come back. */
const LABELS = new Set(
  `note notes example examples todo fixme date time day place subject from to cc bcc re present absent attendees participants agenda
  decision decisions action actions summary title tags tag status error warning info tip hint step source sources author authors
  question answer pros cons pro con input output result results goal goals update important remember ps p.s. nb fyi tl;dr tldr
  location topic topics link links url http https file version name email phone address usage returns args raises parameters
  ingredients method serves total price cost due deadline owner priority type description definition theorem proof lemma remark`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const PLAIN =
  /^(?:\*\*)?(?<name>\p{L}[\p{L}\p{M}\p{N} .'’_&-]{0,38}?)(?:(?<a>\*\*):|:(?<b>\*\*)|:)(?: |$)(?<rest>.*)$/su;

/** A line `Name: text` whose name may be a speaker's; whether it is one the whole file tells. */
export function plainHead(line: string): Head | undefined {
  const groups = PLAIN.exec(line)?.groups;
  const name = groups?.name?.trim();
  if (groups === undefined || name === undefined) return undefined;
  if (line.startsWith('**') !== (groups.a !== undefined || groups.b !== undefined)) return undefined;
  if (knownRole(name) === undefined) {
    if (LABELS.has(name.toLowerCase()) || name.split(/\s+/).length > 4) return undefined;
    // A person's name begins with a capital where the script has any.
    if (!/^[\p{Lu}\p{Lt}\p{Lo}]/u.test(name)) return undefined;
  }
  return { name, rest: groups.rest ?? '' };
}
