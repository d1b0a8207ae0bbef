import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../src/cli/flags.js';
import { renderRestore } from '../src/cli/output/edits.js';

export default class Restore extends PalaceCommand {
  static override summary = 'Bring a drawer back as it was.';
  static override description = [
    'Without --at: a removed drawer, as it was last. With --at: the words of that time, where the drawer stands now. WING/ROOM',
    'brings all drawers of a room back; what was added later stays.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> restore d-1f3a',
    '<%= config.bin %> restore d-1f3a --at 2026-03-01',
    '<%= config.bin %> restore driftwood/api --at HEAD~3',
  ];
  static override args = {
    id: Args.string({ description: 'Id, beginning of an id, path, or WING/ROOM.', required: true }),
  };
  static override flags = {
    at: Flags.string({ summary: 'Commit, branch, tag or date.', helpValue: 'REV|DATE' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Restore);
    const [palace, { restoreDrawers }] = await Promise.all([
      this.palace(),
      import('../src/services/restore/restore.js'),
    ]);
    this.emit(await restoreDrawers(palace, { drawer: args.id, at: flags.at, by: flags.by }), renderRestore);
  }
}
