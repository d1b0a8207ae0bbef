import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderModels } from '../../src/cli/output/model.js';

export default class ModelListCommand extends PalaceCommand {
  static override summary = 'The embedding models of this machine, and the one in use.';
  static override description =
    'Reads the files of each and says when one is damaged. A star marks the model that searches go by.';
  static override examples = ['<%= config.bin %> model list'];

  async run(): Promise<void> {
    await this.parse(ModelListCommand);
    const { listModels } = await import('../../src/services/model/list.js');
    this.emit(await listModels(this.runtime()), renderModels);
  }
}
