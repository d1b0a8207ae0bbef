import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag } from '../../src/cli/flags.js';
import { renderRemovedTunnel } from '../../src/cli/output/graph.js';

export default class TunnelRemove extends PalaceCommand {
  static override summary = 'Close a tunnel that somebody made.';
  static override examples = [
    '<%= config.bin %> tunnel remove t-1f3a77c0',
    '<%= config.bin %> tunnel remove driftwood/auth orion/sessions',
  ];
  static override args = {
    tunnel: Args.string({ description: 'Its id (or the beginning of it), or WING/ROOM.', required: true }),
    to: Args.string({ description: 'The WING/ROOM at the other end.' }),
  };
  static override flags = { by: byFlag() };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TunnelRemove);
    const [palace, { removeTunnel }] = await Promise.all([
      this.palace(),
      import('../../src/services/graph/tunnel-links.js'),
    ]);
    this.emit(await removeTunnel(palace, { tunnel: args.tunnel, to: args.to, by: flags.by }), renderRemovedTunnel);
  }
}
