import { PalaceCommand } from '../../src/cli/base-command.js';
import { Flags } from '../../src/cli/flags.js';
import { renderEntities } from '../../src/cli/output/entities.js';

export default class Entities extends PalaceCommand {
  static override summary = 'People, projects and other things that were confirmed.';
  static override description = 'With their codes and further names. They stand in entities.yaml, which you may edit.';
  static override examples = ['<%= config.bin %> entities', '<%= config.bin %> entities --type person --json'];
  static override flags = { type: Flags.string({ summary: 'Only of this type.', helpValue: 'TYPE' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Entities);
    const [palace, { listConfirmed }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/list.js'),
    ]);
    this.emit(await listConfirmed(palace, { type: flags.type }), renderEntities);
  }
}
