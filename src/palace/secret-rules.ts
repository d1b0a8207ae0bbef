import { type Marker, MarkerScan } from './marker-scan.js';

/** A piece of text that a rule of ours takes for a secret; offsets are UTF-16 units. */
export interface RuleHit {
  start: number;
  end: number;
  /** Stable name of the kind, `stripe-key`. */
  kind: string;
}

interface Rule {
  kind: string;
  /** Sticky. The group `secret` is the span; without it the whole match is. */
  pattern: RegExp;
  /** What every match holds, case by case, for {@link MarkerScan}. */
  marker: Marker;
  /** How many characters before its marker the pattern begins: at most, and at least. */
  before: readonly [number, number];
  accept?: (secret: string) => boolean;
}

/** Words before `=` or `:` that say that a secret follows. Quotes around both may be escaped: JSON within text, or within JSON. */
const NAMES = [
  'pass(?:word|wd|phrase)',
  'pwd',
  'secret',
  ...['api', 'access', 'auth', 'encryption', 'signing'].map((whose) => `${whose}[_-]?key`),
  ...['access', 'auth', 'api', 'bearer', 'refresh'].map((whose) => `${whose}[_-]?token`),
  'client[_-]?secret',
];

/** Schemes whose addresses carry a password and that the preset does not look at. */
const SCHEMES =
  'rediss?|amqps?|mssql|sqlserver|mariadb|clickhouse|cockroachdb|oracle|cassandra|couchbase|nats|mqtts?|s?ftps?|smtps?|imaps?|ldaps?|kafka|neo4j(?:\\+s)?|bolt';

/**
 * Kinds that the preset of the linter does not know, or knows in fewer shapes. The order is the order of trust: where two
 * overlap, the first one names the span.
 */
const RULES: readonly Rule[] = [
  rule('anthropic-key', ['sk-ant-'], /(?<![\w-])sk-ant-(?:api|admin|oat|ort|sid)\d\d-[\w-]{24,}/y),
  rule('openai-key', ['sk-(?:proj|svcacct|admin|or)-'], /(?<![\w-])sk-(?:proj|svcacct|admin|or)-[\w-]{32,}/y, hasDigit),
  rule(
    'stripe-key',
    ['[sr]k_(?:live|test)_', 'whsec_'],
    /(?<!\w)(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}=*)/y,
    hasDigit,
  ),
  rule('google-api-key', ['AIza'], /(?<![\w-])AIza[\w-]{35}(?![\w-])/y),
  rule('google-oauth-secret', ['GOCSPX-', 'ya29\\.'], /(?<![\w-])(?:GOCSPX-[\w-]{24,}|ya29\.[\w-]{24,})/y),
  rule(
    'aws-access-key-id',
    ['A[KS]IA'],
    /(?<![A-Za-z0-9/+=])A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9/+=])/y,
    (text) => !text.endsWith('EXAMPLE'),
  ),
  rule('slack-token', ['xox[a-z]'], /(?<![\w-])xox[a-z](?:\.xox[a-z])?-(?:\d+-)?[\w-]{20,}/y, hasDigit),
  rule(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glsoat-', 'glcbt-'],
    /(?<![\w-])gl(?:pat|dt|rt|ptt|ft|soat|cbt)-[\w-]{20,}/y,
    hasDigit,
  ),
  rule('hugging-face-token', ['hf_'], /(?<!\w)hf_[A-Za-z0-9]{34,40}(?!\w)/y),
  rule('groq-key', ['gsk_'], /(?<!\w)gsk_[A-Za-z0-9]{40,}(?!\w)/y),
  rule('digitalocean-token', ['do[opr]_v1_'], /(?<!\w)do[opr]_v1_[0-9a-f]{64}(?!\w)/y),
  rule('pypi-token', ['pypi-AgE'], /(?<![\w-])pypi-AgE[\w-]{50,}/y),
  {
    ...rule('telegram-bot-token', [':AA'], /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/y),
    before: [10, 8],
  },
  rule('age-key', ['AGE-SECRET-KEY-1'], /AGE-SECRET-KEY-1[A-Z0-9]{58}/y),
  {
    ...rule(
      'private-key',
      ['(?<=-----)BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY'],
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){32,16000}-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/y,
    ),
    before: ['-----'.length, '-----'.length],
  },
  rule(
    'azure-account-key',
    ['AccountKey=', 'SharedAccessKey='],
    /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/y,
  ),
  {
    ...rule(
      'connection-string',
      [`(?<=${anyCase(SCHEMES)})://[^\\t-\\r :/@]*:[^\\t-\\r /@]`],
      new RegExp(`(?<![a-z])(?:${SCHEMES})://[^\\s:/@"'<>]{0,200}:(?<secret>[^\\s/@"'<>]{3,400})@[^\\s"']`, 'yi'),
      isStated,
    ),
    before: ['cockroachdb'.length, 'ftp'.length],
  },
  rule('jwt', ['eyJ'], /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/y),
  rule(
    'bearer-token',
    [`${anyCase('bearer')}[\\t-\\r ]`],
    /\bbearer[\t-\r ]+(?<secret>[A-Za-z0-9._~+/-]{20,}={0,2})/iy,
    isRandom,
  ),
  {
    ...rule(
      'password',
      [],
      new RegExp(
        `(?:${NAMES.join('|')})\\\\{0,3}["'\`]?[\\t ]*(?::=|=>|[:=])[\\t ]*(?:\\\\{1,3}["'\`](?<escaped>[^"'\`\\s\\\\]{8,200})\\\\{1,3}["'\`]|"(?<double>[^"\\s]{8,200})"|'(?<single>[^'\\s]{8,200})'|\`(?<tick>[^\`\\s]{8,200})\`|(?<plain>[^\\s"'\`,;()\\[\\]{}<>|\\\\]{8,200}))`,
        'yi',
      ),
      isRandom,
    ),
    marker: {
      heads: NAMES.map(anyCase),
      tail: `\\\\{0,3}["'\`]?[\\t ]*[:=][=>]?[\\t ]*["'\`]?[^\\t-\\r ]{8}`,
    },
  },
];

