import type { HallRule } from '../hall-rules.js';

/** What somebody is told to do, or how something is solved. */
export const advice: readonly HallRule[] = [
  ['recommend', /\b(?:i|we)(?:'d| would| do| can)? (?:strongly |highly |really )?recommend\b/],
  ['recommended', /\bit(?:'s| is) recommended\b/],
  ['suggest', /\b(?:i|we)(?:'d| would)? suggest\b/],
  [
    'recommendation advice suggestion tip',
    /\b(?:my|our|one|a good) (?:\w+ )?(?:recommendation|advice|suggestion|tip)\b|^tip:/,
  ],
  ['should', /\byou (?:really |probably |also )?should(?! have\b| be able\b)(?:n't)?\b/],
  ['better', /\byou(?:'d| had) better\b/],
  [
    'try',
    /^(?:please )?try (?:\w+ing|to|an?|the|it|out|again with)\b|\byou (?:can|could|may|might|should) (?:also )?try\b/,
  ],
  ['consider', /^(?:also )?consider \w+|\byou (?:may|might|could|should) (?:want to )?consider\b/],
  ['could', /\byou could (?:also |always |simply |just )?(?!not\b|see\b|hear\b|feel\b|say\b|be\b|have\b)\w+/],
  ['might may', /\byou (?:might|may) (?:also )?want to\b/],
  [
    'best better wise safer',
    /\bit(?:'s| is|'d be| would be) (?:best|better|wise|wiser|safer|safest) (?:to|if)\b|\bthe best (?:way|thing|option|approach)\b.*\b(?:is|would be)\b/,
  ],
  ['idea', /\b(?:good|better|smart|wise) idea (?:to|would be to)\b/],
  ['sure', /^(?:please |and |but |also |always |just )*make sure\b/],
  ['ensure', /^(?:please |always )?ensure\b/],
  ['remember', /^(?:please |always )?remember to\b/],
  ['forget', /^(?:please |and )?(?:don't|do not|never) forget (?:to|that)\b/],
  ['careful', /^(?:please )?be careful\b/],
  ['avoid', /^avoid \w+/],
  [
    'maybe perhaps',
    /^(?:maybe|perhaps) (?:start|try|ask|use|check|wait|add|split|begin|go|take|keep|make|move|call|talk)\b/,
  ],
  ['whatever', /^whatever you do\b/],
  ['can', /\byou can (?:fix|solve|avoid|prevent|work around|speed)\b/],
  [
    'better simpler safer cleaner',
    /\b(?:better|simpler|safer|cleaner) (?:approach|way|option|solution)\b.*\b(?:is|would be)\b/,
  ],
  ['rule', /\brule of thumb\b/],
  [
    'fix solve resolve prevent',
    /^to (?:fix|solve|resolve|prevent|avoid) (?:this|that|it|the|these)\b.*, (?!i\b|we\b)\w+/,
  ],
  ['option possibility approach', /^(?:one|another) (?:\w+ )?(?:option|possibility|approach) (?:is|would be)\b/],
  [
    'if',
    /^if\b.*, (?:then )?(?:try|delete|use|check|restart|remove|add|run|set|reduce|increase|ask|call|make|open|close|wait)\b/,
  ],
  ['instead rather', /^use \w+.*\b(?:instead of|rather than)\b/],
  ['keep', /^keep (?:the|your) \w+ (?:\w+ )?(?:before|while|until|when|during)\b/],
  ['why', /^why (?:not \w+|don't you)\b/, 'asked'],
  ['how', /^how about \w+ing\b/, 'asked'],
  ['tried considered', /^have you (?:tried|considered)\b/, 'asked'],
];
