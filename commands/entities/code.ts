import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags } from '../../src/cli/flags.js';
import { renderEntityChange } from '../../src/cli/output/entities.js';

export default class EntitiesCode extends PalaceCommand {
  static override summary = 'Show or choose the AAAK code of a name.';
  static override description =
    'No two names have one code. Without a chosen one it follows from the name (docs/aaak.md).';
  static override examples = ['<%= config.bin %> entities code "Ines Ramos" INES'];
  static override args = {
    name: Args.string({ description: 'A name of the entry.', required: true }),
    code: Args.string({ description: 'Two to twelve capitals or digits.' }),
  };
  static override flags = {
    clear: Flags.boolean({ summary: 'Forget the chosen code.' }),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesCode);
    const [palace, { codeEntity }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/change.js'),
    ]);
    const code = flags.clear ? null : args.code;
    const result = await codeEntity(palace, { name: args.name, code, by: flags.by, dryRun: flags['dry-run'] });
    this.emit(result, renderEntityChange);
  }
}
