import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag } from '../../src/cli/flags.js';
import { renderEntityChange } from '../../src/cli/output/entities.js';

export default class EntitiesRemove extends PalaceCommand {
  static override summary = 'Take a name out of entities.yaml.';
  static override description = 'What memories and facts say of it stays as it is.';
  static override examples = ['<%= config.bin %> entities remove driftwood --dry-run'];
  static override args = { name: Args.string({ description: 'A name of the entry.', required: true }) };
  static override flags = { by: byFlag(), 'dry-run': dryRunFlag() };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesRemove);
    const [palace, { removeEntity }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/change.js'),
    ]);
    const result = await removeEntity(palace, { name: args.name, by: flags.by, dryRun: flags['dry-run'] });
    this.emit(result, renderEntityChange);
  }
}
