import { matchRules, RULE_MARKERS } from './secret-rules.js';

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

/**
 * Texts that at least one rule of the scanner's preset needs to match at all (case and shape no narrower than the rule's own).
 * Loading and running the rules costs 60 ms and 0.2 ms a kilobyte; asking this first costs 4 µs a kilobyte. A test feeds
 * samples of every rule through it, and compares the installed rules' version with the one that this was written for.
 */
export const MARKERS = new RegExp(
  [
    '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)', // aws
    'PRIVATE KEY', // privatekey, gcp
    ':x-oauth-basic@|_authToken=', // npm
    'xox[bpaor]-|xapp-|[hH][oO][oO][kK][sS]\\.[sS][lL][aA][cC][kK]\\.', // slack
    '://[^\\t-\\r :/]{1,400}:[^\\t-\\r /@]{1,800}@', // basicauth, database-connection-string
    ...TOKEN_MARKERS,
  ].join('|'),
);

/** What is a token by itself, without the words around it; of slack's, those for applications. */
const TOKENS = new RegExp([...TOKEN_MARKERS, 'xapp-\\d'].join('|'));

/** The version of the preset that {@link MARKERS} was written for. */
export const MARKERS_PRESET = '11.7.1';

/** The same for our own rules: patterns with letters of either case by themselves, which are searched faster alone. */
const OWN_MARKERS = [
  RULE_MARKERS.filter((marker) => !isEitherCase(marker)),
  ...RULE_MARKERS.filter(isEitherCase).map((marker) => [marker]),
].map((markers) => new RegExp(markers.join('|')));

function isEitherCase(marker: string): boolean {
  return /\[([a-z])([A-Z])\]/.test(marker);
}

/** Bytes that are tested at a time. Strings of more than 128 KiB get pages of their own, which costs ten times the test. */
const WINDOW = 96 * 1024;
/** What a marker may take up: far more than a name and an address of a person. */
const OVERLAP = 16 * 1024;

/** Could a rule match these bytes? One byte is one character here: every marker is ASCII. */
export function mayHoldSecret(content: Buffer): boolean {
  return someWindow(content, (text) => MARKERS.test(text) || OWN_MARKERS.some((markers) => markers.test(text)));
}

/** Could a rule of the preset match these bytes? */
export function mayHoldPresetSecret(content: Buffer): boolean {
  return someWindow(content, (text) => MARKERS.test(text));
}

function someWindow(content: Buffer, test: (text: string) => boolean): boolean {
  for (let start = 0; ; start += WINDOW - OVERLAP) {
    if (test(content.toString('latin1', start, start + WINDOW))) return true;
    if (start + WINDOW >= content.length) return false;
  }
}

/** A token is one word of so many characters at least, with a digit: `devops_eyes` is none. */
const LEAST_TOKEN = 20;

/** Whether one line (a name) holds a secret, as far as that shows without the linter. */
export function isSecretLine(line: string): boolean {
  const isToken = (word: string): boolean => word.length >= LEAST_TOKEN && /\d/.test(word) && TOKENS.test(word);
  return line.split(/\s+/).some(isToken) || matchRules(line).length > 0;
}
