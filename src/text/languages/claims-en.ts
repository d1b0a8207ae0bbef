import type { ClaimForm, ClaimLanguage, ClaimRelation } from './claims.js';

type Says = ClaimForm['says'];

function forms(relation: ClaimRelation, says: Says, ...list: string[]): ClaimForm[] {
  return list.map((form) => ({ relation, says, form }));
}

/** Forms that are good enough for a proposal only: who does it is not named. */
function implied(relation: ClaimRelation, says: Says, ...list: string[]): ClaimForm[] {
  return forms(relation, says, ...list).map((form) => ({ ...form, implied: true }));
}

function state(value: string, words: string): ClaimForm {
  return {
    relation: 'status',
    says: 'holds',
    value,
    form: `{S}{A}(?: is| are|'s)${STILL} (?:${words})(?= *(?:[.,;:!—–)-]|$))`,
  };
}

const STILL = '(?: now| still| already| finally| currently| almost surely)*';
const HAS = "(?: has| have|'s|'ve)";
const MANAGER = '(?:line )?(?:manager|boss|supervisor)';
const DONE = 'finished|completed|wrapped up|delivered|shipped|did|implemented';
const CHOSE =
  'chose|picked|selected|opted for|settled on|went (?:with|for)|decided (?:on|for|in favou?r of|to (?:use|go with|adopt|take|pick|choose))';
const OVER = '(?:,? (?:over|instead of|rather than|and not) {THE}{X})?';
const TO = '(?: (?:[\\w-]+ ){0,4}?from {THE}{X})? (?:over )?to {THE}{O}';

