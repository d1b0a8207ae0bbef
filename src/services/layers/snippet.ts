import { createSignals, type Signals } from '../../aaak/signals.js';
import { parseDrawer } from '../../palace/codec.js';
import { parseTranscript } from '../../palace/transcript.js';
import { quotedLine } from '../../text/fenced.js';
import { sentencesOf } from '../../text/sentences.js';

/** Bytes of a drawer that are looked at for its most telling words. */
const LOOKED_AT = 64 * 1024;

/** The words of a drawer's file: of a conversation what was said, without header lines. Of a long one the beginning. */
export function wordsOfFile(bytes: Buffer): string {
  const { front, body } = parseDrawer(bytes);
  const head = body.subarray(0, LOOKED_AT);
  if (front.body !== 'transcript/1') return head.toString('utf8');
  return parseTranscript(head)
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)
    .join('\n\n');
}

/** Picks the words that stand for a memory in a list. */
export interface SnippetPicker {
  /**
   * @param longest characters.
   * @param wanted words of the sentence that is wanted, where there are such.
   */
  pick(words: string, longest: number, wanted?: (sentence: string) => boolean): string;
}

/** Made once for many memories: its word lists are compiled. */
export function createSnippetPicker(signals: Signals = createSignals()): SnippetPicker {
  return {
    pick(words, longest, wanted) {
      const plain = words.replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+/gmu, '');
      if (Array.from(plain.trim()).length <= longest) return quotedLine(plain, longest);
      const sentences = sentencesOf(plain).map(({ text }) => text);
      let best = 0;
      let most = Number.NEGATIVE_INFINITY;
      sentences.forEach((sentence, at) => {
        const score = (wanted?.(sentence) === true ? 100 : 0) + rank(sentence, signals) - Math.min(at, 20) / 10;
        if (score > most) [best, most] = [at, score];
      });
      // As many of the following sentences as there is room for.
      let text = sentences[best] ?? plain;
      for (const next of sentences.slice(best + 1)) {
        if (text.length + 1 + next.length > longest) break;
        text += ` ${next}`;
      }
      return quotedLine(text, longest);
    },
  };
}

function rank(sentence: string, signals: Signals): number {
  const length = sentence.length;
  const flags = signals.flags(sentence);
  return (
    2 * signals.weight(sentence) +
    (flags.includes('DECISION') ? 3 : 0) +
    (flags.includes('CORE') ? 1 : 0) +
    (/\p{N}/u.test(sentence) ? 0.5 : 0) -
    (length < 20 ? 2 : 0) -
    (length > 200 ? 1 : 0)
  );
}
