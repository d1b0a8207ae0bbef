import { escapePattern } from '../phrases.js';
import type { EntityKind, Signal } from './types.js';
import type { Vocabulary } from './vocabulary.js';

/** Characters of a line that are looked at on each side of a name. */
const REACH = 64;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.+-][\p{L}\p{M}\p{N}]+)*/gu;
const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'our',
  'my',
  'their',
  'his',
  'her',
  'its',
  'new',
  'this',
  'that',
  'both',
  'again',
]);
const OWNERS = new Set(['the', 'a', 'an', 'our', 'my', 'their', 'his', 'her', 'its']);
const ADVERBS = new Set(
  'also then just never already finally later once had has would was is who always often still now and'.split(' '),
);
/** What only a person has ("Nadia's birthday"). */
const BELONGINGS = new Set(
  `son daughter wife husband brother sister mother father mom mum dad birthday house flat email phone desk opinion idea question voice
name review comment story notes note daily decision job manager boss team`.split(/\s+/),
);
/** Behind a name that stands for something near it: "the Crestmoor cluster". */
const NEARBY = new Set('people folk tribe cluster meetup region area district office campus'.split(' '));
const CODE =
  /^(?:\.(?:py|js|ts|tsx|ya?ml|json|sh|rs|go|rb)\b|-(?:core|local|api|cli|server|client|app|ui|web|lib|sdk)\b)/iu;

/** Reads what the words around a name say about it. */
export interface Surroundings {
  /** `before` and `after`: the rest of the line on both sides of the name. */
  read(before: string, after: string): Signal[];
  /** True where an ambiguous name ("Will", "Grace") is only a word, by the contexts of the language packs. */
  isWord(name: string, around: string): boolean;
}

export function createSurroundings(vocabulary: Vocabulary): Surroundings {
  const contexts = vocabulary.languages.flatMap((language) => language.wordContexts);
  const patterns = new Map<string, RegExp[]>();
  return {
    read(before, after) {
      const left = sideOf(before.slice(-REACH), 'left');
      const right = sideOf(after.slice(0, REACH), 'right');
      const found: Signal[] = [];
      const say = (kind: EntityKind, signal: string, points: number, holds: boolean): void => {
        if (holds && !found.some((one) => one.kind === kind && one.signal === signal))
          found.push({ signal, kind, points });
      };
      person(say, left, right, before, vocabulary);
      thing(say, left, right, vocabulary);
      return found;
    },
    isWord(name, around) {
      const known =
        patterns.get(name) ??
        contexts.map((context) => new RegExp(context.replaceAll('{N}', escapePattern(name)), 'iu'));
      patterns.set(name, known);
      return known.some((pattern) => pattern.test(around));
    },
  };
}

/** One side of a name: the text, its words in lower case, the nearest mark between the name and them. */
interface Side {
  text: string;
  words: readonly string[];
  gap: string;
}

function sideOf(text: string, side: 'left' | 'right'): Side {
  // What is said in another sentence is not said of this name.
  const near = side === 'left' ? (text.split(/(?<=[.!?。！？])\s+(?=\S)/u).at(-1) ?? '') : text;
  const words = (near.toLowerCase().match(WORD) ?? []).filter((word) => !/\p{Script=Han}/u.test(word));
  const gap =
    side === 'left' ? (/[^\p{L}\p{M}\p{N}]*$/u.exec(near)?.[0] ?? '') : (/^[^\p{L}\p{M}\p{N}]*/u.exec(near)?.[0] ?? '');
  return { text: near, words: side === 'left' ? words.slice(-6) : words.slice(0, 6), gap };
}

type Say = (kind: EntityKind, signal: string, points: number, holds: boolean) => void;

