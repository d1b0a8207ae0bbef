import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags } from '../src/cli/flags.js';
import { renderTrust } from '../src/cli/output/trust.js';

export default class Trust extends PalaceCommand {
  static override summary = 'Say that a palace which came from elsewhere may be used here.';
  static override description =
    'A palace that you cloned is not used before you said so once: its memories are read by your agents.';
  static override examples = [
    '<%= config.bin %> trust ~/team-palace',
    '<%= config.bin %> trust ~/team-palace --revoke',
  ];
  static override args = { path: Args.string({ description: 'The palace (default: the one used here).' }) };
  static override flags = { revoke: Flags.boolean({ summary: 'Take the trust back.' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Trust);
    const runtime = this.runtime();
    const [{ findPalace }, { trustPalace }] = await Promise.all([
      import('../src/palace/discovery.js'),
      import('../src/services/trust/trust.js'),
    ]);
    const { root } = await findPalace({ flag: args.path ?? flags.palace, runtime, upward: true });
    this.emit(await trustPalace({ root, runtime, revoke: flags.revoke }), renderTrust);
  }
}
