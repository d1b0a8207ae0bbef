import type { PassageHall } from '../text/hall-names.js';

/** What a question asks for, the surest sign first. English, then Chinese; whole words. */
const SIGNS: readonly (readonly [PassageHall, RegExp])[] = [
  [
    'advice',
    /\b(?:recommend(?:ed|ation)?|suggest(?:ed|ion)?|advice|advise[sd]?|tips?|should (?:i|we))\b|建议|推荐|应该怎么/u,
  ],
  [
    'preferences',
    /\b(?:prefers?|preference|favou?rites?|likes?|dislikes?|hates?|loves?|enjoys?)\b|喜欢|偏好|讨厌|习惯/u,
  ],
  [
    'discoveries',
    /\b(?:root cause|find out|found out|learn(?:ed|t)?|discover(?:ed|y)?|figured? out|turned out|reason)\b|原因|发现|教训/u,
  ],
  [
    'events',
    /\b(?:when did|what happened|happened|how long ago|last (?:week|month|year|time))\b|什么时候|发生了什么|哪天/u,
  ],
  [
    'facts',
    /\b(?:decid(?:e|ed|ing)|decision|agreed|where (?:do|does|is|are)|how (?:much|many|old)|who (?:is|are|owns))\b|决定|多少|谁是|在哪/u,
  ],
];

/** The hall that a question is about; undefined where its words do not say. */
export function hallAskedFor(query: string): PassageHall | undefined {
  const lower = query.toLowerCase();
  return SIGNS.find(([, sign]) => sign.test(lower))?.[0];
}
