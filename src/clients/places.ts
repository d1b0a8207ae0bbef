import { isAbsolute, join } from 'node:path';
import type { Runtime } from '../base/runtime.js';
import type { Harness, McpClient } from './names.js';

type Where = Pick<Runtime, 'home' | 'env' | 'platform'>;

/** The file of a program in which its MCP servers stand, for this user. */
export function mcpFile(client: McpClient, where: Where): string {
  const { home } = where;
  switch (client) {
    case 'claude-code':
      return join(folderOf(where, 'CLAUDE_CONFIG_DIR', home), '.claude.json');
    case 'claude-desktop':
      return join(applications(where), 'Claude', 'claude_desktop_config.json');
    case 'codex':
      return join(codexFolder(where), 'config.toml');
    case 'gemini':
      return join(home, '.gemini', 'settings.json');
    case 'cursor':
      return join(home, '.cursor', 'mcp.json');
    case 'vscode':
      return join(applications(where), 'Code', 'User', 'mcp.json');
  }
}

/** The file of a program in which its hooks stand, for this user. */
export function hookFile(harness: Harness, where: Where): string {
  switch (harness) {
    case 'claude-code':
      return join(folderOf(where, 'CLAUDE_CONFIG_DIR', join(where.home, '.claude')), 'settings.json');
    case 'codex':
      return join(codexFolder(where), 'hooks.json');
    case 'gemini':
      return join(where.home, '.gemini', 'settings.json');
    case 'cursor':
      return join(where.home, '.cursor', 'hooks.json');
  }
}

function codexFolder(where: Where): string {
  return folderOf(where, 'CODEX_HOME', join(where.home, '.codex'));
}

/** Where desktop programs of this system keep what is theirs. */
function applications(where: Where): string {
  const { home, platform } = where;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return folderOf(where, 'APPDATA', join(home, 'AppData', 'Roaming'));
  return folderOf(where, 'XDG_CONFIG_HOME', join(home, '.config'));
}

function folderOf({ env }: Where, variable: string, fallback: string): string {
  const given = env[variable];
  return given !== undefined && isAbsolute(given) ? given : fallback;
}
