import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, limitFlag } from '../src/cli/flags.js';
import { renderClosets } from '../src/cli/output/closet.js';

export default class ClosetCommand extends PalaceCommand {
  static override summary = 'What stands on which lines of the drawers of a wing or room.';
  static override description = 'Made of the drawers as they stand. At most 1,500 characters a drawer; newest first.';
  static override examples = ['<%= config.bin %> closet driftwood', '<%= config.bin %> closet driftwood/auth --json'];
  static override args = { place: Args.string({ description: 'WING or WING/ROOM.', required: true }) };
  static override flags = { limit: limitFlag('Most drawers (1-100).', 20) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ClosetCommand);
    const [palace, { readClosets }] = await Promise.all([this.palace(), import('../src/services/closet/closet.js')]);
    this.emit(await readClosets(palace, { place: args.place, limit: flags.limit }), renderClosets);
  }
}
