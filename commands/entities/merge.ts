import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag } from '../../src/cli/flags.js';
import { renderEntityChange } from '../../src/cli/output/entities.js';

export default class EntitiesMerge extends PalaceCommand {
  static override summary = 'Make one name a further name of another.';
  static override description =
    'Facts and memories keep the name that they say and are found under both; palace undo takes it back.';
  static override examples = ['<%= config.bin %> entities merge iramos "Ines Ramos"'];
  static override args = {
    name: Args.string({ description: 'The name that becomes an alias.', required: true }),
    into: Args.string({ description: 'The entry that stays.', required: true }),
  };
  static override flags = { by: byFlag(), 'dry-run': dryRunFlag() };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesMerge);
    const [palace, { mergeEntities }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/change.js'),
    ]);
    const request = { name: args.name, into: args.into, by: flags.by, dryRun: flags['dry-run'] };
    this.emit(await mergeEntities(palace, request), renderEntityChange);
  }
}
