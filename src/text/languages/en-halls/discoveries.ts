import { SOMEBODY } from '../en-labels/words.js';
import type { HallRule } from '../hall-rules.js';

/** What was understood, found out, or turned out to be so. */
export const discoveries: readonly HallRule[] = [
  ['turns turned', /\bturn(?:s|ed) out\b/],
  [
    'realized realised discovered noticed learned learnt',
    new RegExp(
      String.raw`\b${SOMEBODY}(?:'ve| have| has| just| finally| suddenly)* (?:(?:realized|realised|discovered|noticed)\b(?! the (?:time|date)\b)|(?:learned|learnt) (?:that|how|from|why|the hard way)\b)`,
    ),
  ],
  ['figured', /\bfigured (?:it |this |that )?out\b/],
  [
    'found',
    /\bfound (?:out\b|that\b|the (?:\w+ )?(?:bug|cause|reason|culprit|problem|issue|answer|leak|mistake|error)\b)/,
  ],
  ['cause', /\b(?:root|underlying|real|actual) cause\b/],
  ['caused', /\b(?:is|was|were) caused by\b/],
  ['reason', /^(?:so )?the (?:real |main )?reason\b.*\b(?:is|was)\b/],
  [
    'understand understood',
    /\b(?:now|finally|at last),? (?:i|we) (?:finally )?underst(?:and|ood)\b|\b(?:i|we) (?:now|finally) underst(?:and|ood)\b/,
  ],
  ['surprisingly surprise', /^surprisingly\b|\bto (?:my|our|everyone's) surprise\b/],
  ['dawned', /\bdawned on (?:me|us|him|her|them)\b/],
  ['insight takeaway', /\b(?:insight|takeaway) (?:is|was|here)\b/],
  ['learned learnt lesson lessons', /\bwhat (?:i|we) learn|\blessons? learn|\bthe lesson (?:is|was)\b/],
  ['aha eureka'],
  ['sense', /\bnow (?:it|that|this|everything)(?: all)? makes sense\b/],
  ['trick', /^the trick (?:is|was)\b/],
  ['idea', /\b(?:i|we) had no idea (?:that|how|why)\b/],
  ['interesting interestingly', /^interesting(?:ly)?[:,]/],
  ['breakthrough culprit'],
  ['along', /\ball along\b/],
  ['knew', /\b(?:i|we) never knew\b/],
  ['came comes', /\b(?:bug|problem|error|issue|crash|leak|failure|delay) (?:came|comes) from\b/],
  ['finally', /\b(?:i|we) finally (?:got|get|see|saw) (?:why|how|what)\b/],
  ['surprised', /^what surprised\b|\b(?:i|we) (?:was|were) surprised (?:that|to|how)\b/],
  ['so', /^so (?:it's|it is|it was|the) .*, not \w+/],
];
