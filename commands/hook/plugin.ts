import { Args, Flags } from '../../src/cli/flags.js';
import { renderPlugin } from '../../src/cli/output/setup.js';
import { SetupCommand } from '../../src/cli/setup-command.js';
import { expandPath } from '../../src/palace/paths.js';

export default class HookPlugin extends SetupCommand {
  static override summary = 'Write a plug-in for Claude Code: the hooks and the MCP server in one folder.';
  static override description = 'Again, it brings the folder up to date. Use it or the installations, not both.';
  static override examples = ['<%= config.bin %> hook plugin ~/palace-plugin'];
  static override args = { folder: Args.string({ description: 'Where to write it.', required: true }) };
  static override flags = {
    recall: Flags.boolean({ summary: 'Also tell the model, at each prompt, what the palace knows of it.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(HookPlugin);
    const { writePlugin } = await import('../../src/clients/plugin.js');
    const options = this.entryOptions(flags.recall);
    const folder = expandPath(args.folder, this.runtime());
    this.emit(await writePlugin({ ...options, folder, version: this.config.version }), renderPlugin);
  }
}
