import { openGraph } from '../../graph/open.js';
import { type GraphStatistics, statisticsOf } from '../../graph/statistics.js';
import type { Palace } from '../../palace/types.js';

export type { GraphStatistics } from '../../graph/statistics.js';

export async function readGraphStatistics(palace: Palace): Promise<GraphStatistics> {
  return statisticsOf(await openGraph(palace));
}
