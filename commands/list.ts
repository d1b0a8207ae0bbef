import { PalaceCommand } from '../src/cli/base-command.js';
import { beforeFlag, Flags, hallFlag, limitFlag, roomFlag, sinceFlag, wingFlag } from '../src/cli/flags.js';
import { renderList } from '../src/cli/output/list.js';

export default class List extends PalaceCommand {
  static override summary = 'List drawers, newest first.';
  static override examples = [
    '<%= config.bin %> list --wing driftwood --room api',
    '<%= config.bin %> list --since 2026-03 --before 2026-04 --limit 100 --json',
  ];
  static override flags = {
    wing: wingFlag(),
    room: roomFlag(),
    hall: hallFlag(),
    source: Flags.string({ summary: 'Only from this source; a repository or a beginning that ends in / works too.' }),
    since: sinceFlag(),
    before: beforeFlag(),
    limit: limitFlag('Most drawers (1-100).', 20),
    offset: Flags.integer({ summary: 'Leave out so many first.', helpValue: 'N', default: 0 }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(List);
    const [palace, { listDrawers }] = await Promise.all([this.palace(), import('../src/services/list/list.js')]);
    this.emit(await listDrawers(palace, flags), renderList);
  }
}