/** Markers of all rules, for one scan of a text. */
export const RULE_MARKERS: readonly Marker[] = RULES.map(({ marker }) => marker);

/** All kinds of our own rules. */
export const RULE_KINDS: readonly string[] = RULES.map(({ kind }) => kind);

const MARKERS = new MarkerScan(RULE_MARKERS);

/**
 * What our own rules find, rule by rule in the order of trust. Hits of different rules may overlap. A rule is tried only where one of its
 * markers stands: to try each of them from the first character to the last costs 20 ms a megabyte.
 */
export function matchRules(text: string): RuleHit[] {
  const found: RuleHit[][] = [];
  const ends: number[] = [];
  MARKERS.someIn(text, (at, rank) => {
    const one = RULES[rank];
    const match = one && matchAt(one, text, at, ends[rank] ?? 0);
    if (!match) return false;
    ends[rank] = match.index + match[0].length;
    const hit = hitOf(one, match);
    if (hit) {
      found[rank] ??= [];
      found[rank].push(hit);
    }
    return false;
  });
  return found.flat();
}

/** The match around the marker at this place, if there is one that begins at `from` or later. */
function matchAt({ pattern, before: [most, least] }: Rule, text: string, at: number, from: number) {
  for (let start = Math.max(at - most, from); start <= at - least; start++) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
}

function hitOf({ kind, accept }: Rule, match: RegExpExecArray): RuleHit | undefined {
  const groups: Record<string, string | undefined> = match.groups ?? {};
  const secret =
    groups.secret ?? groups.escaped ?? groups.double ?? groups.single ?? groups.tick ?? groups.plain ?? match[0];
  if (accept && !accept(secret)) return undefined;
  // A connection string ends with its host; the last place of the secret in the match is the secret itself.
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length, kind };
}

function rule(kind: string, heads: readonly string[], pattern: RegExp, accept?: Rule['accept']): Rule {
  return {
    kind,
    marker: { heads },
    pattern,
    before: [0, 0],
    ...(accept && { accept }),
  };
}

/** Every letter of a pattern in both cases: the prefilter is one pattern, in which only some parts ignore case. */
function anyCase(pattern: string): string {
  return pattern.replace(/\\.|[a-z]/gi, (one) => (one.length > 1 ? one : `[${one.toLowerCase()}${one.toUpperCase()}]`));
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/** Not a place for a value, as documents have it. */
function isStated(text: string): boolean {
  return !/^\$|^%[\w{(]|^\{|\{\{|\$\{|^<|^\*+$|^\.+$|^x+$|^\[secret:|example|placeholder|changeme|^your|^my[-_]?pass|^pass(?:word|wd)?$|^pw$|^secret$|redacted/i.test(
    text,
  );
}

/**
 * Chosen by a machine or with care: letters and digits (or signs) of which few repeat. Names, paths, calls, versions, dates and
 * words that are joined by dashes or dots are not.
 */
function isRandom(text: string): boolean {
  if (!isStated(text) || !/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  if (
    /^(?:https?:|file:|\.{0,2}\/|~\/|\w:\\)|[()]|\.\.\.|…|^[\w$]+(?:\??\.[\w$]+)+$|^(?:[A-Za-z]+[-_.:/])+[A-Za-z]*\d{0,4}$/.test(
      text,
    )
  )
    return false;
  if (/^[A-Z][A-Z0-9_]*$/.test(text) && text.includes('_')) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(text)).length;
  return entropy(text) >= (text.length >= 16 ? 3.2 : 2.7) && (classes >= 3 || text.length >= 16);
}

/** Bits a character, by how often each one is in this text. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
