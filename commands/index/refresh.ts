import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderRefresh } from '../../src/cli/output/index.js';

export default class IndexRefresh extends PalaceCommand {
  static override summary = 'Bring the search index up to date now.';
  static override description =
    'Every search does this by itself; after a large pull it saves the first search the wait.';
  static override examples = ['<%= config.bin %> index refresh'];
  static override stopsBetweenSteps = true;

  async run(): Promise<void> {
    await this.parse(IndexRefresh);
    const [palace, { refreshIndex }] = await Promise.all([this.palace(), import('../../src/index/refresh.js')]);
    this.emit(await refreshIndex(palace), renderRefresh);
  }
}
