import { Args, Flags } from '../../src/cli/flags.js';
import { SETUP_FLAGS, SetupCommand } from '../../src/cli/setup-command.js';

export default class McpInstall extends SetupCommand {
  static override summary = 'Put the MCP server into the configuration of a client.';
  static override description = [
    'Shows the change, asks, and keeps a copy of the file as it was. Other servers, keys and comments stay. Again, it brings',
    'the entry up to date. With --palace or PALACE_PATH the server is for that palace.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> mcp install claude-code',
    '<%= config.bin %> mcp install vscode --tools core --yes',
  ];
  static override args = {
    client: Args.string({
      description: 'claude-code, claude-desktop, codex, gemini, cursor or vscode.',
      required: true,
    }),
  };
  static override flags = {
    ...SETUP_FLAGS,
    tools: Flags.string({
      summary: 'Which tools to offer: each costs the model some of its attention.',
      options: ['full', 'core', 'read-only'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(McpInstall);
    const [{ clientNamed }, { planMcpInstall }] = await Promise.all([
      import('../../src/clients/setup.js'),
      import('../../src/clients/mcp-entry.js'),
    ]);
    const client = clientNamed(args.client);
    const options = this.entryOptions(false);
    const plan = await planMcpInstall(client, {
      ...options,
      ...(flags.tools !== undefined && { tools: flags.tools }),
    });
    await this.settle({ client, what: 'mcp', action: 'install', plan }, flags);
  }
}
