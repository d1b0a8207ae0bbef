import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags } from '../src/cli/flags.js';
import { renderRemove } from '../src/cli/output/edits.js';

export default class Remove extends PalaceCommand {
  static override summary = 'Remove drawers; history keeps them.';
  static override description =
    'What was mined is not filed again by the next mine. `undo` or `restore` bring it back.';
  static override examples = [
    '<%= config.bin %> remove d-1f3a',
    '<%= config.bin %> remove --source git:example.org/me/old-project --dry-run',
  ];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, beginnings of ids, or paths.' }) };
  // Without environment variables: what is removed is said each time.
  static override flags = {
    source: Flags.string({ summary: 'All drawers of this source.' }),
    query: Flags.string({ summary: 'All drawers that hold every one of these words.' }),
    wing: Flags.string({ char: 'w', summary: 'With --source or --query: only in this wing.', helpValue: 'WING' }),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Remove);
    const [palace, { removeDrawers }] = await Promise.all([this.palace(), import('../src/services/remove/remove.js')]);
    const { source, query, wing, by } = flags;
    const result = await removeDrawers(palace, {
      ids: argv.map(String),
      source,
      query,
      wing,
      by,
      dryRun: flags['dry-run'],
    });
    this.emit(result, renderRemove);
  }
}
