import { PalaceCommand } from '../../src/cli/base-command.js';
import { Args, forceFlag } from '../../src/cli/flags.js';
import { renderModelFetch } from '../../src/cli/output/model.js';

export default class ModelFetchCommand extends PalaceCommand {
  static override summary = 'Download an embedding model, for all your palaces.';
  static override description =
    'The one command that fetches a model: searches never do. It goes to your cache folder, is loaded and tried, and is not in use before you say so with model use.';
  static override examples = ['<%= config.bin %> model fetch Xenova/all-MiniLM-L6-v2'];
  static override args = {
    name: Args.string({ description: 'Its name on the hub: owner/name.', required: true }),
  };
  static override flags = { force: forceFlag('Download it even if it is here.') };
  static override stopsBetweenSteps = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelFetchCommand);
    const { fetchModel } = await import('../../src/services/model/fetch.js');
    this.emit(await fetchModel(this.runtime(), { name: args.name, again: flags.force }), renderModelFetch);
  }
}