/** English, as it is written in notes and chats. */
export const claimsEn: ClaimLanguage = {
  code: 'en',
  unspaced: false,
  cues: '(?:works?|working|worked|employed|engineer|developer|designer|analyst|manager|intern|consultant|joined|started|began|hired|signed|left|leave|quit|resigned|departed|stopped|longer|lives?|living|lived|based|resides?|home|been|after|mov(?:es?|ed|ing)|relocated|migrat(?:es?|ed)|switch(?:es|ed)?|uses?|using|relies|rely|runs?|built|dropp?(?:ed)?|abandoned|chose|chosen|picked|selected|opted|settled|went|decided|leads?|leading|heads?|heading|head|leader|led|headed|responsible|charge|accountable|assigned|given|handed|owns?|owned|maintains?|maintained|handled|finished|completed|wrapped|delivered|shipped|did|done|implemented|recommended|suggested|proposed|wrote|created|designed|invented|founded|written|reports?|boss|supervisor|with|prefers?|favou?rs|replaces?d?|supersede[sd]|old|turned|born|birthday|ends?|finishes|closes|over|end|due|deadline|starts?|begins?|kicks|opens|begin|start|scheduled|planned|set|takes|complete|closed|open|progress|ongoing|way|unfinished|blocked|hold|paused|cancell?ed|is [0-9]+|wife|husband|spouse|partner|married|brothers?|sisters?|siblings?|twin|son|daughter|child|father|mother|parent|cousins?|uncle|aunt|dog|cat|mentor)',
  adverbs:
    '(?:,? (?:now|still|currently|also|already|just|mostly|actually|really|today|nowadays|officially|finally|recently|always|usually|then))*',
  articles: '(?:(?:the|our|an?|this|that) )?',
  hedges:
    '(?:if|whether|unless|suppose|imagine|in case|would|could|should|might|may|perhaps|maybe|probably|possibly|supposedly|thought|believed|assumed|guess|guessed|wish|hope|hopes|doubt|wonder|wondered|wonders|pretend|rumou?rs?|ask|asked|asks|not sure|nobody|no one|no longer true|wrong that|not true|false that)',
  doubts: "(?:but (?:that|this|it) (?:was|is) (?:wrong|not true|false)|isn't it|right\\?|or not|I think not|some ?day)",
  notNames:
    `action actually added admin after again agreed anybody anyone anything april august because decided decision december
developers do done each engineering engineers everybody everyone everything february finally friday he hello here hey hi however i it
january july june just keep let like lots management march marketing may maybe meanwhile monday my never next no nobody none note nothing
november now october often once one other otherwise our people perhaps please probably reason remember sales saturday see september she
since so some somebody someone something somewhere sometimes soon status still such sunday support sure team thanks that the their then
there these they this those though thursday today tomorrow tuesday two use users we wednesday week well what when where which who why
written yes yesterday you your legal finance good recorded noted documented present context consequences try cost both only all code
figure table section chapter user assistant human system owner`.split(/\s+/),
  ambiguousNames:
    `ever grace will bill mark april may june joy hope faith chance chase hunter dash flash star sky river brook lane art
clay gil nat max rex ray jay rose violet lily ivy ash reed sage`.split(/\s+/),
  ourselves: ['we'],
  roles: {
    wife: 'married_to',
    husband: 'married_to',
    spouse: 'married_to',
    partner: 'partner_of',
    married: 'married_to',
    brother: 'sibling_of',
    sister: 'sibling_of',
    siblings: 'sibling_of',
    sibling: 'sibling_of',
    brothers: 'sibling_of',
    sisters: 'sibling_of',
    twin: 'sibling_of',
    son: 'child_of',
    daughter: 'child_of',
    child: 'child_of',
    father: 'parent_of',
    mother: 'parent_of',
    parent: 'parent_of',
    cousin: 'cousin_of',
    cousins: 'cousin_of',
    uncle: 'uncle_of',
    aunt: 'aunt_of',
    dog: 'pet_of',
    cat: 'pet_of',
    mentor: 'mentor_of',
    manager: 'manager_of',
    boss: 'manager_of',
    supervisor: 'manager_of',
  },
  conjunctions: '(?:and|but|so) ',
  anyThings: '(?:team|company|group|rest|project)',
  notThings:
    '(?:^(?:same|other|one|first|next|last|best|only|whole|way|idea|plan|question|move|switch|talk|focus|time|problem)\\b)',
  forms: [
    ...forms(
      'works_at',
      'holds',
      '{S}{A} works? (?:at|for) {THE}{O}',
      `{S}(?:{A} (?:is|are)|'s)${STILL} (?:employed (?:by|at)|working (?:at|for)|with|(?:an? |the )?(?:\\w+ )?(?:engineer|developer|designer|analyst|manager|intern|consultant) at) {THE}{O}`,
      `{S}${HAS}{A} (?:been|worked|been working|been employed) (?:at|for|with|by) {THE}{O}`,
      'after (?:about |over |almost |nearly )?{U} (?:at|with) {THE}{O}, {S}',
    ),
    ...forms('works_at', 'was', '{S} (?:(?:used to|formerly|previously) work(?:ed)?|worked) (?:at|for) {THE}{O}'),
    ...forms(
      'joined',
      'began',
      `{S}{A} (?:${HAS} )?(?:joined|started (?:at|with|work(?:ing)? (?:at|for|on))|began (?:at|work(?:ing)? (?:at|for|on))|was hired by|signed on with) {THE}{O}`,
    ),
    ...forms(
      'left',
      'ended',
      `{S}(?:${HAS})?{A} (?:left|quit|resigned from|departed|stopped working (?:at|for|on)) {THE}{O}`,
      '{S}{A} no longer (?:works?|lives?) (?:at|for|on|in) {THE}{O}',
      '{S}{A} (?:is|are) no longer (?:at|with|on|working (?:at|for|on)|living in) {THE}{O}',
      "{S}{A} (?:does not|doesn't) (?:work|live) (?:at|for|on|in) {THE}{O} any ?more",
    ),
    ...forms(
      'works_on',
      'holds',
      `{S}{A}(?: (?:is|are)|'s)?${STILL} (?:works?|working) on {THE}{O}`,
      `{S}${HAS}{A} (?:been|worked|been working) on {THE}{O}`,
      'after (?:about |over |almost |nearly )?{U} on {THE}{O}, {S}',
    ),
    ...forms('works_on', 'was', '{S} (?:used to work|worked) on {THE}{O}'),
    ...forms(
      'lives_in',
      'holds',
      `{S}{A}(?: (?:is|are)|'s)?${STILL} (?:lives?|living|based|resides?|at home) in {O}`,
      `{S}${HAS}{A} (?:lived|been living|been based|been) in {O}`,
    ),
    ...forms('lives_in', 'was', '{S} (?:used to live|lived) in {O}'),
    ...forms('moved', 'began', `{S}(?:${HAS})?{A} (?:moved|relocated)${TO}`),
    ...forms(
      'switched',
      'began',
      `{S}(?:${HAS})?{A} (?:migrated|switched)${TO}`,
      `(?:the|our) {P}{A} (?:moves?|moved|migrates?|migrated|switches|switched|is moving)${TO}`,
    ),
    ...implied(
      'switched',
      'began',
      `we{A} (?:move|moved|switch|switched|migrate|migrated)(?: (?:the|our|all|over)(?: [\\w\\uE000-\\uEDFF-]+){0,9}?)?${TO}`,
    ),
    ...forms('uses', 'holds', '{S}{A} (?:uses?|relies on|runs on|is using|is built (?:on|with)) {THE}{O}'),
    ...forms('uses', 'ended', `{S}(?:${HAS})?{A} (?:no longer uses?|stopped using|dropped|abandoned) {THE}{O}`),
    ...implied(
      'uses',
      'holds',
      'we{A} (?:use|run|rely on|are using) {THE}{O}',
      'we{A} [\\w]+ [^.;]{1,30} and (?:use|run) {THE}{O}(?: ourselves)?',
    ),
    ...implied('uses', 'ended', 'we{A} (?:leave|left|dropped|drop|stopped using|no longer use) {O}'),
    ...implied(
      'chose',
      'done',
      `we{A} (?:${CHOSE}) {THE}{O}${OVER}`,
      '{O} was (?:chosen|picked|selected) (?:on|in|for|because|over)',
    ),
    ...forms(
      'leads',
      'holds',
      '{S}{A} (?:leads?|heads?|is leading|is heading) {THE}{O}',
      '{S}(?:{A} is| are) (?:now )?(?:the )?(?:(?:project|team|tech(?:nical)?) )?(?:lead|head|leader) (?:of|for|on) {THE}{O}',
      '{O}{A} is (?:now )?(?:led|headed) by {S}',
    ),
    ...forms(
      'responsible_for',
      'holds',
      '{S}{A}(?: is| are) (?:now )?(?:responsible for|in charge of|accountable for) {THE}{T}',
      `{S}${HAS}?{A} (?:was|is|been) assigned (?:to )?{THE}{O}`,
      '{O}{A} (?:is|was|were|has been) (?:now )?(?:assigned|given|handed(?: over)?) to {S}',
    ),
    ...forms('owns', 'holds', '{S}{A} owns? {THE}{T}', '{O}{A} is (?:now )?owned by {S}'),
    ...forms(
      'maintains',
      'holds',
      '{S}{A} maintains? {THE}{T}',
      '{O}{A} is (?:now )?(?:maintained|handled|run) by {S}',
    ),
    ...forms(
      'completed',
      'done',
      `{S}(?:${HAS})?{A} (?:${DONE}) (?:up )?{THE}{O}`,
      `{O}{A} (?:was|were|has been) (?:${DONE}|done|handled) by {S}`,
      `it was {S} who (?:${DONE}) {THE}{O}`,
    ),
    ...forms(
      'chose',
      'done',
      `{S}(?:${HAS})?{A} (?:${CHOSE}) {THE}{O}${OVER}`,
      `it was {S} who (?:${CHOSE}) {THE}{O}`,
      '{O}{A} (?:was|has been) (?:chosen|picked|selected|decided(?: on)?) by {S}',
    ),
    ...forms(
      'recommended',
      'done',
      `{S}(?:${HAS})?{A} (?:recommended|suggested|proposed) {THE}{O}`,
      `it was {S} who (?:recommended|suggested|proposed) {THE}{O}`,
    ),
    ...forms(
      'created',
      'done',
      `{S}(?:${HAS})?{A} (?:wrote|created|built|designed|invented|founded|started the) {THE}{O}`,
      '{O}{A} (?:was|were) (?:written|created|built|designed|invented|founded) by {S}',
    ),
    ...forms(
      'reports_to',
      'holds',
      '{S}{A} reports? to {O}',
      `{S}'s (?:new |current )?${MANAGER} is (?:now )?{O}`,
      `{O} is (?:now )?{S}'s (?:new |current )?${MANAGER}`,
      `{O} is (?:now )?the ${MANAGER} of {S}`,
    ),
    ...forms(
      'role',
      'holds',
      "{S} is {O}'s (?:(?:older|younger|big|little|elder|twin|only|late|second|first) )?{R}",
      "{O}'s (?:(?:older|younger|big|little|elder|twin|only|late|second|first) )?{R} is (?:called |named )?{S}",
      '{S} is the {R} of {O}',
      '{S} is {R} to {O}',
      '{S} and {O} are {R}',
    ),
    ...forms('prefers', 'holds', '{S}{A} (?:prefers?|favou?rs) {THE}{T}(?:,? (?:over|to|instead of|rather than) )?'),
    ...forms('replaces', 'done', '{S}{A} (?:replaces|replaced|supersedes|superseded) {THE}{O}'),
    ...forms(
      'here',
      'holds',
      `{S}${HAS}{A} (?:been|worked|been working) (?:here|with us|at the company)(?: for)? (?:about |over |almost )?{U}`,
    ),
    ...forms(
      'age',
      'holds',
      '{S}(?:{A} is| are) (?:now )?{U} old',
      `{S}(?:${HAS})?{A} turned {N}`,
      '{S}(?:{A} is) {N}(?= *[.,;!]|$)',
    ),
    ...forms('birthday', 'holds', '{S}{A}(?: was| were)? born (?:in|on) {D}', "{S}'s birthday is (?:on )?{D}"),
    ...forms(
      'ends_on',
      'holds',
      '{S}{A} (?:ends?|finishes|closes|is over|will end|runs until) (?:on |by |in )?{D}',
      'the end of {THE}{S} is (?:on )?{D}',
    ),
    ...forms(
      'due',
      'holds',
      "{S}{A}(?: is|'s|'re| are) due (?:on |by |in )?{D}",
      '(?:deadline|due date) (?:for|of) {THE}{S} is (?:on )?{D}',
      "{S}'s (?:deadline|due date) is (?:on )?{D}",
    ),
    ...forms('starts_on', 'holds', '{S}{A} (?:starts?|begins?|kicks off|opens|will (?:start|begin)) (?:on |in )?{D}'),
    ...forms(
      'scheduled_for',
      'holds',
      "{S}{A}(?: is|'s) (?:scheduled|planned|set) for {D}",
      '{S}{A} takes place (?:on |in )?{D}',
    ),
    state('done', 'done|finished|complete|completed|closed|shipped|over'),
    state(
      'open',
      'open|in progress|ongoing|under way|unfinished|not (?:done|finished|complete) yet|not yet (?:done|finished|complete)|not (?:done|finished)',
    ),
    state('blocked', 'blocked|on hold|paused'),
    state('cancelled', 'cancell?ed|abandoned|dropped'),
  ],
};
