import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, Flags, limitFlag } from '../../src/cli/flags.js';
import { offsetFlag } from '../../src/cli/kg-flags.js';
import { renderKgEntities } from '../../src/cli/output/kg.js';

export default class KgEntities extends PalaceCommand {
  static override summary = 'The people, projects and things that facts are about.';
  static override examples = ['<%= config.bin %> kg entities --type person', '<%= config.bin %> kg entities Kai'];
  static override args = { name: Args.string({ description: 'Only this one.' }) };
  static override flags = {
    type: Flags.string({ summary: 'Only of this type: person, project, …', helpValue: 'TYPE' }),
    limit: limitFlag('Most entities (default: all).'),
    offset: offsetFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KgEntities);
    const [palace, { listEntities }] = await Promise.all([this.palace(), import('../../src/services/kg/entities.js')]);
    const { type, limit, offset } = flags;
    this.emit(await listEntities(palace, { ...args, type, limit, offset }), renderKgEntities);
  }
}
