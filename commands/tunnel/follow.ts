import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderFollow } from '../../src/cli/output/graph.js';

export default class TunnelFollow extends PalaceCommand {
  static override summary = 'Where the tunnels from a room (or a wing) lead, and what stands there.';
  static override examples = [
    '<%= config.bin %> tunnel follow driftwood/auth',
    '<%= config.bin %> tunnel follow driftwood',
  ];
  static override args = { place: Args.string({ description: 'WING or WING/ROOM.', required: true }) };

  async run(): Promise<void> {
    const { args } = await this.parse(TunnelFollow);
    const [palace, { followTunnels }] = await Promise.all([
      this.palace(),
      import('../../src/services/graph/follow.js'),
    ]);
    const [wing = '', ...room] = args.place.replace(/^wings\//, '').split('/');
    this.emit(
      await followTunnels(palace, { wing, room: room.length === 0 ? undefined : room.join('/') }),
      renderFollow,
    );
  }
}
