import type { LiveIndex } from '../index/live.js';
import { hallBits } from '../text/hall-names.js';
import { createAnalyzer } from '../text/tokens.js';
import { closetOf } from './closets.js';
import { hallAskedFor } from './hall-intent.js';
import type { SearchPolicy } from './policy.js';
import { type RankedDrawer, raised } from './rank.js';

/** Share of the query's terms that a closet must hold to count: the floor of the original's closet distance. */
const LEAST_SHARE = 0.5;

/**
 * Raises drawers that the structure of the palace speaks for: those whose closets fit the query best (by rank, `policy.closets`), and those
 * whose best passage is of the hall that the question asks for (`policy.hall`). Signals, not gates: no drawer is taken away, and only the
 * best `closetPool` are looked at. Weights of 0 cost nothing.
 */
export async function raiseByStructure(
  drawers: readonly RankedDrawer[],
  query: string,
  index: LiveIndex,
  policy: SearchPolicy,
): Promise<readonly RankedDrawer[]> {
  const near = drawers.slice(0, policy.closetPool);
  const hall = policy.hall > 0 ? hallAskedFor(query) : undefined;
  let result = drawers;
  if (hall !== undefined) {
    const bits = hallBits([hall]);
    const speaking = near.filter(({ row, best }) =>
      row.front.hall === undefined ? (index.marksOf(row, best.ordinal) & bits) !== 0 : row.front.hall === hall,
    );
    result = raised(result, 'hall', new Map(speaking.map(({ row }) => [row.path, policy.hall])));
  }
  if (policy.closets.some((boost) => boost > 0))
    result = raised(result, 'closet', await closetRaises(near, query, index, policy.closets));
  return result;
}

async function closetRaises(
  drawers: readonly RankedDrawer[],
  query: string,
  index: LiveIndex,
  boosts: readonly number[],
): Promise<Map<string, number>> {
  const analyzer = createAnalyzer();
  const wanted = new Set(analyzer.query(query).map(({ term }) => term));
  const held: { path: string; terms: Set<string> }[] = [];
  for (const { row } of drawers) {
    const { lines } = closetOf(row, await index.passagesOf(row));
    const own = new Set(analyzer.terms(lines.map((line) => line.slice(0, line.lastIndexOf('|'))).join('\n')));
    held.push({ path: row.path, terms: new Set([...wanted].filter((term) => own.has(term))) });
  }
  // A term that every closet holds tells none of them from the others.
  const rarity = (term: string): number => {
    const count = held.filter(({ terms }) => terms.has(term)).length;
    return Math.log(1 + (held.length - count + 0.5) / (count + 0.5));
  };
  const fits = held
    .filter(({ terms }) => terms.size > 0 && terms.size >= wanted.size * LEAST_SHARE)
    .map(({ path, terms }) => ({ path, score: [...terms].reduce((sum, term) => sum + rarity(term), 0) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return new Map(fits.slice(0, boosts.length).map(({ path }, rank) => [path, boosts[rank] ?? 0]));
}
