/** Agent programs whose hooks are understood. */
export const HARNESSES = ['claude-code', 'codex', 'gemini', 'cursor'] as const;
export type Harness = (typeof HARNESSES)[number];

/** Programs that can start an MCP server, and into whose configuration it can be put. */
export const MCP_CLIENTS = ['claude-code', 'claude-desktop', 'codex', 'gemini', 'cursor', 'vscode'] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

/** How a person calls a program. */
export const TITLES: Readonly<Record<Harness | McpClient, string>> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
  vscode: 'VS Code',
};
