import type { LiveIndex } from '../index/live.js';
import type { KeywordQuery, Passage, PassageHit } from '../index/types.js';
import { foldAccents } from '../text/fold.js';
import type { SearchPolicy } from './policy.js';
import { type RankedDrawer, raised } from './rank.js';

/**
 * Raises drawers whose text holds the quoted phrases, and shows the passage that holds most of them. A signal, not a gate: a
 * drawer without them only stays where it was. Looks at the best `phrasePool` drawers; of each only at passages that `accepts` lets pass.
 */
export async function raiseByPhrases(
  drawers: readonly RankedDrawer[],
  phrases: readonly string[],
  index: LiveIndex,
  policy: SearchPolicy,
  accepts?: KeywordQuery['accepts'],
): Promise<RankedDrawer[]> {
  const wanted = phrases.map(normal);
  const raise = new Map<string, number>();
  const shown = new Map<string, RankedDrawer>();
  for (const drawer of drawers.slice(0, policy.phrasePool)) {
    const all = await index.passagesOf(drawer.row);
    const shows = (passage: Passage): boolean =>
      accepts?.(drawer.row, { ...passage, labels: index.marksOf(drawer.row, passage.ordinal) }) ?? true;
    const passages = all.filter(shows);
    const [first] = passages;
    if (first === undefined) continue;
    const whole = normal(passages.map((passage) => passage.text).join(''));
    const held = wanted.filter((phrase) => whole.includes(phrase)).length;
    if (held === 0) continue;
    raise.set(drawer.row.path, (policy.phrase * held) / wanted.length);
    const count = (text: string): number => wanted.filter((phrase) => normal(text).includes(phrase)).length;
    const best = passages.reduce((a, b) => (count(b.text) > count(a.text) ? b : a), first);
    if (count(best.text) > count(all[drawer.best.ordinal]?.text ?? ''))
      shown.set(drawer.row.path, { ...drawer, best: withPlace(drawer.best, best) });
  }
  return raised(
    drawers.map((drawer) => shown.get(drawer.row.path) ?? drawer),
    'phrase',
    raise,
  );
}

/** The hit with another passage of its drawer; what meaning found stands in the one before. */
function withPlace({ focus: _, ...hit }: PassageHit, { ordinal, firstLine, lastLine, time }: Passage): PassageHit {
  return { ...hit, ordinal, firstLine, lastLine, ...(time === undefined ? {} : { time }) };
}

/** Case, accents and line breaks do not matter within a phrase. */
function normal(text: string): string {
  return foldAccents(text).toLowerCase().replace(/\s+/g, ' ');
}
