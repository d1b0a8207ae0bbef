import { PalaceCommand } from '../../src/cli/base-command.js';
import { noEmbedFlag } from '../../src/cli/flags.js';
import { renderRefresh } from '../../src/cli/output/index.js';

export default class IndexRebuild extends PalaceCommand {
  static override summary = 'Throw the search index away and make it anew.';
  static override description = 'It is a cache of the files: nothing but time is lost.';
  static override examples = ['<%= config.bin %> index rebuild'];
  static override stopsBetweenSteps = true;
  static override flags = { 'no-embed': noEmbedFlag() };

  async run(): Promise<void> {
    const { flags } = await this.parse(IndexRebuild);
    const [palace, { refreshIndex }] = await Promise.all([this.palace(), import('../../src/index/refresh.js')]);
    const refreshed = await refreshIndex(palace, { rebuild: true });
    const { embedPalace } = await import('../../src/services/embed/embed.js');
    this.emit({ ...refreshed, vectors: flags['no-embed'] ? null : await embedPalace(palace) }, renderRefresh);
  }
}
