import { PalaceCommand } from '../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags } from '../src/cli/flags.js';
import { renderMove } from '../src/cli/output/edits.js';

export default class Move extends PalaceCommand {
  static override summary = 'Move drawers to another wing or room.';
  static override description = 'Names, ids and words stay, so the history of each drawer follows it.';
  static override examples = [
    '<%= config.bin %> move d-1f3a --to driftwood/api',
    '<%= config.bin %> move d-1f3a d-77c0 --room decisions',
    '<%= config.bin %> move --query "graphql schema" --to driftwood/api --dry-run',
  ];
  static override strict = false;
  static override args = { id: Args.string({ description: 'Ids, beginnings of ids, or paths.' }) };
  // Without environment variables: a PALACE_WING that is meant as a filter must not move anything.
  static override flags = {
    to: Flags.string({ summary: 'The place to move to.', helpValue: 'WING[/ROOM]' }),
    wing: Flags.string({ char: 'w', summary: 'The wing to move to; the room stays.', helpValue: 'WING' }),
    room: Flags.string({ char: 'r', summary: 'The room to move to.', helpValue: 'ROOM' }),
    source: Flags.string({ summary: 'All drawers of this source.' }),
    query: Flags.string({ summary: 'All drawers that hold every one of these words.' }),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Move);
    const [palace, { moveDrawers }] = await Promise.all([this.palace(), import('../src/services/move/move.js')]);
    const result = await moveDrawers(palace, {
      ids: argv.map(String),
      source: flags.source,
      query: flags.query,
      to: flags.to,
      toWing: flags.wing,
      toRoom: flags.room,
      by: flags.by,
      dryRun: flags['dry-run'],
    });
    this.emit(result, renderMove);
  }
}
