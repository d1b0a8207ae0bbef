import { PalaceCommand } from '../src/cli/base-command.js';
import { wingFlag } from '../src/cli/flags.js';
import { renderTree } from '../src/cli/output/list.js';

export default class Tree extends PalaceCommand {
  static override summary = 'Wings, rooms and halls, with how many drawers each has.';
  static override examples = ['<%= config.bin %> tree', '<%= config.bin %> tree --wing driftwood'];
  static override flags = { wing: wingFlag() };

  async run(): Promise<void> {
    const { flags } = await this.parse(Tree);
    const [palace, { readTree }] = await Promise.all([this.palace(), import('../src/services/list/tree.js')]);
    this.emit(await readTree(palace, { wing: flags.wing }), renderTree);
  }
}
