import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags } from '../../src/cli/flags.js';
import { renderEntityChange } from '../../src/cli/output/entities.js';

export default class EntitiesAlias extends PalaceCommand {
  static override summary = 'Give somebody or something a further name.';
  static override examples = [
    '<%= config.bin %> entities alias "Ines Ramos" Innie iramos',
    '<%= config.bin %> entities alias "Ines Ramos" iramos --remove',
  ];
  static override strict = false;
  static override args = {
    name: Args.string({ description: 'A name of the entry.', required: true }),
    alias: Args.string({ description: 'Further names.', required: true }),
  };
  static override flags = {
    remove: Flags.boolean({ summary: 'Take these names away instead.' }),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { args, argv, flags } = await this.parse(EntitiesAlias);
    const [palace, { aliasEntity }] = await Promise.all([
      this.palace(),
      import('../../src/services/entities/change.js'),
    ]);
    const { remove, by } = flags;
    const aliases = argv.slice(1).map(String);
    const request = { name: args.name, aliases, remove, by, dryRun: flags['dry-run'] };
    this.emit(await aliasEntity(palace, request), renderEntityChange);
  }
}
