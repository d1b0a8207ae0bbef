import { EXIT, PalaceError } from '../base/errors.js';
import type { Runtime } from '../base/runtime.js';
import { type FilePlan, readConfig } from './config-file.js';
import { JsoncDocument } from './jsonc-edit.js';
import { MCP_CLIENTS, type McpClient, TITLES } from './names.js';
import { mcpFile } from './places.js';
import { type Program, startOf } from './start.js';
import { TomlDocument } from './toml-edit.js';

/** Name of the server in every client. */
const NAME = 'palace';

export interface McpEntryOptions {
  runtime: Pick<Runtime, 'home' | 'env' | 'platform'>;
  program: Program;
  /** Absolute; absent: the palace of the user's configuration. */
  palace?: string;
  /** `full`, `core` or `read-only`; absent: all. */
  tools?: string;
}

/** How a client starts palace; null: it does not. */
export interface McpEntry {
  client: McpClient;
  title: string;
  file: string;
  command: string[] | null;
}

/** Programs that are started from a terminal know its PATH. */
const FROM_TERMINAL: readonly McpClient[] = ['claude-code', 'codex', 'gemini'];
/** Programs that want to be told that a server speaks over standard input. */
const TYPED: readonly McpClient[] = ['claude-code', 'vscode'];

/**
 * The change that puts palace among the MCP servers of a client, or gives its entry other words; what else stands in the entry stays.
 * @throws PalaceError `name-taken` (exit 5) when another server has the name; what the editors of JSON and TOML say.
 */
export async function planMcpInstall(client: McpClient, options: McpEntryOptions): Promise<FilePlan> {
  const { runtime, program, palace, tools } = options;
  const file = mcpFile(client, runtime);
  const before = await readConfig(file);
  const { command, args } = startOf(program, runtime, FROM_TERMINAL.includes(client));
  const words = [...args, 'mcp'];
  if (palace !== undefined) words.push('--palace', palace);
  if (tools !== undefined && tools !== 'full') words.push('--tools', tools);
  if (client === 'codex') {
    const document = await TomlDocument.open(before ?? '', file);
    refuseForeign(client, file, document.get(['mcp_servers', NAME]));
    document.setTable(['mcp_servers', NAME], { command, args: words });
    return { file, before, after: document.text };
  }
  const document = await JsoncDocument.open(before ?? '', file);
  const path = [holderOf(client), NAME];
  const known = document.get(path);
  refuseForeign(client, file, known);
  const entry = { ...(TYPED.includes(client) && { type: 'stdio' }), command, args: words };
  if (known === undefined) document.set(path, entry);
  else for (const [key, value] of Object.entries(entry)) document.set([...path, key], value);
  return { file, before, after: document.text };
}

/** The change that takes palace away again. Nothing changes where it is not. @throws as {@link planMcpInstall}. */
export async function planMcpUninstall(client: McpClient, runtime: McpEntryOptions['runtime']): Promise<FilePlan> {
  const file = mcpFile(client, runtime);
  const before = await readConfig(file);
  if (before === null) return { file, before, after: null };
  if (client === 'codex') {
    const document = await TomlDocument.open(before, file);
    refuseForeign(client, file, document.get(['mcp_servers', NAME]));
    document.removeTable(['mcp_servers', NAME]);
    return { file, before, after: leftOf(before, document.text) };
  }
  const document = await JsoncDocument.open(before, file);
  const path = [holderOf(client), NAME];
  refuseForeign(client, file, document.get(path));
  if (document.get(path) === undefined) return { file, before, after: before };
  document.remove(path);
  document.prune([holderOf(client)]);
  return { file, before, after: leftOf(before, document.text) };
}

/** How each client starts palace. @throws as {@link planMcpInstall} for files that are not understood. */
export async function readMcpEntries(runtime: McpEntryOptions['runtime']): Promise<McpEntry[]> {
  return Promise.all(
    MCP_CLIENTS.map(async (client) => {
      const file = mcpFile(client, runtime);
      const text = await readConfig(file);
      const entry = text === null ? undefined : await entryIn(client, text, file);
      return { client, title: TITLES[client], file, command: isOurs(entry) ? wordsOf(entry) : null };
    }),
  );
}

async function entryIn(client: McpClient, text: string, file: string): Promise<unknown> {
  return client === 'codex'
    ? (await TomlDocument.open(text, file)).get(['mcp_servers', NAME])
    : (await JsoncDocument.open(text, file)).get([holderOf(client), NAME]);
}

/** What is left of a file from which something was taken: nothing, when it holds nothing any more. */
export function leftOf(before: string, after: string): string | null {
  if (before === after) return after;
  return /^\s*(?:\{\s*\})?\s*$/.test(after) ? null : after;
}

function holderOf(client: McpClient): string {
  return client === 'vscode' ? 'servers' : 'mcpServers';
}

/** @throws PalaceError `name-taken` when an entry starts something else. */
function refuseForeign(client: McpClient, file: string, entry: unknown): void {
  if (entry === undefined || isOurs(entry)) return;
  throw new PalaceError('name-taken', `${TITLES[client]} has another server called ${NAME} in ${file}`, {
    exit: EXIT.conflict,
    next: [`give that server another name in ${file}`],
    details: { path: file },
  });
}

/** An entry that starts a palace, however it was written. */
function isOurs(entry: unknown): boolean {
  const words = wordsOf(entry);
  const at = words.indexOf('mcp');
  return (
    at > 0 && words.slice(0, at).some((word) => /(?:^|[\\/])(?:mem)?palace(?:\.cmd)?$|run\.js$|gitpalace/.test(word))
  );
}

function wordsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { command, args } = entry as { command?: unknown; args?: unknown };
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return words.filter((word): word is string => typeof word === 'string');
}
