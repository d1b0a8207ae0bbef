import { findWing } from '../../graph/look-up.js';
import { dot, mermaid } from '../../graph/map/diagrams.js';
import { type MapPlan, planMap } from '../../graph/map/plan.js';
import { svg } from '../../graph/map/svg.js';
import { openGraph } from '../../graph/open.js';
import type { Palace } from '../../palace/types.js';

export const MAP_FORMATS = ['text', 'mermaid', 'dot', 'svg'] as const;
export type MapFormat = (typeof MAP_FORMATS)[number];

export interface MapRequest {
  /** Default `text`. */
  format?: MapFormat;
  /** Only this wing and those that tunnels join it with. */
  wing?: string;
}

export interface MapResult extends MapPlan {
  format: MapFormat;
  /** The drawing; null for `text`, which is drawn from the rest. */
  drawing: string | null;
}

/**
 * A map of the palace: wings, rooms by drawers, tunnels. Wings beyond 40 and rooms beyond 40 of a wing are counted and left out.
 * @throws PalaceError `not-found` (exit 4) for a wing that is not there, `bad-name` (exit 2).
 */
export async function drawMap(palace: Palace, { format = 'text', wing: typed }: MapRequest = {}): Promise<MapResult> {
  const graph = await openGraph(palace);
  const wing = typed === undefined ? undefined : findWing(graph, typed);
  const plan = planMap(graph, {}, wing);
  const drawing =
    format === 'text'
      ? null
      : format === 'mermaid'
        ? mermaid(plan)
        : format === 'dot'
          ? dot(plan)
          : svg(plan, `Map of ${palace.shared.name ?? 'the palace'}`);
  return { format, drawing, ...plan };
}
