import type { HallRule } from '../hall-rules.js';

const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?';
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)';
/** A past tense somewhere in the sentence: regular ones, and the irregular ones that tell of what people do. */
const PAST = String.raw`(?:\w{2,}ed|went|got|had|met|was|were|came|did|made|took|ran|saw|gave|began|broke|left|bought|sold|quit|lost|won|spent|fell|flew|drove|wrote|told|said|sent|held|felt|found|became)\b`;
/** What says that a word of the past is none: "is opened", "the failed tests", "has moved" is told by others. */
const NO_VERB = String.raw`(?<!\b(?:is|are|be|being|been|the|a|an|not|to|gets?|if|when|once|as) )`;

/** Past forms that tell of a state or a thought, or begin another hall. */
const NO_EVENT =
  '(?:wanted|needed|liked|loved|hated|used|thought|believed|supposed|seemed|looked|called|named|noticed|reali[sz]ed|decided|preferred|hoped|agreed|learned|discovered|figured|attached|required|expected|owned|lived|worked|suggested|recommended)\\b';

const past = (when: string): RegExp => new RegExp(`${when}.*\\b${PAST}|\\b${PAST}.*${when}`);

/** What happened at a time. */
export const events: readonly HallRule[] = [
  ['yesterday', past(String.raw`\byesterday\b`)],
  ['ago', /\b\w+ (?:years?|months?|weeks?|days?|hours?|minutes?) ago\b/],
  ['last', past(String.raw`\blast (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|${DAY})\b`)],
  ['this', past(String.raw`\bthis (?:morning|afternoon|evening|week|weekend|month|year)\b`)],
  ['today tonight', past(String.raw`\b(?:today|tonight)\b`)],
  ['weekend', past(String.raw`\bover the weekend\b`)],
  ['monday tuesday wednesday thursday friday saturday sunday', past(String.raw`\bon ${DAY}\b`)],
  [
    'january february march april may june july august september october november december spring summer autumn winter',
    past(String.raw`\b(?:in|on|since) ${MONTH}\b`),
  ],
  [
    'met moved visited attended celebrated graduated quit died launched shipped signed interviewed joined bought sold returned spent crashed merged deployed cancelled canceled postponed ended',
    new RegExp(
      `${NO_VERB}\\b(?:met|moved|visited|attended|celebrated|graduated|quit|died|launched|shipped|signed|interviewed|joined|bought|sold|returned|spent|crashed|merged|deployed|ended)\\b(?! by\\b)|\\b(?:was|were|got) (?:cancelled|canceled|postponed)\\b`,
    ),
  ],
  [
    'i we they he she the our my his her their two three',
    new RegExp(
      `^(?:(?:the|our|my|his|her|their|two|three) (?:[\\w'-]+ ){1,3}?|(?:i|we|they|he|she) )(?:just |finally |both |all )?(?!${NO_EVENT})(?:\\w{2,}ed|went|gave|lost|flew|left|broke|won|fell|took|drove|ran|saw|got (?:a|an|engaged|married|lost|sick)|had (?:my|our|a|an|the|dinner|lunch)|made|sent|picked) `,
    ),
  ],
  ['went came', /\b(?:went (?:to|out|home|back|on a)|came (?:back|home|over|to visit))\b/],
  [
    'started finished broke',
    /\b(?:i|we|they|he|she|it|pipeline|build|server) (?:just |finally |have |'ve )?(?:started|finished|broke)\b/,
  ],
  ['place', /\btook place\b/],
  ['happened', /\b(?:it|this|that|what|which|accident|incident) happened\b/],
  ['there', /^there (?:was|were) an? \w+/],
  [
    'wedding party meeting conference concert funeral trip flight exam interview ceremony',
    /\b(?:wedding|party|meeting|conference|concert|funeral|trip|flight|exam|interview|ceremony) (?:\w+ ){0,3}(?:was|were|went)\b/,
  ],
  ['married', /\bmarried (?!to\b)\w+ /],
];
