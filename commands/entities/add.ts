import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, byFlag, dryRunFlag, Flags } from '../../src/cli/flags.js';
import { renderEntityChange } from '../../src/cli/output/entities.js';

export default class EntitiesAdd extends PalaceCommand {
  static override summary = 'Confirm a name.';
  static override description =
    'What stands under the name already gets the new aliases and code. Codes of others never change.';
  static override examples = [
    '<%= config.bin %> entities add "Ines Ramos" --alias Innie --alias iramos',
    '<%= config.bin %> entities add driftwood --type project --code DRFT',
  ];
  static override args = { name: Args.string({ description: 'The name.', required: true }) };
  static override flags = {
    type: Flags.string({
      summary: 'person (default), project, tool, organization, place or a word of yours.',
      helpValue: 'TYPE',
    }),
    alias: Flags.string({
      summary: 'A further name; repeatable.',
      helpValue: 'NAME',
      multiple: true,
      multipleNonGreedy: true,
    }),
    code: Flags.string({ summary: 'Its AAAK code (default: follows from the name).', helpValue: 'CODE' }),
    by: byFlag(),
    'dry-run': dryRunFlag(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EntitiesAdd);
    const [palace, { addEntity }] = await Promise.all([this.palace(), import('../../src/services/entities/add.js')]);
    const { type, alias: aliases, code, by } = flags;
    const request = { name: args.name, type, aliases, code, by, dryRun: flags['dry-run'] };
    this.emit(await addEntity(palace, request), renderEntityChange);
  }
}
