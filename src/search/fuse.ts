import type { PassageHit } from '../index/types.js';
import type { UnitHit } from '../index/vectors/meaning.js';
import type { UnitSize } from '../text/units.js';
import type { SearchPolicy } from './policy.js';
import { inOrder, type RankedDrawer } from './rank.js';

/** Best drawers whose sentences say how near the others usually are. */
const USUAL = 300;

/** What the vectors know of one drawer. */
export interface NearDrawer {
  best: UnitHit;
  /** Cosine of the best unit of each size; absent when none was near enough to be a candidate. */
  nearest: Partial<Record<UnitSize, number>>;
  /** The same, raised by the other units. */
  scores: Partial<Record<UnitSize, number>>;
}

/** Units of a drawer that count besides the best. */
const MOST_OTHERS = 4;

/** Units by drawer (path): the best of each size, and a little of what else is near. */
export function nearDrawers(units: readonly UnitHit[], { unitSpread, decay }: SearchPolicy): Map<string, NearDrawer> {
  const groups = new Map<string, Record<UnitSize, UnitHit[]>>();
  for (const unit of units) {
    const { path } = unit.row;
    let group = groups.get(path);
    if (group === undefined) {
      group = { sentence: [], window: [] };
      groups.set(path, group);
    }
    // Candidates come best first within each size, and more of them are not looked at.
    const same = group[unit.size];
    if (same.length <= MOST_OTHERS) same.push(unit);
  }
  const drawers = new Map<string, NearDrawer>();
  for (const [path, { sentence, window }] of groups) {
    const best = bestOf(sentence[0], window[0]);
    if (best === undefined) continue;
    const nearest: NearDrawer['nearest'] = {};
    if (sentence[0] !== undefined) nearest.sentence = sentence[0].score;
    if (window[0] !== undefined) nearest.window = window[0].score;
    const scores: NearDrawer['scores'] = {};
    if (sentence.length > 0) scores.sentence = spread(sentence, unitSpread, decay);
    if (window.length > 0) scores.window = spread(window, unitSpread, decay);
    drawers.set(path, { best, nearest, scores });
  }
  return drawers;
}

/** A sentence is shown rather than the stretch around it, unless that is nearer. */
function bestOf(sentence: UnitHit | undefined, window: UnitHit | undefined): UnitHit | undefined {
  if (sentence === undefined || window === undefined) return sentence ?? window;
  return window.score > sentence.score ? window : sentence;
}

function spread(units: readonly UnitHit[], first: number, decay: number): number {
  let score = 0;
  let share = 1;
  for (const [at, unit] of units.entries()) {
    score += share * Math.max(0, unit.score);
    share = at === 0 ? first : share * decay;
  }
  return score;
}

/**
 * One order of what words and vectors found. A drawer's score is
 *
 *     words / best words  +  vote x (window x W  +  (sentence + undecided x ties^3) x S)
 *
 * - `words`: the keyword score. The best drawer has 1.
 * - `W`: cosine of its nearest window, from 0 (farthest candidate) to 1 (nearest).
 * - `S`: by how many standard deviations its best sentence is nearer than those of the 300 nearest drawers usually are, at least 0:
 *   one sentence that stands out in a large palace counts for much, the nearest of 20 drawers for little.
 * - `ties`: score of the tenth drawer over that of the first, by words. Where words do not decide (ten drawers hold the one name that
 *   was asked for), the vectors do; where one drawer has all the words, they only break ties.
 * - `vote`: share of the query that the model knows.
 *
 * Only the nearest unit counts: what else a drawer says is weighed by its words already, and in a large palace the sum of many half
 * near sentences drowns the one that answers (paraphrases among 10,000 drawers: 44 instead of 60 of 100 found).
 *
 * Measured on LoCoMo, devmem and the synthetic set (`npm run bench:retrieval`).
 */
