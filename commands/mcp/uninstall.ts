import { Args } from '../../src/cli/flags.js';
import { SETUP_FLAGS, SetupCommand } from '../../src/cli/setup-command.js';

export default class McpUninstall extends SetupCommand {
  static override summary = 'Take the MCP server out of the configuration of a client.';
  static override description = 'Nothing else in it changes; a copy of the file as it was is kept.';
  static override examples = ['<%= config.bin %> mcp uninstall claude-desktop'];
  static override args = {
    client: Args.string({
      description: 'claude-code, claude-desktop, codex, gemini, cursor or vscode.',
      required: true,
    }),
  };
  static override flags = SETUP_FLAGS;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(McpUninstall);
    const [{ clientNamed }, { planMcpUninstall }] = await Promise.all([
      import('../../src/clients/setup.js'),
      import('../../src/clients/mcp-entry.js'),
    ]);
    const client = clientNamed(args.client);
    const plan = await planMcpUninstall(client, this.runtime());
    await this.settle({ client, what: 'mcp', action: 'uninstall', plan }, flags);
  }
}
