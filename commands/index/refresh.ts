import { PalaceCommand } from '../../src/cli/base-command.js';
import { noEmbedFlag } from '../../src/cli/flags.js';
import { renderRefresh } from '../../src/cli/output/index.js';

export default class IndexRefresh extends PalaceCommand {
  static override summary = 'Bring the search index up to date now.';
  static override description =
    'Every search does this by itself; after a large pull it saves the first searches the wait. It makes the vectors of every drawer that has none, too.';
  static override examples = ['<%= config.bin %> index refresh'];
  static override stopsBetweenSteps = true;
  static override flags = { 'no-embed': noEmbedFlag() };

  async run(): Promise<void> {
    const { flags } = await this.parse(IndexRefresh);
    const [palace, { refreshIndex }] = await Promise.all([this.palace(), import('../../src/index/refresh.js')]);
    const refreshed = await refreshIndex(palace);
    const { embedPalace } = await import('../../src/services/embed/embed.js');
    this.emit({ ...refreshed, vectors: flags['no-embed'] ? null : await embedPalace(palace) }, renderRefresh);
  }
}
