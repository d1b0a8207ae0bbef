import { quotedLine } from '../fenced.js';
import { STOP_WORDS } from '../languages/all.js';
import type { Mention, Signal } from './types.js';
import type { Vocabulary } from './vocabulary.js';

/** Where a person's name without capitals can begin and end, beside the words that go before and after names. */
const BEFORE = '^|[，。；：、！？（(“"「\\s>\\[—·…]|的|了';
const AFTER = '$|[，。；：、！？）)”"」\\s\\]—…]|的|了';

/** Finds names in Chinese text: of people by family names and what stands around them, of projects by what they are called. */
export function createUnspacedReader(vocabulary: Vocabulary): (paragraphs: readonly string[]) => Mention[] {
  const people = createPersonReader(vocabulary);
  const things = createThingReader(vocabulary);
  return (paragraphs) =>
    paragraphs.flatMap((line) => (/\p{Script=Han}/u.test(line) ? [...people(line), ...things(line)] : []));
}

/** What stands around a name, by the lists of the language packs. */
interface Around {
  /** A mark, the begin of the line, a particle. */
  isOpen(left: string): boolean;
  /** Words that lead to a name ("谢谢", "和", "同事"). */
  isLed(left: string): boolean;
  fits(rest: string): boolean;
  isDeed(rest: string): boolean;
}

function aroundOf({ endsIn, startOf }: Vocabulary): Around {
  const open = new RegExp(`(?:${BEFORE})$`, 'u');
  const ends = new RegExp(`^(?:${AFTER})`, 'u');
  const isDeed = (rest: string): boolean => (startOf('sayings', rest) ?? startOf('deeds', rest)) !== undefined;
  return {
    isOpen: (left) => open.test(left),
    isLed: (left) => endsIn('company', left) || endsIn('greetings', left) || endsIn('roles', left),
    isDeed,
    fits: (rest) => ends.test(rest) || isDeed(rest),
  };
}

function createPersonReader(vocabulary: Vocabulary): (line: string) => Mention[] {
  const around = aroundOf(vocabulary);
  const families = [...vocabulary.words('familyNames')].sort((a, b) => b.length - a.length);
  const firsts = new Set(families.map((name) => name.charAt(0)));
  const prefixes = vocabulary.words('nicknamePrefixes');
  const ambiguous = vocabulary.words('ambiguous');
  return (line) => {
    const starts = wordStarts(line);
    const mentions: Mention[] = [];
    for (let at = 0; at < line.length; at++) {
      const letter = line.charAt(at);
      if (!firsts.has(letter) && !prefixes.has(letter)) continue;
      const family = families.find((name) => line.startsWith(name, at));
      const left = line.slice(Math.max(0, at - 8), at);
      const isFree = around.isOpen(left) || around.isLed(left);
      if (!isFree && !starts.has(at)) continue;
      const found = nameAt(line, at, family, prefixes.has(letter), vocabulary, around);
      if (found === undefined) continue;
      const rest = line.slice(at + found.name.length);
      const signals = [
        ...found.own,
        ...signalsAt(line.slice(0, at), rest, family !== undefined && found.own.length === 0, vocabulary),
      ];
      const points = signals.reduce((sum, signal) => sum + signal.points, 0);
      // A word like "方案" is a name only where a title makes it one, a name that is also a word where something says so.
      const isCommon = vocabulary.startOf('notNames', line.slice(at)) !== undefined;
      if (isCommon && found.own.length === 0 && (!ambiguous.has(found.name) || points < 2)) continue;
      if (points === 0 || (!isFree && points < 3 && !starts.has(at))) continue;
      mentions.push({ name: found.name, initial: false, signals, quote: quoteAt(line, at, found.name) });
      at += found.name.length - 1;
    }
    return mentions;
  };
}

