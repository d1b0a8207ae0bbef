import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args } from '../../src/cli/flags.js';
import { renderModelUse } from '../../src/cli/output/model.js';

export default class ModelUseCommand extends PalaceCommand {
  static override summary = 'Search by another embedding model, or by none.';
  static override description =
    'The model is loaded and tried first. The choice is yours alone: it goes to your config file, never to the palace.';
  static override examples = [
    '<%= config.bin %> model use bundled',
    '<%= config.bin %> model use Xenova/all-MiniLM-L6-v2',
    '<%= config.bin %> model use ~/models/my-encoder',
    '<%= config.bin %> model use none',
  ];
  static override args = {
    model: Args.string({
      description: 'bundled, none, the name of a fetched model, or a folder with the files of one.',
      required: true,
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ModelUseCommand);
    const { useModel } = await import('../../src/services/model/use.js');
    this.emit(await useModel(this.runtime(), args.model), renderModelUse);
  }
}
