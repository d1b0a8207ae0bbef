import { PalaceCommand } from '../../src/cli/base-command.js';
import { wingFlag } from '../../src/cli/flags.js';
import { renderRooms } from '../../src/cli/output/graph.js';

export default class Rooms extends PalaceCommand {
  static override summary = 'The ideas of the palace: rooms of one name over all wings.';
  static override examples = [
    '<%= config.bin %> rooms',
    '<%= config.bin %> rooms --wing driftwood --json',
    '<%= config.bin %> rooms merge clerk-migration auth-migration',
  ];
  static override flags = { wing: wingFlag() };

  async run(): Promise<void> {
    const { flags } = await this.parse(Rooms);
    const [palace, { listRooms }] = await Promise.all([this.palace(), import('../../src/services/graph/rooms.js')]);
    this.emit(await listRooms(palace, { wing: flags.wing }), renderRooms);
  }
}
