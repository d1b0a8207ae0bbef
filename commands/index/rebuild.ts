import { PalaceCommand } from '../../src/cli/base-command.js';
import { renderRefresh } from '../../src/cli/output/index.js';

export default class IndexRebuild extends PalaceCommand {
  static override summary = 'Throw the search index away and make it anew.';
  static override description = 'It is a cache of the files: nothing but time is lost.';
  static override examples = ['<%= config.bin %> index rebuild'];
  static override stopsBetweenSteps = true;

  async run(): Promise<void> {
    await this.parse(IndexRebuild);
    const [palace, { refreshIndex }] = await Promise.all([this.palace(), import('../../src/index/refresh.js')]);
    this.emit(await refreshIndex(palace, { rebuild: true }), renderRefresh);
  }
}
