import { type LiveIndex, openLiveIndex } from '../index/live.js';
import { readRoomAliases } from '../palace/room-aliases.js';
import type { Palace } from '../palace/types.js';
import { type Census, takeCensus } from './census.js';
import { keepCensus, keptCensus } from './census-cache.js';
import { PalaceGraph } from './graph.js';
import { byPresentNames, readTunnels } from './tunnel-log.js';

/** The graph of the work tree as it stands. What was counted is kept for its tree (`.palace/cache/graph`). */
export async function openGraph(palace: Palace): Promise<PalaceGraph> {
  const index = await openLiveIndex(palace);
  try {
    return await graphOf(palace, index);
  } finally {
    index.close();
  }
}

/** {@link openGraph} for a caller that has the index of the work tree open. */
export async function graphOf(palace: Palace, index: LiveIndex): Promise<PalaceGraph> {
  const [census, aliases, { tunnels, damaged }] = await Promise.all([
    censusOf(palace, index),
    readRoomAliases(palace),
    readTunnels(palace),
  ]);
  for (const { file, line, message } of damaged.slice(0, 3))
    palace.runtime.logger.warn(`${file}:${line}: ${message}; the line does not count`);
  const { commonShare, skipRooms } = palace.settings;
  return new PalaceGraph(census, { aliases, commonShare, skipRooms }, byPresentNames(tunnels, aliases));
}

async function censusOf(palace: Palace, index: LiveIndex): Promise<Census> {
  const { key } = index;
  const kept = key === undefined ? undefined : await keptCensus(palace, key);
  if (kept !== undefined) return kept;
  const census = takeCensus((visit) => index.scan(visit));
  if (key !== undefined) await keepCensus(palace, key, census);
  return census;
}
