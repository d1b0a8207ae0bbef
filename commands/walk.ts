import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, Flags, limitFlag } from '../src/cli/flags.js';
import { renderWalk } from '../src/cli/output/graph.js';

export default class Walk extends PalaceCommand {
  static override summary = 'The rooms around a room: through shared wings and tunnels.';
  static override examples = ['<%= config.bin %> walk auth-migration', '<%= config.bin %> walk auth --hops 1 --json'];
  static override args = { room: Args.string({ description: 'Where to start.', required: true }) };
  static override flags = {
    hops: Flags.integer({
      summary: 'Most steps from the start (0-10).',
      env: 'PALACE_HOPS',
      min: 0,
      max: 10,
      default: 2,
    }),
    limit: limitFlag('Most rooms (1-500).', 50),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Walk);
    const [palace, { walkFrom }] = await Promise.all([this.palace(), import('../src/services/graph/walk.js')]);
    this.emit(await walkFrom(palace, { room: args.room, hops: flags.hops, limit: flags.limit }), renderWalk);
  }
}
