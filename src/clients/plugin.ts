import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT, PalaceError } from '../base/errors.js';
import { writeFileAtomic } from '../base/files.js';
import { readConfig } from './config-file.js';
import { type HookEntryOptions, hookGroups } from './hook-entries.js';
import { startOf } from './start.js';

const NAME = 'palace';
const MANIFEST = join('.claude-plugin', 'plugin.json');

export interface PluginOptions extends HookEntryOptions {
  /** Absolute folder of the plug-in; made when it is not there. */
  folder: string;
  version: string;
}

export interface PluginResult {
  folder: string;
  /** Paths below it, sorted. */
  files: string[];
  /** Those that are new or different now. */
  written: string[];
  next: string[];
}

/**
 * Writes a plug-in for Claude Code: hooks, MCP server, and the catalogue through which it is added. The same options give the same bytes.
 * @throws PalaceError `folder-taken` (exit 5) for a folder that holds something else.
 */
export async function writePlugin(options: PluginOptions): Promise<PluginResult> {
  const { folder } = options;
  if (existsSync(folder) && readdirSync(folder).length > 0 && !(await isOurs(folder)))
    throw new PalaceError('folder-taken', `${folder} holds something else than this plug-in`, {
      exit: EXIT.conflict,
      next: ['name a new or an empty folder'],
      details: { path: folder },
    });
  const files = pluginFiles(options);
  const written: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    if ((await readConfig(file)) === text) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, Buffer.from(text, 'utf8'), { tmpDir: dirname(file) });
    written.push(path);
  }
  return {
    folder,
    files: Object.keys(files).sort(),
    written: written.sort(),
    next: [`in Claude Code: /plugin marketplace add ${folder}`, `then: /plugin install ${NAME}@${NAME}`],
  };
}

function pluginFiles(options: PluginOptions): Record<string, string> {
  const { version, runtime, program, palace } = options;
  const { command, args } = startOf(program, runtime, true);
  const words = [...args, 'mcp', ...(palace === undefined ? [] : ['--palace', palace])];
  const description = 'The memory of people and their agents, as a git repository.';
  const owner = { name: 'palace' };
  return {
    [MANIFEST]: json({ name: NAME, version, description, author: owner }),
    [join('.claude-plugin', 'marketplace.json')]: json({
      name: NAME,
      owner,
      plugins: [{ name: NAME, source: './', description }],
    }),
    [join('hooks', 'hooks.json')]: json({
      description: 'Wakes a conversation up with what the palace knows, and files it.',
      hooks: Object.fromEntries(
        Object.entries(hookGroups('claude-code', options)).map(([event, group]) => [event, [group]]),
      ),
    }),
    '.mcp.json': json({ mcpServers: { [NAME]: { command, args: words } } }),
    'README.md': [
      `# ${NAME}`,
      '',
      `${description} Made by \`palace hook plugin\`, version ${version}; run it again after an update.`,
      '',
      'Claude Code: `/plugin marketplace add` this folder, then `/plugin install palace@palace`. Where the hooks or the server were',
      'installed before, take them out first: `palace hook uninstall claude-code`, `palace mcp uninstall claude-code`.',
      '',
    ].join('\n'),
  };
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const manifest: unknown = JSON.parse((await readConfig(join(folder, MANIFEST))) ?? '');
    return typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === NAME;
  } catch {
    return false;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
