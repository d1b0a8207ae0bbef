import type { LabelRule } from '../label-rules.js';

/** Feelings that a person has; a thing can be none of them. */
const FELT =
  'proud happy sad scared afraid angry furious worried lonely grateful thankful excited thrilled nervous anxious ashamed guilty relieved heartbroken devastated exhausted desperate hopeless jealous embarrassed overwhelmed disappointed frustrated depressed delighted homesick miserable terrified upset touched hurt';
const FELT_WORDS = FELT.replaceAll(' ', '|');

/** What somebody feels. */
export const emotion: readonly LabelRule[] = [
  [
    'feel feels feeling felt',
    new RegExp(
      String.raw`\b(?:feel|feels|feeling|felt)\b.{0,30}\b(?:${FELT_WORDS}|terrible|awful|wonderful|ashamed|alone|lost|empty|loved|safe|better|worse|bad|joy|love|numb|tired|small|sorry|stupid|useless|trapped|betrayed|lucky)\b`,
    ),
  ],
  [
    FELT,
    new RegExp(
      String.raw`\b(?:i|we|she|he|they|you|mother|father|mom|mum|dad|everyone|everybody|wife|husband|son|daughter|sister|brother|kids|children)(?:'m|'re|'s|'ve been| am| are| is| was| were|'ve| have been| has been| had been| got| became)\b(?! not| easily).{0,25}\b(?:${FELT_WORDS})\b(?! path| to announce| to help| to say| to share| with (?:that|this) approach)|^(?:so|very|really|honestly|still|too) (?:${FELT_WORDS})\b`,
    ),
  ],
  [
    'made makes',
    new RegExp(
      String.raw`\b(?:made|makes|making) (?:me|us|her|him|them) (?:so |feel |very |really )*(?:${FELT_WORDS}|cry|laugh|smile)\b`,
    ),
  ],
  [
    'love loved',
    /\bi (?:really |still |so )?(?:love|loved) (?:you|him|her|them|this (?:team|place|family|city)|my|our)\b|\blove of my life\b/,
  ],
  [
    'miss missed',
    /\b(?:i|we) (?:really |still |so )?miss(?:ed)? (?:you|him|her|them|my|our|the|home|those|that|being)\b(?! (?:deadline|train|bus|flight|point|meeting|call))/,
  ],
  [
    'sorry',
    /\b(?:i'm|i am|we're|we are|was|so|really|truly|deeply) (?:\w+ )?sorry\b(?! for (?:the delay|any|the confusion|the inconvenience)|,? but|, (?:i|we|there|that|this|you)\b)/,
  ],
  ['cry cried crying tears', /\b(?:i|we|she|he|they|me|her|him|was|were|in)\b.*\b(?:cry|cried|crying|tears)\b/],
  ['told', /\bnever told (?:anyone|anybody|a soul)\b/],
  ['nobody', /\bnobody knows\b(?! (?:how|what|why|when) (?:to|the))/],
  ['wish', /\b(?:i|we) (?:so |really |just )?wish (?:i|he|she|they|you|we|my|things)\b/],
  [
    'wonderful beautiful amazing',
    /\b(?:wonderful|beautiful|amazing) (?:day|evening|night|time|moment|feeling|people|team|friends?|family|memory|memories|weekend|wedding|person)\b/,
  ],
  ['moon', /\bover the moon\b/],
  ['world lot', /\bmeans? (?:the world|so much|a lot) to me\b/],
  ['tired sick fed', /\b(?:so|really|just|i'm|am|sick and) (?:tired|sick) of\b|\bfed up\b/],
  ['glad', /\b(?:i'm|i am|we're|we are|so|was|were) glad\b(?! to (?:help|hear|assist))/],
  ['smiling laughing shaking', /\b(?:can't|couldn't|could not) stop (?:smiling|laughing|crying|shaking)\b/],
  ['myself', /\b(?:hate|blame|forgive|proud of|ashamed of) myself\b/],
  ['hurts hurt', /\b(?:it|that|this) (?:really |still )?hurts?\b/],
  [
    'heart',
    /\b(?:broke|breaks|warms|warmed) (?:my|her|his|our) heart\b|\b(?:with all my|my) heart (?:is (?:heavy|full|broken)|was (?:heavy|full|racing)|aches|sank)\b/,
  ],
  ['joy hope grief fear', /\b(?:so much|full of|such|with|my|her|his|our) (?:joy|grief|fear)\b/],
];