function person(say: Say, left: Side, right: Side, before: string, vocabulary: Vocabulary): void {
  const { endsWith, startsWith, endsIn, startOf } = vocabulary;
  const opens = /^\s*(?:[>#-]\s*)*(?:\*\*)?\[?$/u.test(before);
  say(
    'person',
    'speaks',
    3,
    opens && (/^(?:\*\*)?\]?(?:\*\*)?\s?[:：](?!\/\/|\d)/u.test(right.text) || before.endsWith('[')),
  );
  const close = /^(?:["”)]?\s+|\s*$)/u.test(right.gap) && !/[.;:。；：\n]/u.test(right.gap);
  const doing = close ? withoutAdverbs(right.words) : [];
  const hanRight = right.text.trimStart();
  const says = startsWith('sayings', doing) || startOf('sayings', hanRight) !== undefined;
  const acts = !says && (startsWith('deeds', doing) || startOf('deeds', hanRight) !== undefined);
  say('person', 'says', 3, says);
  say('person', 'acts', 2, acts);
  say(
    'person',
    'does',
    2,
    !says &&
      !acts &&
      doing.length > 0 &&
      right.gap === ' ' &&
      /^(?!(?:no|some|any|every)thing|during)\p{Ll}{3,}(?:ed|ing)$/u.test(doing[0] ?? ''),
  );
  const hanLeft = left.text.trimEnd();
  say(
    'person',
    'greeted',
    4,
    (/^[,!]?\s*$/u.test(left.gap) && endsWith('greetings', left.words)) || endsIn('greetings', hanLeft),
  );
  const joined = /^\.?,?\s*$/u.test(left.gap);
  say('person', 'title', 4, joined && endsWith('titles', left.words));
  say(
    'person',
    'role',
    3,
    (joined && (endsWith('roles', left.words) || isOffice(left, vocabulary))) || isRoleBehind(right, vocabulary),
  );
  const bare = left.gap.trim() === '' ? withoutArticles(left.words, new Set(['both', 'again'])) : [];
  say('person', 'in company', 2, endsWith('company', bare) || endsIn('company', hanLeft));
  say(
    'person',
    'has',
    3,
    /^['’]s /u.test(right.text) && BELONGINGS.has(right.words.find((word) => word !== 's') ?? ''),
  );
  const article = left.gap.trim() === '' && ['the', 'this', 'a', 'an', 'these'].includes(left.words.at(-1) ?? '');
  say('person', 'with an article', -4, article);
  say('person', 'names something else', -3, right.gap === ' ' && NEARBY.has(right.words[0] ?? ''));
  say('place', 'with an article', -1, article);
}

function thing(say: Say, left: Side, right: Side, vocabulary: Vocabulary): void {
  const { endsWith, startsWith, endsIn, startOf } = vocabulary;
  const hanLeft = left.text.trimEnd();
  const hanRight = right.text.trimStart();
  const plain = /^\s*["“'‘`*_]*$/u.test(left.gap);
  const bare = plain ? withoutArticles(left.words, ARTICLES) : [];
  const follows = /^["”'’`*_]*\s$/u.test(right.gap);
  say('project', 'is made', 3, endsWith('making', bare) || endsIn('making', hanLeft));
  const called = follows && startsWith('projectNouns', right.words);
  const named = plain && ['project', 'repo', 'codebase', 'codenamed'].includes(left.words.at(-1) ?? '');
  say(
    'project',
    'called a project',
    4,
    called || named || startOf('projectNouns', hanRight) !== undefined || /项目[「《“"]?$/u.test(hanLeft),
  );
  say('project', 'has a version', 3, /^(?:\s+v|-v?)\d/iu.test(right.text));
  say('project', 'is code', 3, CODE.test(right.text));
  say('tool', 'is used', 2, endsWith('using', bare) || endsIn('using', hanLeft));
  say(
    'tool',
    'called a tool',
    2,
    (follows && startsWith('toolNouns', right.words)) || startOf('toolNouns', hanRight) !== undefined,
  );
  const where = plain ? withoutArticles(left.words, new Set(['the'])) : [];
  say('place', 'where', 1, endsWith('placeWords', where) || endsIn('placeWords', hanLeft));
  say('place', 'called a place', 3, follows && startsWith('placeNouns', right.words));
}

function withoutAdverbs(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !ADVERBS.has(word) && !/^\p{Ll}{2,}ly$/u.test(word));
  // "Nadia is coming" is a phrase of the list: the words that may be skipped are kept where it begins with them.
  return at <= 0 || words[0] === 'is' || words[0] === 'was' ? words : words.slice(at);
}

function withoutArticles(words: readonly string[], articles: ReadonlySet<string>): readonly string[] {
  let end = words.length;
  while (end > 0 && articles.has(words[end - 1] ?? '')) end--;
  return words.slice(0, end);
}

/** "director of operations, Karis Tornau" */
function isOffice({ words }: Side, vocabulary: Vocabulary): boolean {
  const at = Math.max(words.lastIndexOf('of'), words.lastIndexOf('for'));
  return at > 0 && words.length - at <= 3 && vocabulary.endsWith('roles', words.slice(0, at));
}

/** ", our new accountant", "(the CFO)", ", who", "from the runtime team" */
function isRoleBehind({ text, words }: Side, vocabulary: Vocabulary): boolean {
  if (/^,\s*(?:who|whose)\b/u.test(text)) return true;
  if (/^,?\s*from (?:the )?(?:[\p{L}-]+ ){1,3}(?:team|department|office|group)\b/u.test(text)) return true;
  if (!/^(?:,\s*|\s+[—–-]\s+|\s+\(|\s+(?:is|was)\s+)/u.test(text)) return false;
  const own = words[0] === 'is' || words[0] === 'was' ? words.slice(1) : words;
  if (!OWNERS.has(own[0] ?? '') && !/^\s+\(/u.test(text)) return false;
  const from = OWNERS.has(own[0] ?? '') ? 1 : 0;
  return [0, 1, 2, 3].some((skip) => vocabulary.startsWith('roles', own.slice(from + skip, from + skip + 2)));
}