function signalsAt(left: string, rest: string, isFull: boolean, { endsIn, startOf, words }: Vocabulary): Signal[] {
  const signals: Signal[] = [];
  const say = (signal: string, points: number): void => void signals.push({ signal, kind: 'person', points });
  if (/^[:：]/u.test(rest) && /^[\s>[]*$/u.test(left)) say('speaks', 3);
  if (startOf('sayings', rest) !== undefined) say('says', 3);
  else if (startOf('deeds', rest) !== undefined) say('acts', 2);
  if (endsIn('greetings', left.replace(/[，,！]$/u, ''))) say('greeted', 4);
  else if (endsIn('roles', left)) say('role', 3);
  else if (endsIn('company', left)) say('in company', 2);
  const near = /^[^。！？]{0,40}[。！？]?[^。！？]{0,6}/u.exec(rest)?.[0] ?? '';
  // A family name and a given one, where something is done or said: that is how a person is named.
  if (signals.length > 0 && isFull) say('full name', 1);
  if (signals.length > 0 && [...words('pronouns')].some((word) => near.includes(word))) say('pronoun', 1);
  return signals;
}

/** The name that begins at a place: with a title ("孙老师"), else two characters after the family name, else one. */
function nameAt(
  line: string,
  at: number,
  family: string | undefined,
  isPrefix: boolean,
  { startOf }: Vocabulary,
  { fits, isDeed }: Around,
): { name: string; own: Signal[] } | undefined {
  const titled = (name: string): string | undefined => {
    const behind = line.slice(at + name.length);
    const title = startOf('titles', behind);
    return title !== undefined && fits(behind.slice(title.length)) ? title : undefined;
  };
  const own: Signal[] = [{ signal: 'title', kind: 'person', points: 4 }];
  if (family !== undefined) {
    const title = titled(family);
    if (title !== undefined) return { name: `${family}${title}`, own };
    const rest = line.slice(at + family.length);
    const given = /^\p{Script=Han}{1,2}/u.exec(rest)?.[0] ?? '';
    // "李明|说": what is said or done ends the name before a longer name can swallow it.
    const lengths = given.length < 2 ? [given.length] : isDeed(rest.slice(1)) ? [1, 2] : [2, 1];
    for (const length of lengths.filter((one) => one > 0)) {
      const name = `${family}${given.slice(0, length)}`;
      if (titled(name) !== undefined) return { name, own };
      if (fits(line.slice(at + name.length))) return { name, own: [] };
    }
  }
  const name = line.slice(at, at + 2);
  return isPrefix && /^\p{Script=Han}{2}$/u.test(name) && fits(line.slice(at + 2)) ? { name, own: [] } : undefined;
}

/** Offsets at which a word of the segmenter begins. */
function wordStarts(line: string): ReadonlySet<number> {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  return new Set(Array.from(segmenter.segment(line), ({ index }) => index));
}

/** Words that are called project or system without being a name. */
const GENERIC = new Set(
  '这个 那个 新 整个 操作 文件 我们 一个 每个 其他 所有 大 小 老 旧 本 该 开源 管理 两个 几个 什么 哪个 下 上 此 各个 同一个 原 现有 数据 业务 内部 外部 第三方 云 公共 服务 计算机 信息 网络 软件 工作 个人 自己'.split(
    ' ',
  ),
);

function createThingReader(vocabulary: Vocabulary): (line: string) => Mention[] {
  const { startOf, endsIn } = vocabulary;
  const quoted = /[「《“"]([^「」《》“”"，。！？\s]{2,12})[」》”"]/gu;
  const called = anyOf(vocabulary.words('projectNouns'));
  const firms = anyOf(vocabulary.words('organizationNouns'));
  const places = anyOf(vocabulary.words('places'));
  return (line) => {
    const mentions: Mention[] = [];
    const push = (name: string, at: number, signal: Signal): void => {
      mentions.push({ name, initial: false, signals: [signal], quote: quoteAt(line, at, name) });
    };
    for (const { index, 0: whole, 1: name = '' } of line.matchAll(quoted)) {
      const isMade = endsIn('making', line.slice(0, index).replace(/[了完的]$/u, ''));
      const isCalled = startOf('projectNouns', line.slice(index + whole.length)) !== undefined;
      if (/\p{Script=Han}/u.test(name) && (isMade || isCalled))
        push(name, index + 1, { signal: 'called a project', kind: 'project', points: 4 });
    }
    const segments = segmentsOf(line);
    for (const { index, 0: noun } of line.matchAll(called)) {
      const name = nameBefore(segments, index, vocabulary);
      const points = noun === '项目' ? 4 : 3;
      if (name !== '' && !GENERIC.has(name))
        push(name, index - name.length, { signal: 'called a project', kind: 'project', points });
    }
    for (const { index, 0: noun } of line.matchAll(firms)) {
      const name = nameBefore(segments, index, vocabulary);
      if (name.length > 1)
        push(`${name}${noun}`, index - name.length, { signal: 'named so', kind: 'organization', points: 5 });
    }
    for (const { index, 0: name } of line.matchAll(places))
      push(name, index, { signal: 'known place', kind: 'place', points: 5 });
    return mentions;
  };
}

/** Any of the Chinese words, the longest first. */
function anyOf(words: ReadonlySet<string>): RegExp {
  const han = [...words].filter((word) => /^\p{Script=Han}+$/u.test(word)).sort((a, b) => b.length - a.length);
  return new RegExp(han.length === 0 ? '(?!)' : han.join('|'), 'gu');
}

interface Piece {
  start: number;
  end: number;
  text: string;
}

function segmentsOf(line: string): Piece[] {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  return Array.from(segmenter.segment(line), ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    text: segment,
  }));
}

/** The words right before a place that make a name: at most six characters, up to a verb, a particle or a mark. */
function nameBefore(segments: readonly Piece[], at: number, vocabulary: Vocabulary): string {
  let name = '';
  for (const { end, text } of segments.filter((piece) => piece.end <= at).reverse()) {
    if (end + name.length !== at || !/^\p{Script=Han}+$/u.test(text) || name.length + text.length > 6) break;
    if (isStop(text, vocabulary)) break;
    name = `${text}${name}`;
  }
  return [...name].length > 1 ? name : '';
}

const STOPS = ['making', 'deeds', 'sayings', 'company', 'using', 'placeWords', 'greetings'] as const;

function isStop(word: string, vocabulary: Vocabulary): boolean {
  return STOPS.some((list) => vocabulary.words(list).has(word)) || STOP_WORDS.has(word);
}

function quoteAt(line: string, at: number, name: string): string {
  return quotedLine(line.slice(Math.max(0, at - 12), at + name.length + 24), 80);
}
