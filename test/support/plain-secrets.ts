/**
 * What is a secret, said plainly: every expression is tried from the first character to the last. The product looks for places first
 * and tries expressions only there, and has to find the same.
 */
import type { RuleHit } from '../../src/palace/secret-rules.js';

interface Rule {
  kind: string;
  pattern: RegExp;
  marker: string;
  accept?: (secret: string) => boolean;
}

/** Markers of the scanner's preset that no text but a token begins so. */
const TOKEN_MARKERS = [
  'npm_\\w{36}', // npm
  'T3BlbkFJ', // openai
  'sk-ant-api0', // anthropic
  'lin_api_', // linear
  'SG\\.\\w{1,128}\\.\\w', // sendgrid
  'shp(?:pa|ca|at|ss)_', // shopify
  'gh[pousr]_\\w{36}|github_pat_', // github
  'ops_ey', // 1password
];

const MARKERS = new RegExp(
  [
    '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)', // aws
    'PRIVATE KEY', // privatekey, gcp
    ':x-oauth-basic@|_authToken=', // npm
    'xox[bpaor]-|xapp-|[hH][oO][oO][kK][sS]\\.[sS][lL][aA][cC][kK]\\.', // slack
    '://[^\\t-\\r :/]{1,400}:[^\\t-\\r /@]{1,800}@', // basicauth, database-connection-string
    ...TOKEN_MARKERS,
  ].join('|'),
);

/** Words before `=` or `:` that say that a secret follows. Quotes around both may be escaped: JSON within text, or within JSON. */
const NAMES =
  'pass(?:word|wd|phrase)|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?key|(?:access|auth|api|bearer|refresh)[_-]?token|client[_-]?secret|encryption[_-]?key|signing[_-]?key';

/** Schemes whose addresses carry a password and that the preset does not look at. */
const SCHEMES =
  'rediss?|amqps?|mssql|sqlserver|mariadb|clickhouse|cockroachdb|oracle|cassandra|couchbase|nats|mqtts?|s?ftps?|smtps?|imaps?|ldaps?|kafka|neo4j(?:\\+s)?|bolt';

/**
 * Kinds that the preset of the linter does not know, or knows in fewer shapes. The order is the order of trust: where two
 * overlap, the first one names the span.
 */
