import { phrasesOf } from '../text/languages/dialect.js';
import { DIALECTS } from '../text/languages/dialects.js';
import { type Sentence, sentencesOf } from '../text/sentences.js';
import { hasUnspaced } from '../text/unspaced.js';
import type { CodeTable } from './codes.js';
import type { TextPlace } from './compat/compress.js';
import { legendLine, placeLine } from './compress.js';
import type { AaakLine, ClaimLine } from './lines.js';
import { createNameReader } from './names-in-text.js';
import { createSignals } from './signals.js';

/** A sentence that no line stands for, because it has no name, number, date or decision. */
export interface LeftOut {
  /** 1-based line of the text. */
  line: number;
  text: string;
}

export interface Claims {
  lines: AaakLine[];
  sentences: number;
  claims: number;
  left_out: LeftOut[];
}

/** Words that are in capitals or small letters before a name of Chinese: family names that are common. */
const FAMILY_NAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严';

/**
 * Every sentence that has a name, a number, a date or a decision as one line of shorthand: its words in their order, less those that
 * say nothing (`the`, `was`), names as codes. Negation, modality and numbers stay. What it leaves out is listed.
 */
export function preserveClaims(text: string, codes: CodeTable, place: TextPlace = {}): Claims {
  const sentences = sentencesOf(text);
  const isClaim = createClaimTest(codes);
  const shorten = createShortener();
  const signals = createSignals();
  const taken = takenCodes(text, codes);
  const lines: ClaimLine[] = [];
  const left: LeftOut[] = [];
  let line = 1;
  let counted = 0;
  for (const sentence of sentences) {
    for (; counted < sentence.start; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    if (!isClaim(sentence)) {
      left.push({ line, text: sentence.text });
      continue;
    }
    const { short, used } = shorten(sentence.text, codes, taken);
    const flags = signals.flags(sentence.text);
    const claim: ClaimLine = { kind: 'claim', number: lines.length + 1, codes: used, text: short, flags };
    lines.push(claim);
  }
  const used = lines.flatMap((claim) => claim.codes);
  return {
    lines: [...placeLine(place), ...legendLine(used, codes), ...lines],
    sentences: sentences.length,
    claims: lines.length,
    left_out: left,
  };
}

/** The words of a claim with the names in place of their codes. */
export function expandClaim(text: string, nameOf: (code: string) => string | undefined): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => nameOf(word) ?? word);
}

/** Codes that the text itself uses as words: they would be read as the name. */
function takenCodes(text: string, codes: CodeTable): ReadonlySet<string> {
  const known = new Map(codes.entries());
  const taken = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (known.has(word) && known.get(word) !== word) taken.add(word);
  return taken;
}

function createClaimTest(codes: CodeTable): (sentence: Sentence) => boolean {
  const signals = createSignals();
  const namesOf = createNameReader();
  const chineseName = new RegExp(`[${FAMILY_NAMES}][\\p{scx=Han}]{1,2}`, 'u');
  return (sentence) => {
    const { text } = sentence;
    if (/\p{N}/u.test(text) || signals.isDecision(text) || signals.hasNumberWord(text) || signals.hasTime(text))
      return true;
    if (codes.find(text).length > 0 || namesOf(sentence).length > 0) return true;
    return hasUnspaced(text) && (chineseName.test(text) || /[“”「」『』《》A-Za-z]/.test(text));
  };
}

function createShortener(): (
  text: string,
  codes: CodeTable,
  taken: ReadonlySet<string>,
) => { short: string; used: string[] } {
  const spaced = DIALECTS.filter((language) => language.spaced);
  const droppable = new Set(spaced.flatMap((language) => phrasesOf(language.droppable)));
  return (text, codes, taken) => {
    const used: string[] = [];
    const found = codes.find(text).filter(({ code }) => !taken.has(code) && codes.nameOf(code) !== undefined);
    let from = 0;
    let short = '';
    for (const { start, end, code } of found) {
      // The name as it stands, where the code explains another form of it.
      const name = text.slice(start, end);
      if (codes.nameOf(code) !== name) continue;
      short += thin(text.slice(from, start), droppable) + code;
      used.push(code);
      from = end;
    }
    short += thin(text.slice(from), droppable);
    return { short: short.replace(/\s+/gu, ' ').trim(), used: [...new Set(used)] };
  };
}

/** Without the words that say nothing. A word with a capital may be of a name (`The Hague`, `Plan A`), and stays. */
function thin(text: string, droppable: ReadonlySet<string>): string {
  return text.replace(/(?<![\p{L}\p{M}\p{N}_'’-])\p{L}+(?![\p{L}\p{M}\p{N}_'’-])\s*/gu, (match) => {
    return droppable.has(match.trimEnd()) ? '' : match;
  });
}
