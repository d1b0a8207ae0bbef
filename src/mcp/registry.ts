import type { Tool } from './tool.js';
import { AGENT_TOOLS } from './tools/agents.js';
import { DRAWER_TOOLS } from './tools/drawers.js';
import { FACT_TOOLS } from './tools/facts.js';
import { GRAPH_TOOLS } from './tools/graph.js';
import { HISTORY_TOOLS } from './tools/history.js';
import { LAYER_TOOLS } from './tools/layers.js';
import { PLACE_TOOLS } from './tools/places.js';
import { SEARCH_TOOLS } from './tools/search.js';

/** Which tools a server offers: every tool costs the model some of its attention. */
export const TOOL_SETS = ['full', 'core', 'read-only'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

export const TOOLS: readonly Tool[] = [
  ...PLACE_TOOLS,
  ...SEARCH_TOOLS,
  ...DRAWER_TOOLS,
  ...FACT_TOOLS,
  ...LAYER_TOOLS,
  ...AGENT_TOOLS,
  ...GRAPH_TOOLS,
  ...HISTORY_TOOLS,
];

/** The tools of a set, in the order in which they are listed. */
export function toolsOf(set: ToolSet): readonly Tool[] {
  if (set === 'core') return TOOLS.filter(({ core }) => core === true);
  if (set === 'read-only') return TOOLS.filter(({ effect }) => effect === 'read');
  return TOOLS;
}
