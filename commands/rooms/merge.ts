import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, Flags } from '../../src/cli/flags.js';
import { renderMerge } from '../../src/cli/output/graph.js';

export default class RoomsMerge extends PalaceCommand {
  static override summary = 'Make one room a further name of another.';
  static override description =
    'Written as an alias into the wing.yaml of each wing that has the room. No drawer moves; palace undo takes it back.';
  static override examples = [
    '<%= config.bin %> rooms merge clerk-migration auth-migration',
    '<%= config.bin %> rooms merge login auth --wing driftwood',
  ];
  static override args = {
    room: Args.string({ description: 'The room that becomes a further name.', required: true }),
    into: Args.string({ description: 'The name that stays.', required: true }),
  };
  // Without an environment variable: a PALACE_WING that is meant as a filter must not narrow what is written.
  static override flags = {
    wing: Flags.string({ char: 'w', summary: 'Only in this wing.', helpValue: 'WING' }),
    by: byFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(RoomsMerge);
    const [palace, { mergeRooms }] = await Promise.all([
      this.palace(),
      import('../../src/services/graph/merge-rooms.js'),
    ]);
    const result = await mergeRooms(palace, { room: args.room, into: args.into, wing: flags.wing, by: flags.by });
    this.emit(result, renderMerge);
  }
}
