import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags, limitFlag } from '../src/cli/flags.js';
import { renderFoundTunnels } from '../src/cli/output/graph.js';

export default class Tunnels extends PalaceCommand {
  static override summary = 'What joins wings: rooms that they share, and tunnels that somebody made.';
  static override description =
    'A room in nearly every wing says little and is left out; rooms like general and diary make no tunnel (palace config: graph.*).';
  static override examples = [
    '<%= config.bin %> tunnels',
    '<%= config.bin %> tunnels driftwood',
    '<%= config.bin %> tunnels driftwood orion --json',
  ];
  static override args = {
    wing: Args.string({ description: 'A wing that must be among them.' }),
    other: Args.string({ description: 'A second one.' }),
  };
  static override flags = {
    all: Flags.boolean({ summary: 'Also rooms that nearly every wing has.' }),
    limit: limitFlag('Most rooms (1-500).', 50),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Tunnels);
    const [palace, { findTunnels }] = await Promise.all([this.palace(), import('../src/services/graph/tunnels.js')]);
    const result = await findTunnels(palace, {
      wingA: args.wing,
      wingB: args.other,
      all: flags.all,
      limit: flags.limit,
    });
    this.emit(result, renderFoundTunnels);
  }
}
