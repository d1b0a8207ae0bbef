import type { LabelRule } from '../label-rules.js';

/** What fails, is broken, lost or stuck, and what caused it. */
export const problem: readonly LabelRule[] = [
  [
    'crash crashes crashed crashing',
    /\bcrash(?:es|ed|ing)\b|\b(?:the|a|this|that|another) (?:\w+ )?crash\b(?! course| test| barrier| landing| site| report)/,
  ],
  [
    'fails failed failing failure failures',
    /^(?!if\b|when(?:ever)? a\b)(?!.*\bif (?:\w+ ){1,3}fails\b)(?=.*\b(?:fails(?! if)|failed|failing)\b(?! to mention))|\bfailures?\b (?:in|of|on|when|after|at)\b/,
  ],
  [
    'broke broken breaks',
    /\bbroke\b(?! even| the record| the news| in tears)|\b(?:is|are|was|were|still|it's|completely|got|seems) (?:\w+ )?broken\b|\bbreaks (?:the|when|on|if|in|every|our)\b/,
  ],
  [
    "doesn't don't didn't won't wouldn't can't cannot couldn't not isn't",
    /\b(?:doesn't|don't|didn't|won't|wouldn't|can't|cannot|couldn't|does not|do not|did not|will not|could not)(?: \w+){0,2} (?:work|boot|start|load|connect|open|compile|build|respond|save|run|install|reach|log in|render|sync|update|finish|resolve|print|turn on|show up)\b(?! on (?:it|this|that) (?:today|now|yet))|\b(?:not|isn't|stopped) working\b|\b(?:can't|cannot|couldn't) (?:get|find|access|reach|figure|reproduce)\b/,
  ],
  ['stopped', /\bstopped (?:working|responding)\b/],
  [
    'bug bugs',
    /\b(?:a|the|this|that|another|same|nasty|found|of) (?:\w+ ){0,2}bugs?\b(?! (?:tracker|report form|bounty))/,
  ],
  [
    'error errors exception',
    /\berror \d{3}\b|\b(?:returns?|returned|throws?|threw|thrown|gives?|gave|gets?|getting|got|with|shows?|showed|raises?|raised|seeing|saw|hit|hitting) (?:me |us )?(?:an? |the |this |that |same |some |many |lots of )*(?:[\w-]+ ){0,2}(?:errors?|exception)\b|\berrors? (?:since|again|when|every|after|keeps?)\b/,
  ],
  [
    'problem problems issue issues',
    /\b(?:a|the|this|another|have|has|had|having|there's|is|are|big|serious|some|several|same|main|real) (?:\w+ )?(?:problem|issue)s? (?:with|in|on|is|was|when|of|that|here|again|after|since)\b|\b(?:have|having|had|big|serious) (?:a |an )?(?:problem|issue)s?\b/,
  ],
  ['stuck', /\bstuck (?:on|at|in|with|again|here|for)\b|\b(?:i'm|we're|is|am|are|gets?|got) (?:\w+ )?stuck\b/],
  ['cause', /\broot cause\b/],
  ['workaround workarounds'],
  ['flaky', /\b(?:is|are|was|were|so|very|still) (?:\w+ )?flaky\b|\bflaky (?:tests?|builds?|network|connection)\b/],
  ['hangs freezes froze frozen hung', /\b(?:hangs|freezes|froze|hung|is frozen)\b(?! out\b| on the wall)/],
  ['timeout timeouts times timed', /\btime(?:s|d) out\b|\btimeouts?\b (?:when|on|in|again|every|after)\b/],
  [
    'killed leak leaks leaking deadlock deadlocks corrupted corrupt regression',
    /\b(?:gets?|got|was|is|been) killed\b|\b(?:memory leaks?|leaks memory|leaking)\b|\b(?:a|the|in|into) deadlock\b|\b(?:is|are|was|were|got) corrupt(?:ed)?\b|\b(?:a|the|this|nasty) (?:\w+ )?regression (?:in|since|with)\b/,
  ],
  ['lost', /\blost (?:\w+ ){0,4}(?:data|work|changes|files|messages|records|commits)\b/],
  ['memory', /\bout of memory\b|\bmemory (?:usage |use )?(?:grows|keeps growing|explodes)\b/],
  [
    "doesn't won't isn't don't",
    /\b(?:doesn't|won't|don't) \w+(?: \w+){0,2} (?:any ?more|anymore|at all|properly|correctly)\b(?<!\b(?:i|we) .*)/,
  ],
  [
    'users customers people nobody',
    /\b(?:users|customers|people|nobody|clients) (?:can't|cannot|can) (?:log|sign|reset|open|see|reach|access|upload|download|pay|register|connect)\b(?<!\b(?:users|customers|people|clients) can \w+)/,
  ],
  ['trouble', /\b(?:have|having|has|had|in) (?:\w+ )?trouble\b/],
  [
    'leaks leaking',
    /\b(?:is|are|still|roof|pipe|tap|dishwasher|machine|tank|window|it|radiator|boat) (?:\w+ )?leak(?:s|ing)\b/,
  ],
  ['exits exited', /\bexit(?:s|ed) with (?:code|status|an? |signal|\d)/],
  ['gets get got getting returns', /\b(?:gets?|got|getting|returns?) (?:an? |only )?(?:http )?[45]\d\d\b/],
  ['denied refused', /\b(?:permission|access|connection) (?:was |is )?(?:denied|refused)\b/],
  [
    'silently',
    /\bsilently (?:\w+ )?(?:stops?|stopped|drops?|dropped|fails?|ignores?|ignored|loses?|lost|skips?|skipped|swallows?)\b/,
  ],
  ['unusable unresponsive unreadable unbearable'],
  [
    'blurry slow garbled laggy noisy',
    /\b(?:looks?|is|are|feels?|became|gets?|so|very|too|extremely|painfully) (?:\w+ )?(?:blurry|slow|garbled|laggy)\b/,
  ],
  ['forever', /\b(?:takes?|taking|took|loads?|loading|spins?|hangs?) forever\b/],
  ['eats', /\beats (?:all|up|too much|my|the (?:disk|memory|cpu|battery))\b/],
  ['drops disconnects', /\b(?:connection|call|line|signal|wifi|wi-fi|link|session)\b.*\b(?:drops|disconnects)\b/],
  ['overheats overheating', /\boverheat(?:s|ing)\b/],
  ['blank', /\b(?:goes|went|is|stays|turns) (?:completely )?blank\b/],
  ['nothing', /\bnothing (?:happens|works|shows up)\b/],
  ['unable', /\b(?:is|are|am|was|were|i'm|we're) unable to\b/],
  ['fix', /\bthe fix (?:is|was)\b/],
  ['wrong', /\b(?:something|what)(?:'s| is| went| goes) wrong\b|\bwent wrong\b/],
  ['missing', /\b(?:was|were|is|are) missing (?:from|in|after)\b/],
];
