import type { LabelRule } from '../label-rules.js';
import { ADOPT, SOMEBODY } from './words.js';

/** What was decided, chosen, agreed or dropped. */
export const decision: readonly LabelRule[] = [
  ['decided', /(?<!un|\bnot |n't |\byet |\bto be )\bdecided\b(?! whether| if\b| advantage| lack| preference)/],
  [
    'decision',
    /^[^a-z]*(?:final )?decision\s*[:–—-]|\b(?:made|took|reached|came to|final|our|my|the) (?:\w+ )?decision (?:is|was|to|:)/,
  ],
  [
    'chose chosen choosing',
    /\b(?:chose|have chosen|has chosen|we've chosen|was chosen|were chosen|ended up choosing)\b/,
  ],
  ['choice', /\b(?:final|our|my) (?:\w+ )?choice (?:is|was|fell)\b/],
  ['picked', new RegExp(String.raw`\b${SOMEBODY}(?:'ve| have| finally| just)? picked (?!up\b|at\b)`)],
  ['settled', /\bsettled (?:on|for)\b|\b(?:is|that's|was) settled\b/],
  [
    'with',
    new RegExp(
      String.raw`\b(?:let's|${SOMEBODY})(?:'ll|'re|'m|'ve| will| are| am| should| have| finally)?(?: just| then| both)? (?:went|go|going|gone|stick|sticking|stuck|stay|staying|stayed) with (?!me\b|you\b|him\b|her\b|them\b|us\b|my\b)`,
    ),
  ],
  [
    'dropping keeping replacing going taking cancelling canceling skipping buying renaming retiring removing selling postponing',
    /\b(?:i'm|we're|we are|i am) (?:now )?(?:dropping|keeping|replacing|going for|taking (?!a (?:look|break|walk)|notes|pictures|care)|cancell?ing|skipping|buying|renaming|retiring|removing|selling|postponing)\b/,
  ],
  ['concluded voted', new RegExp(String.raw`\b${SOMEBODY}(?: have|'ve| has)? (?:concluded|voted)\b`)],
  ['forward', /^going forward,? (?!you|i'd)|\bwill \w+.* going forward\b/],
  [
    'went',
    new RegExp(
      String.raw`\b${SOMEBODY}(?: both| finally| all)? went for (?:the|an?|our|option|plan)\b(?! walk| run| swim| ride| drive)`,
    ),
  ],
  ['be', /\bit(?:'s| is) going to be (?:the|option|plan)\b/],
  ['opted adopted', new RegExp(String.raw`\b${SOMEBODY}(?: have|'ve| has)? (?:opted|adopted)\b`)],
  ['agreed', new RegExp(String.raw`\b(?:${SOMEBODY}|all|both)\b.{0,30}\bagreed(?: to| that| on|:)|\bit was agreed\b`)],
  [
    "let's",
    new RegExp(
      String.raw`\blet's (?:just |all |then |better )?(?:(?!build|buy|take|start|hire|remove|rewrite)${ADOPT}|go for|do (?!that later)|make it|call (?:it|the|this))\b`,
    ),
  ],
  ['going', new RegExp(String.raw`\b(?:i'm|we're|i am|we are|they are|they're) (?:not )?going to ${ADOPT}\b`)],
  ['will', new RegExp(String.raw`\b(?:we|i|team) will (?:not |now |all )?${ADOPT}\b`)],
  ["we'll i'll", new RegExp(String.raw`\b(?:we|i)'ll (?:just )?(?:${ADOPT}|go for)\b`)],
  ['approved rejected', new RegExp(String.raw`\b${SOMEBODY}(?: has| have)? (?:approved|rejected)\b`)],
  ['ruled', /\bruled out\b/],
  ['mind', /\bma(?:d|k)e up (?:my|our|his|her|their) minds?\b|\bchanged (?:my|our) minds?\b/],
  ['favour favor', /\bin favou?r of\b/],
  ['plan', /\b(?:the|our|my) plan is (?:now )?to\b/],
  ['longer', /\bwe (?:will |are )?no longer (?:use|using|support|supporting|ship|need)\b/],
  [
    'switched switching migrated moved replaced',
    new RegExp(
      String.raw`\b${SOMEBODY}(?:'re|'ve| have| are)? (?:switched|switching|migrated|moved|replaced)\b.*\b(?:to|with|by)\b.*\bbecause\b|\b(?:we|i)(?:'ve| have)? switched (?:\w+ ){0,3}to\b`,
    ),
  ],
];
