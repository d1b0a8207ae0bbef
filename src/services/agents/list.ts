import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentFile, agentOfPath, agentPath, parseAgentFile } from '../../agents/agent-file.js';
import { PalaceError, systemCode } from '../../base/errors.js';
import type { DrawerRow } from '../../index/types.js';
import { PATHS } from '../../palace/layout.js';
import type { Palace, WingName } from '../../palace/types.js';
import { agentOf, DIARY, isDiary } from '../diary/place.js';
import { dateOf } from '../diary/read.js';
import { liveRows } from '../select/live-rows.js';

export interface ListedAgent extends AgentFile {
  /** Has a file in `agents/`; else it is known by its diary alone. */
  registered: boolean;
  entries: number;
  /** Date of the newest entry. */
  last_entry: string | null;
}

export interface AgentsResult {
  agents: ListedAgent[];
  total: number;
}

/** Every agent: those with a file, and those who keep a diary without one. By name. */
export async function listAgents(palace: Palace): Promise<AgentsResult> {
  const [files, rows] = await Promise.all([readAgentFiles(palace), liveRows(palace)]);
  const agents = [...agentsWith(files, rows).values()].map(({ agent }) => agent);
  return { agents: agents.sort((a, b) => (a.name < b.name ? -1 : 1)), total: agents.length };
}

/** Agents by name, with the rows of their entries. */
export function agentsWith(
  files: readonly AgentFile[],
  rows: readonly DrawerRow[],
): Map<string, { agent: ListedAgent; rows: DrawerRow[] }> {
  const found = new Map<string, { agent: ListedAgent; rows: DrawerRow[] }>();
  const byWing = new Map<string, string>();
  for (const file of files) {
    found.set(file.name, { agent: { ...file, registered: true, entries: 0, last_entry: null }, rows: [] });
    if (!byWing.has(file.wing)) byWing.set(file.wing, file.name);
  }
  for (const row of rows) {
    if (!isDiary(row)) continue;
    const author = agentOf(row);
    const name = found.has(author) || row.front.by !== undefined ? author : (byWing.get(row.wing) ?? author);
    const known = found.get(name) ?? { agent: unregistered(name, row), rows: [] };
    found.set(name, known);
    known.rows.push(row);
    known.agent.entries += 1;
    const date = dateOf(row)?.slice(0, 10) ?? null;
    if (date !== null && (known.agent.last_entry === null || date > known.agent.last_entry))
      known.agent.last_entry = date;
  }
  return found;
}

/** The files of `agents/`; one that cannot be read costs itself, and one line. */
export async function readAgentFiles(palace: Palace): Promise<AgentFile[]> {
  let names: string[];
  try {
    names = await readdir(join(palace.root, PATHS.agents));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  }
  const files: AgentFile[] = [];
  for (const entry of names.sort()) {
    const name = agentOfPath(`${PATHS.agents}/${entry}`);
    if (name === undefined) continue;
    try {
      files.push(parseAgentFile(await readFile(join(palace.root, agentPath(name)), 'utf8'), name));
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      palace.runtime.logger.warn(`${error.message}; the agent is left out`);
    }
  }
  return files;
}

function unregistered(name: string, row: DrawerRow): ListedAgent {
  const wing = row.room === DIARY ? row.wing : (name as WingName);
  return {
    name,
    focus: '',
    description: '',
    wing,
    created: '',
    tags: [],
    registered: false,
    entries: 0,
    last_entry: null,
  };
}
