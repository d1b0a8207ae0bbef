import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderMcpStatus } from '../../src/cli/output/setup.js';

export default class McpStatus extends PalaceCommand {
  static override summary = 'Which clients start the MCP server, and how.';
  static override examples = ['<%= config.bin %> mcp status'];

  async run(): Promise<void> {
    await this.parse(McpStatus);
    const { readMcpEntries } = await import('../../src/clients/mcp-entry.js');
    this.emit({ clients: await readMcpEntries(this.runtime()) }, renderMcpStatus);
  }
}