export function fuse(
  byWords: readonly RankedDrawer[],
  near: ReadonlyMap<string, NearDrawer>,
  vote: number,
  policy: SearchPolicy,
): RankedDrawer[] {
  const most = byWords[0]?.score ?? 0;
  const ties = most > 0 ? tiesOf(byWords) : 1;
  const windowShare = between([...near.values()].flatMap(({ nearest }) => nearest.window ?? []));
  const standsOut = deviations([...near.values()].flatMap(({ nearest }) => nearest.sentence ?? []));
  const sentenceWeight = policy.sentence + policy.undecided * ties ** 3;
  const drawers = new Map<string, RankedDrawer>();
  for (const drawer of byWords) {
    const words = most > 0 ? drawer.score / most : 0;
    drawers.set(drawer.row.path, { ...drawer, score: words, signals: scaled(drawer.signals, most) });
  }
  for (const [path, { best, nearest }] of near) {
    const meaning = {
      window: nearest.window === undefined ? 0 : vote * policy.window * windowShare(nearest.window),
      sentence: nearest.sentence === undefined ? 0 : vote * sentenceWeight * standsOut(nearest.sentence),
    };
    const raise = meaning.window + meaning.sentence;
    const found = drawers.get(path);
    if (found === undefined && best.score < policy.leastCosine) continue;
    const words = found?.score ?? 0;
    const shown = found === undefined || raise > words ? passageOf(best) : found.best;
    const signals = { ...found?.signals, ...present(meaning) };
    drawers.set(path, { row: best.row, best: shown, score: words + raise, signals });
  }
  return inOrder([...drawers.values()]);
}

/** The order of the vectors alone. */
export function byMeaning(near: ReadonlyMap<string, NearDrawer>, policy: SearchPolicy): RankedDrawer[] {
  const windowShare = between([...near.values()].flatMap(({ scores }) => scores.window ?? []));
  const sentenceShare = between([...near.values()].flatMap(({ scores }) => scores.sentence ?? []));
  const drawers: RankedDrawer[] = [];
  for (const { best, scores } of near.values()) {
    const signals = present({
      window: scores.window === undefined ? 0 : windowShare(scores.window),
      sentence: scores.sentence === undefined ? 0 : policy.sentenceAlone * sentenceShare(scores.sentence),
    });
    const score = Object.values(signals).reduce((sum, part) => sum + part, 0);
    drawers.push({ row: best.row, best: passageOf(best), score, signals });
  }
  return inOrder(drawers);
}

/** Paths of drawers that the vectors know and the words did not rank, nearest first, at most `count`. */
export function unranked(
  byWords: readonly RankedDrawer[],
  near: ReadonlyMap<string, NearDrawer>,
  count: number,
): Set<string> {
  const ranked = new Set(byWords.map(({ row }) => row.path));
  const others = [...near].filter(([path]) => !ranked.has(path));
  others.sort(([, a], [, b]) => b.best.score - a.best.score);
  return new Set(others.slice(0, count).map(([path]) => path));
}

function tiesOf(byWords: readonly RankedDrawer[]): number {
  return (byWords[9]?.score ?? 0) / (byWords[0]?.score ?? 1);
}

/** From 0 for the least of the values to 1 for the most. */
function between(values: readonly number[]): (value: number) => number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return (value) => (most > least ? (value - least) / (most - least) : 1);
}

/** Standard deviations above the mean of the greatest values, at least 0. */
function deviations(values: readonly number[]): (value: number) => number {
  const usual = Float64Array.from(values).sort().slice(-USUAL);
  const mean = usual.reduce((sum, value) => sum + value, 0) / Math.max(1, usual.length);
  const variance = usual.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, usual.length);
  return (value) => (variance > 0 ? Math.max(0, (value - mean) / Math.sqrt(variance)) : 0);
}

function scaled(signals: Readonly<Record<string, number>>, most: number): Record<string, number> {
  return Object.fromEntries(Object.entries(signals).map(([name, value]) => [name, most > 0 ? value / most : value]));
}

function present(signals: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== 0));
}

function passageOf({ row, score, passage, firstLine, lastLine }: UnitHit): PassageHit {
  return { row, ...passage, score, terms: [], focus: [firstLine, lastLine] };
}
