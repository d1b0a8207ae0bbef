import type { DrawerRow, PassageHit } from '../index/types.js';
import type { SearchPolicy } from './policy.js';

/** Most hits that can be asked for, and most drawers that are looked into for phrases. */
const ORDERED = 100;

/** A drawer among the candidates, with its best passage. */
export interface RankedDrawer {
  row: DrawerRow;
  best: PassageHit;
  score: number;
  signals: Record<string, number>;
}

/**
 * Drawers in order of score: that of the best passage, raised a little by what else the drawer has to say about the query.
 * Ties: newer date first, then path. A function of the candidates alone.
 */
export function rankDrawers(
  hits: readonly PassageHit[],
  policy: SearchPolicy,
  rareNames: ReadonlySet<string> = new Set(),
): RankedDrawer[] {
  const byPath = new Map<string, PassageHit[]>();
  for (const hit of hits) {
    const group = byPath.get(hit.row.path);
    if (group === undefined) byPath.set(hit.row.path, [hit]);
    else group.push(hit);
  }
  const drawers: RankedDrawer[] = [];
  for (const group of byPath.values()) {
    // The passage with the rare name is the one to show, if any has it.
    const best = group.find((hit) => hit.terms.some((term) => rareNames.has(term))) ?? group[0];
    if (best !== undefined) drawers.push(scored(best, group, policy, rareNames));
  }
  return inOrder(drawers);
}

/** Hits of one drawer come best first. */
function scored(
  best: PassageHit,
  group: readonly PassageHit[],
  policy: SearchPolicy,
  rareNames: ReadonlySet<string>,
): RankedDrawer {
  let more = 0;
  let share = policy.spread;
  for (const hit of group) {
    if (hit === best) continue;
    more += share * hit.score;
    share *= policy.decay;
  }
  const terms = new Set(group.flatMap((hit) => hit.terms));
  const coverage = best.score * policy.coverage * (1 - best.terms.length / Math.max(1, terms.size));
  const signals: Record<string, number> = { keyword: best.score };
  if (more > 0) signals.more = more;
  if (coverage > 0) signals.coverage = coverage;
  const named = best.terms.some((term) => rareNames.has(term)) ? best.score * policy.rareName : 0;
  if (named > 0) signals.rare_name = named;
  return { row: best.row, best, score: best.score + more + coverage + named, signals };
}

/** The same drawers with another raise for some; `raise` is a share of the score. */
export function raised(
  drawers: readonly RankedDrawer[],
  name: string,
  raise: ReadonlyMap<string, number>,
): RankedDrawer[] {
  return inOrder(
    drawers.map((drawer) => {
      const extra = (raise.get(drawer.row.path) ?? 0) * drawer.score;
      if (extra === 0) return drawer;
      return { ...drawer, score: drawer.score + extra, signals: { ...drawer.signals, [name]: extra } };
    }),
  );
}

/**
 * Sorted where anybody looks: the best {@link ORDERED} (and what ties with the last of them) fully, the rest by score alone. A
 * tie is broken by reading front-matter, and a common word leaves hundreds of ties that are never shown.
 */
export function inOrder(drawers: RankedDrawer[]): RankedDrawer[] {
  drawers.sort((a, b) => b.score - a.score);
  const last = drawers[ORDERED - 1]?.score ?? Number.NEGATIVE_INFINITY;
  const end = drawers.findIndex((drawer) => drawer.score < last);
  const front = end === -1 ? drawers : drawers.slice(0, end);
  return [...front.sort(byScore), ...(end === -1 ? [] : drawers.slice(end))];
}

function byScore(a: RankedDrawer, b: RankedDrawer): number {
  if (a.score !== b.score) return b.score - a.score;
  const [left, right] = [a.row.front.date ?? '', b.row.front.date ?? ''];
  if (left !== right) return left < right ? 1 : -1;
  return a.row.path < b.row.path ? -1 : 1;
}
