/** What is known of a segment when deciding about merges. */
export interface SegmentLoad {
  /** All passages in it. */
  passages: number;
  /** Those that a view still shows. */
  live: number;
}

/** Segments below this are the delta: they are always rolled into one. */
export const DELTA_PASSAGES = 500;
/** A query reads a slice of every segment, so there are never many. */
export const MOST_SEGMENTS = 12;
/** What a reader may rewrite in passing; more is left to a refresh that somebody asked for. */
export const MOST_IN_PASSING = 20_000;

/**
 * Which segments (by number, rising) to roll into one; fewer than two, or one with dead passages, means a rewrite of these.
 * `thorough`: a refresh that was asked for, or follows a bulk write; otherwise a search does it in passing and must be quick.
 * Empty: leave all as they are.
 */
export function planMerge(loads: readonly SegmentLoad[], thorough: boolean): number[] {
  const chosen = new Set<number>();
  const bySize = loads.map((_, at) => at).sort((a, b) => size(loads, a) - size(loads, b));
  const delta = bySize.filter((at) => size(loads, at) < DELTA_PASSAGES);
  if (delta.length > 1) for (const at of delta) chosen.add(at);
  const after = loads.length - Math.max(0, chosen.size - 1);
  if (after > MOST_SEGMENTS)
    for (const at of bySize.slice(0, loads.length - Math.floor(MOST_SEGMENTS / 2))) chosen.add(at);
  loads.forEach((load, at) => {
    const dead = load.passages - load.live;
    // A twentieth of the passages dead is a twentieth of the reading wasted; rewriting costs more than that in passing.
    if (dead > load.passages * (thorough ? 0.05 : 0.5) && (dead > DELTA_PASSAGES || load.live === 0)) chosen.add(at);
  });
  const plan = [...chosen].sort((a, b) => a - b);
  const work = plan.reduce((sum, at) => sum + size(loads, at), 0);
  return thorough || work <= MOST_IN_PASSING ? plan : delta.length > 1 ? delta.sort((a, b) => a - b) : [];
}

function size(loads: readonly SegmentLoad[], at: number): number {
  return loads[at]?.passages ?? 0;
}