const RULES: readonly Rule[] = [
  rule('anthropic-key', 'sk-ant-', /(?<![\w-])sk-ant-(?:api|admin|oat|ort|sid)\d\d-[\w-]{24,}/g),
  rule('openai-key', 'sk-(?:proj|svcacct|admin|or)-', /(?<![\w-])sk-(?:proj|svcacct|admin|or)-[\w-]{32,}/g, hasDigit),
  rule(
    'stripe-key',
    '[sr]k_(?:live|test)_|whsec_',
    /(?<!\w)(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}=*)/g,
    hasDigit,
  ),
  rule('google-api-key', 'AIza', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g),
  rule('google-oauth-secret', 'GOCSPX-|ya29\\.', /(?<![\w-])(?:GOCSPX-[\w-]{24,}|ya29\.[\w-]{24,})/g),
  rule(
    'aws-access-key-id',
    'A(?:KIA|SIA)',
    /(?<![A-Za-z0-9/+=])A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9/+=])/g,
    (text) => !text.endsWith('EXAMPLE'),
  ),
  rule('slack-token', 'xox[a-z]', /(?<![\w-])xox[a-z](?:\.xox[a-z])?-(?:\d+-)?[\w-]{20,}/g, hasDigit),
  rule(
    'gitlab-token',
    'gl(?:pat|dt|rt|ptt|ft|soat|cbt)-',
    /(?<![\w-])gl(?:pat|dt|rt|ptt|ft|soat|cbt)-[\w-]{20,}/g,
    hasDigit,
  ),
  rule('hugging-face-token', 'hf_', /(?<!\w)hf_[A-Za-z0-9]{34,40}(?!\w)/g),
  rule('groq-key', 'gsk_', /(?<!\w)gsk_[A-Za-z0-9]{40,}(?!\w)/g),
  rule('digitalocean-token', 'do[opr]_v1_', /(?<!\w)do[opr]_v1_[0-9a-f]{64}(?!\w)/g),
  rule('pypi-token', 'pypi-AgE', /(?<![\w-])pypi-AgE[\w-]{50,}/g),
  rule('telegram-bot-token', ':AA', /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  rule('age-key', 'AGE-SECRET-KEY-1', /AGE-SECRET-KEY-1[A-Z0-9]{58}/g),
  rule(
    'private-key',
    'PRIVATE KEY',
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){32,16000}-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g,
  ),
  rule(
    'azure-account-key',
    '(?:AccountKey|SharedAccessKey)=',
    /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g,
  ),
  rule(
    'connection-string',
    `(?:${anyCase(SCHEMES)})://[^\\t-\\r :/@]*:[^\\t-\\r /@]`,
    new RegExp(`(?<![a-z])(?:${SCHEMES})://[^\\s:/@"'<>]{0,200}:(?<secret>[^\\s/@"'<>]{3,400})@[^\\s"']`, 'gi'),
    isStated,
  ),
  rule('jwt', 'eyJ', /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g),
  rule(
    'bearer-token',
    `${anyCase('bearer')}[\\t-\\r ]`,
    /\bbearer[\t-\r ]+(?<secret>[A-Za-z0-9._~+/-]{20,}={0,2})/gi,
    isRandom,
  ),
  rule(
    'password',
    `(?:${anyCase(NAMES)})\\\\{0,3}["'\`]?[\\t ]*[:=][=>]?[\\t ]*["'\`]?[^\\t-\\r ]{8}`,
    new RegExp(
      `(?:${NAMES})\\\\{0,3}["'\`]?[\\t ]*(?::=|=>|[:=])[\\t ]*(?:\\\\{1,3}["'\`](?<escaped>[^"'\`\\s\\\\]{8,200})\\\\{1,3}["'\`]|"(?<double>[^"\\s]{8,200})"|'(?<single>[^'\\s]{8,200})'|\`(?<tick>[^\`\\s]{8,200})\`|(?<plain>[^\\s"'\`,;()\\[\\]{}<>|\\\\]{8,200}))`,
      'gi',
    ),
    isRandom,
  ),
];

const RULE_MARKERS = RULES.map(({ marker }) => marker);

const OWN_MARKERS = [
  RULE_MARKERS.filter((marker) => !isEitherCase(marker)),
  ...RULE_MARKERS.filter(isEitherCase).map((marker) => [marker]),
].map((markers) => new RegExp(markers.join('|')));

/** Each marker as an expression of its own, to make texts from. */
export const PLAIN_MARKERS: readonly RegExp[] = [MARKERS.source, ...RULE_MARKERS].map((marker) => new RegExp(marker));

/** Could a rule match this text, of which each character is a byte? */
export function plainlyMayHoldSecret(text: string): boolean {
  return MARKERS.test(text) || OWN_MARKERS.some((markers) => markers.test(text));
}

/** Could a rule of the preset match? */
export function plainlyMayHoldPresetSecret(text: string): boolean {
  return MARKERS.test(text);
}

/** What our own rules find, rule by rule in the order of trust. Hits may overlap. */
export function plainlyMatchRules(text: string): RuleHit[] {
  const hits: RuleHit[] = [];
  for (const { kind, pattern, accept } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const groups: Record<string, string | undefined> = match.groups ?? {};
      const secret =
        groups.secret ?? groups.escaped ?? groups.double ?? groups.single ?? groups.tick ?? groups.plain ?? match[0];
      if (accept && !accept(secret)) continue;
      // A connection string ends with its host; the last place of the secret in the match is the secret itself.
      const start = match.index + match[0].lastIndexOf(secret);
      hits.push({ start, end: start + secret.length, kind });
    }
  }
  return hits;
}

function rule(kind: string, marker: string, pattern: RegExp, accept?: Rule['accept']): Rule {
  return { kind, marker, pattern, ...(accept && { accept }) };
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
function isEitherCase(marker: string): boolean {
  return /\[([a-z])([A-Z])\]/.test(marker);
}
