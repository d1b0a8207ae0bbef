import { PalaceCommand } from '../../src/cli/base-command.js';
import { Flags } from '../../src/cli/flags.js';

export default class Mcp extends PalaceCommand {
  static override summary = 'Serve the palace to agents: the Model Context Protocol over stdio.';
  static override description = [
    'A client starts this as its child process; nothing but the protocol is written to standard output. The palace is that of',
    '--palace, PALACE_PATH or your configuration, never one that happens to lie around the working directory. Several servers',
    'on one palace at once are fine. Ends when the client closes its end.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> mcp',
    '$ claude mcp add palace -- <%= config.bin %> mcp',
    '<%= config.bin %> mcp --tools core --palace ~/work-palace',
  ];
  static override flags = {
    tools: Flags.string({
      summary: 'Which tools to offer: each costs the model some of its attention.',
      options: ['full', 'core', 'read-only'],
      default: 'full',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const { serveOverStdio } = await import('../../src/mcp/serve.js');
    const set = flags.tools === 'core' || flags.tools === 'read-only' ? flags.tools : 'full';
    await serveOverStdio({
      set,
      palace: flags.palace,
      runtime: this.runtime(),
      version: this.config.version,
      input: process.stdin,
      output: process.stdout,
    });
  }
}
