import type { DialectWords } from './dialect.js';

const WEEKDAYS = 'monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*';
const MONTHS =
  'january, february, march, april, may, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec';

export const dialectEn: DialectWords = {
  code: 'en',
  spaced: true,
  emotions: [
    ['determ', 'decided, determined, determination'],
    ['convict', 'prefer, prefers, preferred, convinced, conviction'],
    ['anx', 'worried, worries, worry, anxious, anxiety, concern, concerns, concerned, nervous'],
    ['excite', 'excited, exciting, excitement, thrilled'],
    ['frust', 'frustrated, frustrating, frustration, annoyed, annoying'],
    ['confuse', 'confused, confusing, confusion'],
    ['love', 'love, loves, loved'],
    ['rage', 'hate, hates, hated, furious, angry, anger'],
    ['hope', 'hope, hopes, hoped, hopeful, hoping'],
    ['fear', 'fear, fears, afraid, scared'],
    ['trust', 'trust, trusts, trusted'],
    ['joy', 'happy, joy, joyful, delighted, glad'],
    ['grief', 'sad, grief, grieving, disappointed, disappointing, disappointment'],
    ['surprise', 'surprised, surprising, surprise'],
    ['grat', 'grateful, thankful, gratitude'],
    ['curious', 'curious, curiosity'],
    ['wonder', 'wonder, wonders, wondered'],
    ['relief', 'relieved, relief'],
    ['satis', 'satisfied, satisfying, satisfaction'],
    ['exhaust', 'exhausted, exhausting, exhaustion'],
    ['doubt', 'doubt, doubts, doubtful'],
    ['peace', 'peaceful, calm'],
  ],
  flags: [
    [
      'DECISION',
      `decided, decides, chose, chosen, choose, switched, switching, migrated, replaced, instead of, agreed to, agreed on,
settled on, went with, going with, rejected, approved`,
    ],
    ['ORIGIN', 'founded, born, launched, first time, created, started'],
    [
      'CORE',
      'core, fundamental, fundamentally, essential, principle, principles, belief, beliefs, never forget, always',
    ],
    ['PIVOT', 'turning point, changed everything, realized, realised, breakthrough, epiphany'],
    [
      'TECHNICAL',
      'api, apis, database, databases, architecture, deploy*, infrastructure, algorithm*, framework*, server, servers, config, configuration',
    ],
  ],
  weighty: `decided, because, instead, prefer, prefers, switched, chose, realized, realised, important, key, critical, discovered, learned,
learnt, conclusion, solution, reason, why, breakthrough, insight`,
  decisions: `decided, decide, decides, decision, decisions, deciding, chose, choose, chosen, choice, choosing, switch*, migrat*, replac*, instead,
agree, agreed, agrees, agreement, settled, settle, prefer*, reject*, approv*, adopt*, drop, dropped, dropping, keep, keeps, kept, cancel*,
postpon*, plan, plans, planned, will, shall, must, never, won't, pick, picked, picks, select*, went with, go with, going with, going to,
rule, ruled, commit, committed, resolved, stop, stopped, start, started, move, moved, moving, use, uses, using, ship, shipped`,
  numbers: `zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen,
eighteen, nineteen, twenty*, thirty*, forty*, fifty*, sixty*, seventy*, eighty*, ninety*, hundred*, thousand*, million*, billion*, trillion*,
dozen*, half, halves, quarter*, third, thirds, double*, triple*, twice, once, first, second, fourth, fifth, sixth, seventh, eighth, ninth, tenth,
percent, single, both, none, pair`,
  times: `${WEEKDAYS}, ${MONTHS}, today*, yesterday*, tomorrow*, tonight, morning*, noon, midnight, evening*, week*, weekend*, month*, year*,
day, days, daily, hour*, minute*, spring, summer, autumn, fall, winter, quarter*, annual*, century, decade*, ago, deadline*, now, soon, later, recently, last, next, since, until`,
  droppable:
    'a, an, the, is, are, was, were, be, been, being, am, very, just, really, quite, that, which, also, so, then, there, its',
  notNames: `${WEEKDAYS}, ${MONTHS}, i, i'm, i'd, i'll, i've, ok, okay, english, tl;dr, re, fyi, ps`,
};
