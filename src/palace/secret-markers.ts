import { type Marker, MarkerScan } from './marker-scan.js';
import { matchRules, RULE_MARKERS } from './secret-rules.js';

/** Markers of the scanner's preset that no text but a token begins so. */
const TOKEN_MARKERS = [
  'npm_\\w{36}', // npm
  'T3BlbkFJ', // openai
  'sk-ant-api0', // anthropic
  'lin_api_', // linear
  'SG\\.\\w{1,128}\\.\\w', // sendgrid
  'shp(?:pa|ca|at|ss)_', // shopify
  'gh[pousr]_\\w{36}', // github
  'github_pat_',
  'ops_ey', // 1password
];

/**
 * Texts that at least one rule of the scanner's preset needs to match at all (case and shape no narrower than the rule's own), as
 * {@link MarkerScan} takes them. Loading and running the rules costs 60 ms and 0.05 ms a kilobyte; asking this first costs 1 µs a
 * kilobyte. A test feeds samples of every rule through it, and compares the installed rules' version with the one that this was written for.
 */
export const PRESET_MARKERS: readonly Marker[] = [
  ...['SECRET', 'secret', 'Secret'].map((word) => `${word}_?(?:ACCESS|access|Access)`), // aws
  'PRIVATE KEY', // privatekey, gcp
  ':x-oauth-basic@', // npm
  '_authToken=',
  'xox[bpaor]-', // slack
  'xapp-',
  '[hH][oO][oO][kK][sS]\\.[sS][lL][aA][cC][kK]\\.',
  '://[^\\t-\\r :/]{1,400}:[^\\t-\\r /@]{1,800}@', // basicauth, database-connection-string
  ...TOKEN_MARKERS,
].map((head) => ({ heads: [head] }));

/** What is a token by itself, without the words around it; of slack's, those for applications. */
const TOKENS = new RegExp([...TOKEN_MARKERS, 'xapp-\\d'].join('|'));

/** The version of the preset that {@link PRESET_MARKERS} was written for. */
export const MARKERS_PRESET = '11.7.1';

const ALL = new MarkerScan([...PRESET_MARKERS, ...RULE_MARKERS]);
const PRESET = new MarkerScan(PRESET_MARKERS);

/** Could a rule match these bytes? */
export function mayHoldSecret(content: Buffer): boolean {
  return ALL.test(content);
}

/** Could a rule of the preset match these bytes? */
export function mayHoldPresetSecret(content: Buffer): boolean {
  return PRESET.test(content);
}

/** A token is one word of so many characters at least, with a digit: `devops_eyes` is none. */
const LEAST_TOKEN = 20;

/** Whether one line (a name) holds a secret, as far as that shows without the linter. */
export function isSecretLine(line: string): boolean {
  const isToken = (word: string): boolean => word.length >= LEAST_TOKEN && /\d/.test(word) && TOKENS.test(word);
  return line.split(/\s+/).some(isToken) || matchRules(line).length > 0;
}
