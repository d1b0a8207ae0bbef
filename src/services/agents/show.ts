import { agentName } from '../../agents/agent-file.js';
import { didYouMean } from '../../base/near.js';
import { parseDrawer } from '../../palace/codec.js';
import type { Palace } from '../../palace/types.js';
import { dateOf, topicOf } from '../diary/read.js';
import { withLiveIndex } from '../select/live-rows.js';
import { unknownAgent } from './add.js';
import { agentsWith, type ListedAgent, readAgentFiles } from './list.js';
import { type Patterns, patternsOf } from './patterns.js';

export interface ShowAgentResult extends ListedAgent {
  first_entry: string | null;
  patterns: Patterns;
}

/** Entries whose words are looked at for patterns, the newest. */
const LOOKED_AT = 1_000;

/** One agent: what its file says, and what its diary shows. @throws PalaceError `not-found` (exit 4), `bad-name` (exit 2). */
export async function showAgent(palace: Palace, given: string): Promise<ShowAgentResult> {
  const name = agentName(given);
  const files = await readAgentFiles(palace);
  return withLiveIndex(palace, async (index) => {
    const agents = agentsWith(files, index.rows);
    const found = agents.get(name);
    if (found === undefined) throw unknownAgent(name, didYouMean(name, agents.keys()));
    const versions = index.versions();
    const dated = found.rows.map((row) => ({ row, date: dateOf(row)?.slice(0, 10) ?? null }));
    dated.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
    const entries = [];
    for (const { row, date } of dated.slice(0, LOOKED_AT)) {
      const content = parseDrawer(await versions.bytesOf(row)).body.toString('utf8');
      entries.push({ topic: topicOf(row), date, content });
    }
    const dates = dated.flatMap(({ date }) => date ?? []);
    return { ...found.agent, first_entry: dates.at(-1) ?? null, patterns: patternsOf(entries) };
  });
}
