import type { HallRule } from '../hall-rules.js';

/** A figure, in digits or words. */
const NUMBER = String.raw`(?:[$€£]?\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twelve\b|twenty\b|thirty\b|forty\b|fifty\b|a hundred\b)`;

/** What is so and stays so for a while: who, where, how much, what is used. */
export const facts: readonly HallRule[] = [
  [
    'is are was',
    /\b(?:is|are) (?:called|named|located|based (?:in|on)|written in|built with|used (?:by|for)|owned by|hosted|stored|deployed|due|allergic|married to|responsible for)\b/,
  ],
  ['is are', new RegExp(String.raw`\b(?:is|are) (?:about |only |exactly |at least |almost )?${NUMBER}`)],
  [
    'my our his her their',
    /^(?:my|our|his|her|their) (?:[\w'-]+ ){1,3}(?:is|are) (?!too\b|not\b|so\b|very\b|really\b|fine\b|great\b|good\b|bad\b|ready\b|done\b|back\b|broken\b|down\b|here\b|there\b|\w+ing\b)\w+/,
  ],
  ['only', /(?:'s|'m|'re|\bis|\bam|\bare) the only\b/],
  ['got', new RegExp(String.raw`\b(?:i've|we've|he's|she's|they've) got (?:an? |type |${NUMBER})`)],
  ['owns teaches manages', /\b(?:owns|teaches|manages) \w+/],
  ['pays', /\bpays for \w+/],
  ['takes take', new RegExp(String.raw`\btakes? (?:about |around |only )?${NUMBER}`)],
  [
    'every',
    /\b\w+s every (?:day|week|month|year|morning|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/,
  ],
  ['allergic', /\b(?:i'm|i am|he's|she's|is|are) allergic\b/],
  [
    'owner maintainer head lead author founder ceo manager director boss',
    /(?:'m|'s|\bam|\bis|\bare|\bwas) (?:the |our |my |an? )?(?:\w+ )?(?:owner|maintainer|head|lead|author|founder|ceo|manager|director|boss) (?:of|at|for)\b/,
  ],
  [
    'deadline budget price salary rent limit size address name birthday version url port cost age number rate duration timezone capacity maximum minimum policy',
    /\b(?:deadline|budget|price|salary|rent|limit|size|address|name|birthday|version|url|port|cost|age|number|rate|duration|timezone|capacity|maximum|minimum) (?:[\w-]+ ){0,4}(?:is|are)\b(?! (?:too|not|very|so)\b)/,
  ],
  ['port policy', /^(?:the )?(?:\w+ )*port \d+ is\b|\bpolicy requires\b/],
  [
    'lives live',
    /\b(?:he|she|they|i|we|sister|brother|mother|father|parents|family|friend|son|daughter|\w+) lives? (?:in|at|with|near)\b/,
  ],
  ['works work', /\b(?:works|i work|they work|we work) (?:as|at|for|in an?)\b/],
  ['studied studies', /\bstud(?:ied|ies) \w+ (?:at|in)\b/],
  ['speaks speak', /\bspeaks? (?:\w+ languages|english|german|french|spanish|chinese|mandarin|japanese)\b/],
  ['born', /\b(?:was|were) born (?:in|on)\b/],
  [
    'has have',
    new RegExp(
      String.raw`\b(?:has|have) (?:only |about |exactly )?(?:an? )?${NUMBER}|\b(?:has|have) an? (?:degree|phd|dog|cat|daughter|son|brother|sister|license|licence|limit|balcony|garden)\b`,
    ),
  ],
  ['costs cost', new RegExp(String.raw`\bcosts? (?:only |about |around |us )?${NUMBER}`)],
  ['returns', /\breturns (?!to\b|on\b|from\b|home\b|late\b)\w+/],
  [
    'runs',
    /\b(?:server|database|service|app|site|api|job|cluster|system|it) runs (?!out\b|away\b|late\b|into\b|fine\b|well\b)\w+/,
  ],
  ['requires', /\brequires (?!that you\b)(?:at least )?\w+/],
  ['supports', /\bsupports (?!the idea\b|you\b|me\b)\w+/],
  ['uses', /\b(?!he\b|she\b)\w+ uses \w+/],
  ['consists', /\bconsists of\b/],
  ['holds covers contains', new RegExp(String.raw`\b(?:holds|covers|contains) (?:\w+ (?:\w+ )?for )?${NUMBER}`)],
  ['expires ends starts', /\b(?:expires|ends|starts) (?:in|on|at) \w+/],
];
