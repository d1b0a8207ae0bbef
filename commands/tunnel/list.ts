import { PalaceCommand } from '../../src/cli/base-command.js';
import { wingFlag } from '../../src/cli/flags.js';
import { renderTunnels } from '../../src/cli/output/graph.js';

export default class TunnelList extends PalaceCommand {
  static override summary = 'Tunnels that somebody made.';
  static override examples = ['<%= config.bin %> tunnel list', '<%= config.bin %> tunnel list --wing driftwood --json'];
  static override flags = { wing: wingFlag() };

  async run(): Promise<void> {
    const { flags } = await this.parse(TunnelList);
    const [palace, { listTunnels }] = await Promise.all([
      this.palace(),
      import('../../src/services/graph/tunnel-links.js'),
    ]);
    this.emit(await listTunnels(palace, { wing: flags.wing }), renderTunnels);
  }
}
