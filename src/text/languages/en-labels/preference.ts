import type { LabelRule } from '../label-rules.js';
import { SOMEBODY } from './words.js';

/** What somebody likes, dislikes, usually does, or wants done always or never. */
export const preference: readonly LabelRule[] = [
  ['prefers'],
  ['prefer', new RegExp(String.raw`\b(?:${SOMEBODY}|who|users|clients|people|customers)\b.{0,20}\bprefer\b`)],
  [
    'always never',
    /^(?:(?:please|so|and|but|also|note:|rule:)[, ]+)*(?:always|never) (?!mind\b|again\b|been\b|had\b|before\b|seen\b|heard\b)|\bplease (?:always|never)\b|\byou (?:should|must) (?:always|never)\b/,
  ],
  [
    'always never',
    /\b(?:i|we|she|he|they) (?:nearly |almost )?(?:always|never) (?!\w+ed\b|had\b|saw\b|knew\b|told\b|was\b|were\b|got\b|went\b|thought\b|felt\b|said\b|came\b|did\b|made\b|found\b|heard\b|met\b|ran\b|know\b|understood\b|wrote\b|took\b)/,
  ],
  [
    "don't avoid stop",
    /^(?:please )?(?:(?:do not|don't)(?: ever)? (?:use|add|write|mock|stub|import|touch|change|put|call|commit|push|make|send|include|create|repeat|ask|do|wrap|show|explain|reformat)|avoid|stop) \w+/,
  ],
  [
    'please',
    /\bplease (?:keep|use|avoid|stop|stick to|write|answer|reply|respond|format|do not|don't|be)\b(?!.*\b(?:below|attached|above|following)\b)/,
  ],
  [
    'like love enjoy hate dislike',
    /\bi (?:really |also |still |do |usually )?(?:like|love|enjoy|hate|dislike) (?!you\b|him\b|her\b|them\b|this\b|that\b|it\b(?! when)|the idea\b|my (?:wife|husband|son|daughter|mother|father|family)\b)\w+/,
  ],
  ['like', /\bi (?:don't|do not|never) (?:really |ever )?like (?:it when|when|to|how|\w+)|\bi'd like you to\b/],
  [
    'want',
    /\bi (?:don't|do not|never) want (?:any |the |a )?(?!to\b|you\b)\w+|\bi want (?:short|small|long|plain|simple|clean|only)\b/,
  ],
  ['find', /\bi find \w+(?: \w+){0,3} (?:easier|better|nicer|harder|annoying|ugly|pleasant|more readable)\b/],
  ['fan', /\b(?:a|big|huge|no) fan of\b/],
  [
    'when',
    /^when you (?:write|answer|reply|review|refactor|summari[sz]e|test|commit|name)\b.*, (?:use|keep|write|add|show|start|give|put)\b/,
  ],
  ['please', /(?:^|, )(?:no|only|without|just)\b.*\bplease[.!]?$|\b(?:only|no \w+),? please[.!]?$/],
  [
    'likes hates dislikes loves enjoys',
    /\b(?:he|she|mother|father|wife|husband|boss|client|customer|\w+) (?:really |also )?(?:likes|hates|dislikes|loves|enjoys) (?:to\b|\w+ing\b|his\b|her\b|\w+)(?<! him| her| me| you| us)/,
  ],
  ['rather', /\b(?:i'd|i would|we'd|we would|she'd|he'd) (?:much )?rather\b/],
  [
    'rule convention style preference favourite favorite standard habit policy guideline',
    /\b(?:my|our|her|his|their) (?:\w+ ){0,2}(?:rule|convention|style|preference|favou?rite|standard|habit|policy|guideline)(?: \w+){0,3} (?:is|are)\b/,
  ],
  ['now', /\bfrom now on\b/],
  ['usually', /\b(?:i|we) usually (?!had\b|was\b|were\b|went\b)\w+/],
  ['tend', /\b(?:i|we) (?:usually )?tend (?:not )?to\b/],
  ['stand', /\b(?:can't|cannot|can not) stand (?!up\b)/],
  [
    'keep',
    /^(?:please )?keep (?:your|the|it|answers?|replies|messages?|functions?|files?|comments?)\b.*\b(?:short|brief|small|simple|concise|clean|under|below)\b/,
  ],
];
