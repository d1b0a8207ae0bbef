import { PalaceCommand } from '../src/cli/base-command.js';
import { limitFlag, wingFlag } from '../src/cli/flags.js';
import { renderHallways } from '../src/cli/output/graph.js';

export default class Hallways extends PalaceCommand {
  static override summary = 'People and things that stand together in two or more drawers of a wing.';
  static override description = 'Of the entities that drawers state; names of one entity (entities.yaml) count as one.';
  static override examples = ['<%= config.bin %> hallways', '<%= config.bin %> hallways --wing driftwood --json'];
  static override flags = { wing: wingFlag(), limit: limitFlag('Most hallways (1-500).', 50) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Hallways);
    const [palace, { listHallways }] = await Promise.all([this.palace(), import('../src/services/graph/hallways.js')]);
    this.emit(await listHallways(palace, { wing: flags.wing, limit: flags.limit }), renderHallways);
  }
}
