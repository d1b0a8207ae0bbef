import type { LabelRule } from '../label-rules.js';
import { SOMEBODY } from './words.js';

/** What was reached, finished, released, learned or understood. */
export const milestone: readonly LabelRule[] = [
  [
    'finally',
    /\bfinally (?:\w+ )?(?:works?|worked|working|got|gets|done|finished|passed|passes|found|figured|fixed|merged|have|managed|solved|runs?|understood|understand|ready|shipped|made|bought|moved|live|green|built|deployed|launched|released|complete|completed)\b/,
  ],
  [
    'shipped launched released',
    new RegExp(
      String.raw`\b(?:${SOMEBODY}|version [\d.]+|v\d[\d.]*|it|is|was|been|has|have|just|today|yesterday)\b.{0,30}(?<!not |n't |never )\b(?:shipped|launched|released)\b`,
    ),
  ],
  [
    'works working',
    /\b(?:it|everything|all|that|this)(?: all)? (?:now |finally )?works(?: now|!| again| perfectly)|\bgot (?:it|this|that|\w+ \w+|\w+) (?:working|to work)\b|\bworks now\b|\bnow works\b/,
  ],
  ['figured', /\bfigured (?:it |this |that )?out\b/],
  ['turns turned', /\bturn(?:s|ed) out\b/],
  [
    'realized realised discovered',
    new RegExp(String.raw`\b${SOMEBODY}(?:'ve| have| just| finally| suddenly)* (?:realized|realised|discovered)\b`),
  ],
  [
    'found',
    new RegExp(
      String.raw`\b${SOMEBODY}(?:'ve| have| just| finally)* found (?:out|the (?:\w+ )?(?:bug|cause|reason|culprit|solution|answer|fix))\b`,
    ),
  ],
  ['green', /\b(?:suite|build|builds|ci|tests?|pipeline|everything|all|board)\b.{0,20}\bgreen\b/],
  ['breakthrough'],
  ['landed merged', /\b(?:landed|merged) (?:on|in|into) (?:main|master|trunk|production|the release)\b/],
  [
    'live out',
    /\b(?:is|are|went|we're|now|gone) live\b(?! in (?:a|an|the)\b)|\b(?:version|v|release|album|book|beta|update) ?[\d.]* (?:is|are) (?:now |finally )?out\b/,
  ],
  [
    'accepted',
    /\b(?:paper|proposal|article|manuscript|offer|application|patch|talk|bid) (?:was|is|got|has been|were) (?:finally )?accepted\b/,
  ],
  ['finished completed reached', /^(?:just |finally )?(?:finished|completed|reached) (?:the|my|our|all|another)\b/],
  [
    'went dropped fell cut reduced improved down grew rose',
    /\b(?:went|dropped|fell|cut|reduced|improved|down|grew|rose)\b.*\bfrom \d[\d.,]*.{0,12}\bto \d/,
  ],
  ['job', /\bgot the (?:job|offer|part|grant|contract)\b/],
  [
    'signed closed won landed',
    new RegExp(
      String.raw`\b${SOMEBODY}(?:'ve| have| just| finally)* (?:signed|closed|won|landed) (?:our|the|my|a|first|another)\b`,
    ),
  ],
  ['learned learnt', /\b(?:finally |just )?learn(?:ed|t) (?:how )?to\b/],
  ['migrated', /\b(?:all|everything)\b.*\b(?:been|is|are|was|were) migrated\b/],
  ['ran swam climbed', /\b(?:ran|swam|climbed) (?:my|his|her|our) first\b/],
  ['handles passes covers runs', /\b(?:handles|passes|covers) (?:every|all)\b.*(?:!|\bnow\b)|\bruns by itself now\b/],
  ['cracked nailed', /\b(?:cracked|nailed) (?:it|the)\b/],
  [
    'passed pass',
    /\b(?:i|we|she|he|they|you)(?:'ve| have| just)? passed (?:my|our|the|her|his|their|every|all)\b|\b(?:tests?|checks?|suite|it)\b.{0,20}\bpass(?:es)?(?: now| again|!|\.?$)/,
  ],
  [
    'done finished complete completed ready live merged',
    /\b(?:is|are|'s) (?:now |finally |all )?(?:done|finished|complete|completed|ready|live|merged)\b(?! to\b| for you\b)|\b(?:i|we|she|he|they)(?:'ve| have| just| finally)* (?:finished|completed)\b/,
  ],
  [
    'cut reduced dropped improved shrank faster saved smaller',
    /\b(?:cut|reduced|dropped|improved|shrank|faster|smaller|saved)\b.*\d ?(?:%|percent\b)/,
  ],
  ['faster smaller quicker cheaper', /(?:\btimes|\dx|\btwice as) (?:faster|smaller|quicker|cheaper|fast)\b/],
  [
    'hit reached crossed passed surpassed',
    /\b(?:we|i|they|it|she|he|has|have)(?:'ve| have| just| finally)* (?:hit|reached|crossed|passed|surpassed)\b.*(?:\d|\bhundred\b|\bthousand\b|\bmillion\b|\bmilestone\b|\bgoal\b|\btarget\b)/,
  ],
  [
    'first',
    /^(?:it (?:is|was) |this is |for )?(?:the |my |our )?(?:very )?first (?:time|ever)\b|\b(?:her|his|my|our|their|its) (?:very )?first (?!name|time|day|choice|thought|question)\w+/,
  ],
  [
    'promoted graduated hired married born engaged',
    /\b(?:i|we|she|he|they|was|were|got|been|just)(?:'ve| have| has| just)* (?:promoted|graduated|hired|married|born|engaged)\b/,
  ],
  ['raised', /\braised (?:the|a|our|\$|€)(?: \w+)* ?round\b/],
  ['milestone'],
  ['deployed', /\b(?:we|i|successfully|finally|just|now)(?:'ve| have| just| finally)* deployed\b/],
  [
    'fixed solved resolved',
    /\b(?:i|we|he|she|they|that|it's|it is|which|got|now|finally|just|been)(?:'ve| have| just| finally)* (?:fixed|solved|resolved)\b(?! (?:his|her|my|their) (?:eyes|gaze))/,
  ],
  [
    'built implemented created',
    /\b(?:i|we)(?:'ve| have)? (?:just|finally|successfully) (?:built|implemented|created)\b/,
  ],
];
