import { hallBits, PASSAGE_HALLS, type PassageHall } from './hall-names.js';
import { LABELS, type Label, labelBits } from './label-names.js';
import { enHalls } from './languages/en-halls.js';
import { enLabels } from './languages/en-labels.js';
import { zhHalls } from './languages/zh-halls.js';
import { zhLabels } from './languages/zh-labels.js';

/** A rule with the bit of its label or hall. */
interface Rule {
  bit: number;
  asked: boolean;
  /** What the sentence must look like besides holding the word; none when the word says it. */
  shape?: RegExp;
}

/** Sentences longer than this are data or logs, and no rule was written for them. */
const LONGEST = 600;
const SENTENCE_END = /(?<=[.!?…])\s+|(?<=[。！？])|[\r\n]+/u;
/** What begins a line without being said: quote marks, bullets, heading marks. */
const MARKS = /^(?:[\s>*+#-]|\d{1,3}[.)]\s)+/;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
const WORD = /[a-z]+(?:'[a-z]+)*/g;
const HAN = /\p{Script=Han}/u;
/** What begins or ends a line of code, a prompt, a row of a table. */
const CODE =
  /^\s*(?:[$%#] \S|>>> |\.{3} |\||[{}()[\];]|(?:import|from|export|const|let|var|def|class|return|if|for|while|function|public|private|async|await|fn|func|package|use|#include)\b.*[;{}():=]|at \S+ ?\()|[;{}]\s*$|^\s*[\w.$[\]]+\s*(?:=|:=|\+=)\s*\S/;

/** Reads what texts are about. Make one and ask it often: to compile the rules takes milliseconds. */
export class Labeller {
  private readonly byWord = new Map<string, Rule[]>();
  private readonly unspaced: { bit: number; asked: boolean; shape: RegExp }[];

  constructor() {
    for (const [label, rules] of entriesOf(enLabels))
      for (const [words, shape] of rules) {
        const rule: Rule = { bit: bitOf(label), asked: isAsked(label), ...(shape && { shape }) };
        this.add(words, rule);
      }
    for (const hall of PASSAGE_HALLS)
      for (const [words, shape, asked] of enHalls[hall])
        this.add(words, { bit: hallBits([hall]), asked: asked !== undefined, ...(shape && { shape }) });
    this.unspaced = [
      ...entriesOf(zhLabels).map(([label, shape]) => ({ bit: bitOf(label), asked: isAsked(label), shape })),
      ...PASSAGE_HALLS.map((hall) => ({ bit: hallBits([hall]), asked: false, shape: zhHalls[hall] })),
    ];
  }

  private add(words: string, rule: Rule): void {
    for (const word of words.split(' ')) {
      const known = this.byWord.get(word);
      if (known === undefined) this.byWord.set(word, [rule]);
      else known.push(rule);
    }
  }

  /** Labels and halls of a text, as the bits of `labelBits` and `hallBits`. Sentence by sentence; fenced code and lines of code do not count. */
  bits(text: string): number {
    let bits = 0;
    for (const sentence of proseOf(text).split(SENTENCE_END)) {
      if (sentence.length < 3 || sentence.length > LONGEST) continue;
      bits |= this.ofSentence(sentence);
      if (bits === ALL) break;
    }
    return bits;
  }

  private ofSentence(sentence: string): number {
    const lower = sentence.replace(MARKS, '').trim().toLowerCase().replaceAll('’', "'").replaceAll('**', '');
    const isQuestion = /[?？]["'”’)）]*$/.test(lower);
    let bits = 0;
    for (const [word] of lower.matchAll(WORD))
      for (const { bit, asked, shape } of this.byWord.get(word) ?? NONE)
        if ((bits & bit) === 0 && (asked || !isQuestion) && (shape?.test(lower) ?? true)) bits |= bit;
    if (HAN.test(lower))
      for (const { bit, asked, shape } of this.unspaced)
        if ((bits & bit) === 0 && (asked || !isQuestion) && shape.test(lower)) bits |= bit;
    return (bits & ALL_LABELS) | hallOf(bits);
  }
}

/**
 * The one hall of a sentence, from the first of these that speaks (docs/graph.md): what was understood, what is recommended, what
 * somebody likes; a decision, before the day on which it fell; what happened; what is so; what was reached.
 */
function hallOf(bits: number): number {
  for (const [evidence, hall] of PRECEDENCE) if ((bits & evidence) !== 0) return hall;
  return 0;
}

const PRECEDENCE: readonly (readonly [evidence: number, hall: number])[] = (
  [
    ['discoveries', []],
    ['advice', []],
    ['preferences', ['preference']],
    [undefined, ['decision'], 'facts'],
    ['events', []],
    ['facts', []],
    [undefined, ['milestone'], 'events'],
  ] satisfies [PassageHall | undefined, Label[], PassageHall?][]
).map(([rules, labels, hall = rules]) => [
  (rules === undefined ? 0 : hallBits([rules])) | labelBits(labels),
  hall === undefined ? 0 : hallBits([hall]),
]);

const NONE: readonly Rule[] = [];
const ALL_LABELS = labelBits(LABELS);
const ALL = ALL_LABELS | hallBits(PASSAGE_HALLS);

/** Who asks has decided nothing yet and reached nothing; a problem or a feeling may well be told in a question. */
function isAsked(label: Label): boolean {
  return label === 'problem' || label === 'emotion';
}

function bitOf(label: Label): number {
  return 1 << LABELS.indexOf(label);
}

function entriesOf<T>(record: Readonly<Record<Label, T>>): [Label, T][] {
  return LABELS.map((label) => [label, record[label]]);
}

/** What was said, without code. */
function proseOf(text: string): string {
  let fenced = false;
  const prose: string[] = [];
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced && !isCode(line)) prose.push(line);
  }
  // A sentence may run over the lines of a wrapped paragraph.
  return prose.join('\n').replace(/([a-z,])\n(?=[a-z])/g, '$1 ');
}

/** Fewer letters than this share of a longer line: a table, a path, numbers. */
const LEAST_LETTERS = 0.4;

function isCode(line: string): boolean {
  if (CODE.test(line)) return true;
  const trimmed = line.trim();
  if (trimmed.length <= 10) return false;
  let letters = 0;
  for (let at = 0; at < trimmed.length; at++) {
    const unit = trimmed.charCodeAt(at);
    if ((unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit >= 0xc0) letters += 1;
  }
  return letters < trimmed.length * LEAST_LETTERS;
}
